export type { AnyActivity } from './any-activity.ts';
export { type AuthProxyClient, type AuthProxyClientOptions, createAuthProxyClient } from './auth-proxy-client.ts';
export type { ClientOptions } from './core.ts';
export { type Client, createClient } from './create-client.ts';
export {
  AbortError,
  ActivityError,
  ApiError,
  type ApiErrorBody,
  type ApiErrorCode,
  type ClientErrorCode,
  MintmarkError,
  StampError,
  TimeoutError,
  TransportError,
} from './errors.ts';
export type { ErrorCode } from './generated/error-codes.ts';
export type { components, paths } from './generated/paths.ts';
export type { Pages, RequestOptions, SubmitOptions } from './methods.ts';
export type { Outcome } from './outcome.ts';
export type { SignedRequest, Stamp, Stamper } from './signed-request.ts';
export type { CallOptions, Fetch, Hooks } from './transport.ts';
export type { Unfinished } from './unfinished.ts';

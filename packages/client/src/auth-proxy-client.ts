import { toJson } from './build-body.ts';
import * as operations from './generated/auth-proxy-operations.ts';
import { type Operation, proxyPathOf, type RequestOf, type ResponseOf } from './operation.ts';
import { type CallOptions, createTransport, type TransportOptions } from './transport.ts';

type AuthProxyOperations = typeof operations;

export interface AuthProxyClientOptions extends TransportOptions {
  /** The auth-proxy configuration of the organization that users sign up to. */
  readonly authProxyConfigId: string;
}

/** One method for each sign-up operation. */
export type AuthProxyClient = {
  readonly [Name in keyof AuthProxyOperations]: (
    input: RequestOf<Name>,
    options?: CallOptions,
  ) => Promise<ResponseOf<Name>>;
};

/** Creates a client for the sign-up operations, which need no stamp. */
export function createAuthProxyClient({ authProxyConfigId, ...options }: AuthProxyClientOptions): AuthProxyClient {
  const transport = createTransport(options);
  const credential = { name: 'X-Auth-Proxy-Config-Id', value: authProxyConfigId };
  const methods = Object.entries<Operation>(operations).map(([operation, { repeatable = false }]) => [
    operation,
    async (input: object, call: CallOptions = {}) =>
      transport(
        {
          operation,
          path: proxyPathOf(operation),
          body: toJson(operation, input),
          credential,
          isRepeatable: repeatable,
        },
        call,
      ),
  ]);
  return Object.fromEntries(methods);
}

import { toJson } from './build-body.ts';
import * as operations from './generated/auth-proxy-operations.ts';
import { type Operation, proxyPathOf, type RequestOf, type ResponseOf } from './operation.ts';
import type { Stamper } from './signed-request.ts';
import { stampBody } from './stamp-body.ts';
import { type CallOptions, createTransport, type TransportOptions } from './transport.ts';

type AuthProxyOperations = typeof operations;

export interface AuthProxyClientOptions extends TransportOptions {
  /** The auth-proxy configuration of the organization that users sign up to. */
  readonly authProxyConfigId: string;
  /**
   * Stamps requests for a code, with an API key of the user whom the code is for; a session's key serves too, also after it has expired.
   * Such requests have limits of their own: strangers who ask for codes for the same contact do not use them up.
   */
  readonly stamper?: Stamper | undefined;
}

/** One method for each sign-up operation. */
export type AuthProxyClient = {
  readonly [Name in keyof AuthProxyOperations]: (
    input: RequestOf<Name>,
    options?: CallOptions,
  ) => Promise<ResponseOf<Name>>;
};

/** Creates a client for the sign-up operations, which need no stamp. */
export function createAuthProxyClient({
  authProxyConfigId,
  stamper,
  ...options
}: AuthProxyClientOptions): AuthProxyClient {
  const transport = createTransport(options);
  const credential = { name: 'X-Auth-Proxy-Config-Id', value: authProxyConfigId };
  const methods = Object.entries<Operation>(operations).map(([operation, { repeatable = false }]) => [
    operation,
    async (input: object, call: CallOptions = {}) => {
      const body = toJson(operation, input);
      const stamp = stamper && operation === 'otpInitV2' ? await stampBody(operation, body, stamper) : undefined;
      const path = proxyPathOf(operation);
      return transport({ operation, path, body, credential, stamp, isRepeatable: repeatable }, call);
    },
  ]);
  return Object.fromEntries(methods);
}

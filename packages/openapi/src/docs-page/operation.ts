/** An operation of the document, as far as a request of it is concerned. */
export interface Operation {
  /** The name of its method in the client. */
  readonly name: string;
  readonly path: string;
  /** A sign-up operation: it names an auth-proxy configuration and has no stamp. */
  readonly isProxy: boolean;
  readonly example: Readonly<Record<string, unknown>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': {
        readonly examples: { readonly request: { readonly value: Operation['example'] } };
      };
    };
  };
}

/** The operation at a path of the document. */
export function readOperation(path: string, { operationId, security, requestBody }: DocumentedOperation): Operation {
  return {
    name: operationId,
    path,
    isProxy: security.some((alternative) => 'AuthProxyConfig' in alternative),
    example: requestBody.content['application/json'].examples.request.value,
  };
}

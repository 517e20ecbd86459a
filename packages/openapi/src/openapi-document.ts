type Json = Readonly<Record<string, unknown>>;

/** The shape of the document, as far as code that reads it whole needs to know. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string } & Json;
  readonly servers: readonly Json[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'headers' | 'examples' | 'securitySchemes', Json>>;
  readonly 'x-error-catalogue': readonly {
    readonly errorCode: string;
    readonly code: number;
    readonly httpStatus: number;
    readonly retryable: boolean;
    readonly cause: string;
    readonly fix: string;
  }[];
}

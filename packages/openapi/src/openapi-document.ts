type Json = Readonly<Record<string, unknown>>;

/** The parts of the document's shape that its readers use. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string } & Json;
  readonly servers: readonly Json[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'headers' | 'examples' | 'securitySchemes', Json>>;
  /** Matches the characters that names do not have. */
  readonly 'x-hidden-characters': string;
  readonly 'x-error-catalogue': readonly {
    readonly errorCode: string;
    readonly code: number;
    readonly httpStatus: number;
    readonly retryable: boolean;
    readonly cause: string;
    readonly fix: string;
  }[];
}

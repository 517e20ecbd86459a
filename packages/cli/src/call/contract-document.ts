import { readFileSync } from 'node:fs';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';

/** The part of JSON Schema that requests are described with. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: 'string' | 'integer' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  /** Only superseded versions have this keyword and the next one. */
  readonly anyOf?: readonly Schema[];
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A version of an activity type. The schema of the current one is in the body of the request. */
export interface ActivityVersion {
  readonly type: string;
  readonly status: string;
  readonly parameters?: Schema;
  readonly example?: Readonly<Record<string, unknown>>;
}

interface DocumentOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: Schema;
        readonly examples: { readonly request: { readonly value: Readonly<Record<string, unknown>> } };
      };
    };
  };
  readonly 'x-activity-versions'?: readonly ActivityVersion[];
  readonly 'x-repeatable'?: boolean;
}

interface CataloguedError {
  readonly errorCode: string;
  readonly retryable: boolean;
  readonly fix: string;
}

/** The published document, as far as a call needs it. */
export interface ContractDocument {
  readonly servers: readonly { readonly variables: Readonly<Record<string, { readonly default: string }>> }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, { readonly post: DocumentOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly name: string }>>;
  };
  readonly 'x-error-catalogue': readonly CataloguedError[];
}

/** The document as the package of the contract publishes it. */
export function readContractDocument(): ContractDocument {
  let text: string;
  try {
    text = readFileSync(new URL(import.meta.resolve('@mintmark/openapi/openapi.json')), 'utf8');
  } catch {
    throw new SettingsError('the document of the contract is missing: install @mintmark/openapi beside @mintmark/cli');
  }
  return JSON.parse(text);
}

/** A schema, or the one that it refers to. */
export function resolveSchema({ components }: ContractDocument, schema: Schema): Schema {
  const name = schema.$ref?.slice('#/components/schemas/'.length);
  return name === undefined
    ? schema
    : resolveSchema({ components } as ContractDocument, components.schemas[name] ?? {});
}

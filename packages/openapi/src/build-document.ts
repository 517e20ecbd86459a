import { type ErrorName, errorBody, errors, examples, tags, type Unit } from '@mintmark/schema';
import { hiddenClass } from '@mintmark/schema/fields/hidden-characters';
import { buildComponents } from './components.ts';
import { assertContract } from './contract-lint.ts';
import { sharedErrorResponses } from './error-responses.ts';
import { headers } from './headers.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { pathItem } from './path-item.ts';
import { securitySchemes } from './security.ts';
import { servers } from './servers.ts';

const sortedByName = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

const catalogue = Object.entries(errors) as [ErrorName, (typeof errors)[ErrorName]][];

/** The extra details in the examples of these errors. */
const exampleDetails: Partial<Record<ErrorName, Parameters<typeof errorBody>[1]>> = {
  REQUEST_INVALID: { fieldViolations: [{ field: 'organisationId', description: 'Unrecognized key' }] },
  REQUEST_NOT_AUTHORIZED: { activityId: examples.activityId },
};

const description = `Mintmark stores wallet keys and signs with them under policies.

Every request is a POST with a JSON body. An operation that changes something is an activity: the client submits it, and the answer contains its status. An operation that reads is a query. Both are stamped: signed, byte for byte, with an API key or a passkey of the calling user.

The same body always means the same activity, so if an answer is lost, send the same request again unchanged.

Names must not contain invisible characters: control characters, marks that change the text direction, or zero-width spaces (the pattern x-hidden-characters in this document matches all of them). Joiners and variation selectors are allowed, because some scripts and emoji need them. Names that were stored before this rule are returned unchanged: escape these characters wherever people make decisions based on a name.`;

/** Builds the OpenAPI document of the units; throws if the units violate the rules of the contract. */
export function buildDocument(units: Readonly<Record<string, Unit>>, version: string): OpenApiDocument {
  assertContract(units);
  const used = new Set<string>(Object.values(units).map((unit) => unit.tag));
  const { paths, schemas } = buildComponents(Object.values(units).map(pathItem));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mintmark API',
      version,
      summary: 'A self-hosted wallet key-management platform.',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers,
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, words]) => ({ name, description: words })),
    paths: sortedByName(paths),
    components: {
      schemas: sortedByName(schemas),
      responses: sortedByName(sharedErrorResponses(Object.values(units))),
      headers,
      examples: sortedByName(
        Object.fromEntries(
          catalogue.map(([name, { cause }]) => [
            name,
            { summary: cause, value: errorBody(name, exampleDetails[name]) },
          ]),
        ),
      ),
      securitySchemes,
    },
    'x-hidden-characters': `[${hiddenClass}]`,
    'x-error-catalogue': catalogue.map(([errorCode, { code, httpStatus, retryable, cause, fix }]) => ({
      errorCode,
      code,
      httpStatus,
      retryable,
      cause,
      fix,
    })),
  };
}

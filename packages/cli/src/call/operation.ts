import { printable } from '@mintmark/server/core/requests/printable';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { type ActivityVersion, type ContractDocument, resolveSchema, type Schema } from './contract-document.ts';
import { nearestName } from './nearest-name.ts';

/** An operation of the contract. */
export interface Operation {
  /** `create_users`, for example: the operation id in snake case, which no other operation has. */
  readonly name: string;
  readonly id: string;
  /** An activity changes something. A query reads. A sign-up call has no stamp. */
  readonly kind: 'activity' | 'query' | 'sign-up';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The schema of its body. */
  readonly schema: Schema;
  readonly example: Readonly<Record<string, unknown>>;
  /** The versions of an activity, the current one first. */
  readonly versions: readonly ActivityVersion[];
  /** Whether the same bytes may be sent twice. */
  readonly isRepeatable: boolean;
}

/** The scheme of the sign-up proxy, in the document. */
export const proxyScheme = 'AuthProxyConfig';

/** The operations of a document, in the order of their tags. */
export function operationsOf(document: ContractDocument): readonly Operation[] {
  const operations = Object.entries(document.paths).map(([path, { post }]): Operation => {
    const { schema, examples } = post.requestBody.content['application/json'];
    const versions = post['x-activity-versions'] ?? [];
    const isSignUp = post.security.some((scheme) => Object.hasOwn(scheme, proxyScheme));
    return {
      name: post.operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      id: post.operationId,
      kind: isSignUp ? 'sign-up' : versions.length > 0 ? 'activity' : 'query',
      path,
      tag: post.tags[0] ?? '',
      summary: post.summary,
      description: post.description,
      schema: resolveSchema(document, schema),
      example: examples.request.value,
      versions,
      // The service recognises the body of an activity that it has seen, and a query changes nothing.
      isRepeatable: !isSignUp || post['x-repeatable'] === true,
    };
  });
  const order = document.tags.map(({ name }) => name);
  return operations.toSorted((one, other) => order.indexOf(one.tag) - order.indexOf(other.tag));
}

/** Finds an operation by its name, or by its operation id. */
export function findOperation(operations: readonly Operation[], name: string): Operation {
  const found = operations.find((operation) => operation.name === name || operation.id === name);
  if (found) return found;
  const nearest = nearestName(
    name,
    operations.map((operation) => operation.name),
  );
  const advice = nearest ? `did you mean ${nearest}?` : '"mintmark operations" lists them all';
  throw new SettingsError(`no such operation: ${printable(name)}; ${advice}`);
}

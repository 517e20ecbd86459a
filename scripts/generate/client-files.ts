import { Script } from 'node:vm';
import type { OpenApiDocument } from '@mintmark/openapi';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { proxyPathOf, wireName } from '../../packages/client/src/operation.ts';
import { Refusal } from '../command.ts';

const folder = 'packages/client/src/generated';
const banner = '// Made by `npm run generate` from packages/openapi/v1/openapi.json. Do not edit.\n';

/** The members of a client that are not operations. A member called `then` would make the client a thenable. */
const taken = new Set(['stamp', 'send', 'resume', 'then']);

/** An operation is a constant of its module. */
function isConstantName(name: string): boolean {
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) return false;
  try {
    new Script(`'use strict'; async () => { const ${name} = 0; }`);
    return true;
  } catch {
    return false;
  }
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Body {
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly 'x-activity-versions'?: readonly { readonly type: string }[];
  readonly 'x-repeatable'?: true;
  readonly requestBody: Body;
  readonly responses: { readonly 200: Body };
}

/** A row of a table: the facts that the client needs about an operation, and the text that editors show. */
interface Row {
  readonly method: string;
  readonly words: readonly string[];
  readonly facts: Readonly<Record<string, string | true>>;
}

/** The files of the client that are generated from the document: types and tables, no behaviour. */
export async function buildClientFiles(document: OpenApiDocument): Promise<Record<string, string>> {
  const rows = Object.entries(document.paths).map(([path, item]) => ({
    isProxy: isProxy((item as { post: Operation }).post),
    row: rowOf(document, path, (item as { post: Operation }).post),
  }));
  const stamped = rows.filter(({ isProxy }) => !isProxy).map(({ row }) => row);
  const proxied = rows.filter(({ isProxy }) => isProxy).map(({ row }) => row);
  // A copy, because openapi-typescript modifies its input.
  const types = await openapiTypescript(JSON.stringify(document), { alphabetize: true, defaultNonNullable: false });
  return {
    [`${folder}/paths.ts`]: banner + astToString(types),
    [`${folder}/operations.ts`]: banner + table(stamped) + orThrow(stamped.filter(hasResult)),
    [`${folder}/auth-proxy-operations.ts`]: banner + table(proxied),
    [`${folder}/error-codes.ts`]: banner + errorCodes(document['x-error-catalogue']),
  };
}

const hasResult = ({ facts }: Row) => 'version' in facts && !('vote' in facts);

const isProxy = ({ security }: Operation) => security.some((scheme) => 'AuthProxyConfig' in scheme);

function rowOf(document: OpenApiDocument, path: string, operation: Operation): Row {
  const { operationId: method, summary, description } = operation;
  const [version] = operation['x-activity-versions'] ?? [];
  if (taken.has(method)) throw new Refusal(`${method}: every client already has a member with this name`);
  if (method.endsWith('OrThrow'))
    throw new Refusal(`${method}: the ending OrThrow is reserved for the second method of an activity`);
  if (!isConstantName(method)) throw new Refusal(`"${method}" is not a valid constant name`);
  const expected = isProxy(operation)
    ? proxyPathOf(method)
    : `/public/v1/${version ? 'submit' : 'query'}/${wireName(method)}`;
  if (path !== expected) throw new Refusal(`${path} is not the path that a client uses for ${method}`);
  return {
    method,
    words: [`${summary}.`, '', ...description.split('\n')],
    facts: {
      ...(version && { version: versionOf(method, version.type) }),
      ...(version && isVote(document, operation) && { vote: true }),
      ...pagesOf(document, operation),
      ...(operation['x-repeatable'] && { repeatable: true }),
    },
  };
}

/** The part of an activity type after its name. A client needs only this part to build the type. */
function versionOf(method: string, type: string): string {
  const start = `ACTIVITY_TYPE_${wireName(method).toUpperCase()}`;
  if (!type.startsWith(start)) throw new Refusal(`${method}: ${type} does not begin with its name`);
  return type.slice(start.length);
}

/** Whether the response is an activity of any type: the one that was voted on. */
const isVote = (document: OpenApiDocument, { responses }: Operation) =>
  membersOf(document, responses[200])['activity']?.$ref === '#/components/schemas/Activity';

/** How to page through a list: the member with the items, and the cursor of an item if there is no pageInfo. */
function pagesOf(document: OpenApiDocument, { operationId, requestBody, responses }: Operation) {
  const answer = membersOf(document, responses[200]);
  if (!('paginationOptions' in membersOf(document, requestBody))) return undefined;
  const lists = Object.keys(answer).filter((name) => answer[name]?.type === 'array');
  const [items] = lists;
  if (!items || lists.length > 1) throw new Refusal(`${operationId}: a response with pages must have exactly one list`);
  if ('pageInfo' in answer) return { items };
  const { $ref, type } = answer[items]?.items ?? {};
  if (type === 'string') return { items, cursor: 'item' };
  const cursor = $ref && idNames($ref).find((name) => name in (resolve(document, { $ref }).properties ?? {}));
  if (!cursor) throw new Refusal(`${operationId}: without pageInfo, the items of a list must be IDs or have an ID`);
  return { items, cursor };
}

/** The names that the ID of a component can have: `id`, and for a WalletAccount `walletAccountId`. */
function idNames($ref: string): readonly string[] {
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  return ['id', `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`];
}

function membersOf(document: OpenApiDocument, { content }: Body): Readonly<Record<string, Schema>> {
  return resolve(document, content['application/json'].schema).properties ?? {};
}

function resolve(document: OpenApiDocument, { $ref }: { readonly $ref: string }): Schema {
  const { schemas } = document.components as unknown as { schemas: Record<string, Schema> };
  const schema = schemas[$ref.slice('#/components/schemas/'.length)];
  if (!schema) throw new Refusal(`${$ref} leads nowhere`);
  return schema;
}

const comment = (words: readonly string[], indent = '') =>
  [
    `${indent}/**`,
    ...words.map((line) => `${indent} * ${line.replaceAll('*/', '*\\/')}`.trimEnd()),
    `${indent} */`,
  ].join('\n');

const table = (rows: readonly Row[]) =>
  rows
    .map(({ method, words, facts }) => `\n${comment(words)}\nexport const ${method} = ${literal(facts)} as const;\n`)
    .join('');

function literal(facts: Row['facts']): string {
  const members = Object.entries(facts).map(([name, value]) => `${name}: ${value === true ? value : `'${value}'`}`);
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

/** A mapped type keeps the doc comment of a row only under the row's own name, so the second method has its own row. */
const orThrow = (rows: readonly Row[]) => `
export interface OrThrow {
${rows.map(({ method, words }) => `${comment(words, '  ')}\n  ${method}OrThrow: '${method}';`).join('\n')}
}
`;

/** Whether a status allows the same bytes to be sent again, unless the catalogue says otherwise. */
const isRetryableStatus = (status: number) => status === 429 || (status >= 500 && status !== 501);

const errorCodes = (catalogue: OpenApiDocument['x-error-catalogue']) => `
/** The codes of the error catalogue. */
export type ErrorCode =
${catalogue.map(({ errorCode }) => `  | '${errorCode}'`).join('\n')};

/** Whether the same bytes may be sent again, where the status alone would say the opposite. */
export const retryableExceptions: Readonly<Record<string, boolean>> = { ${catalogue
  .filter(({ httpStatus, retryable }) => retryable !== isRetryableStatus(httpStatus))
  .map(({ errorCode, retryable }) => `${errorCode}: ${retryable}`)
  .join(', ')} };
`;

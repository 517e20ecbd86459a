import { document } from '@mintmark/openapi';

type Json = Record<string, unknown>;

interface OperationObject {
  readonly operationId: string;
  readonly 'x-activity-versions'?: readonly {
    readonly type: string;
    readonly intentKey: string;
    readonly example?: Json;
  }[];
  readonly requestBody: {
    readonly content: { readonly 'application/json': { readonly examples: { request: { value: Json } } } };
  };
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
}

interface ResponseObject {
  readonly headers: Json;
  readonly content: { readonly 'application/json': { readonly examples: Readonly<Record<string, unknown>> } };
}

/** An operation as the document itself has it, read without the parts that are tested. */
export interface Documented {
  readonly id: string;
  readonly path: string;
  readonly request: Json;
  readonly versions: NonNullable<OperationObject['x-activity-versions']>;
  /** The names of the examples by status. */
  readonly examples: ReadonlyMap<number, readonly string[]>;
}

export const operations: readonly Documented[] = Object.entries(document.paths).map(([path, item]) => {
  const post = item['post'] as OperationObject;
  const responses = Object.entries(post.responses).map(
    ([status, response]) => [Number(status), resolve(response)] as const,
  );
  return {
    id: post.operationId,
    path,
    request: post.requestBody.content['application/json'].examples.request.value,
    versions: post['x-activity-versions'] ?? [],
    examples: new Map(
      responses.map(([status, { content }]) => [status, Object.keys(content['application/json'].examples)]),
    ),
  };
});

export const operation = (id: string): Documented => {
  const found = operations.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`the document has no ${id}`);
  return found;
};

function resolve(response: ResponseObject | { readonly $ref: string }): ResponseObject {
  if (!('$ref' in response)) return response;
  return document.components.responses[response.$ref.split('/').at(-1) ?? ''] as ResponseObject;
}

/** What every request to an operation carries: the one credential that it takes. */
export const credential = ({ path }: Documented): Record<string, string> =>
  path.startsWith('/v1/') ? { 'X-Auth-Proxy-Config-Id': 'any' } : { 'X-Stamp': 'any' };

/** A value of the document's error examples. */
export const errorExample = (name: string): Json =>
  (document.components.examples[name] as { readonly value: Json }).value;

export const activities: readonly Documented[] = operations.filter(({ versions }) => versions.length > 0);

/** The value of an example of the answer 200. */
export function answerExample({ path }: Documented, name: string): unknown {
  const post = document.paths[path]?.['post'] as OperationObject | undefined;
  const { content } = post?.responses['200'] as ResponseObject;
  return (content['application/json'].examples[name] as { readonly value: unknown }).value;
}

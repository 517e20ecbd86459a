import { document } from '@mintmark/openapi';

type Json = Readonly<Record<string, unknown>>;

interface Content<Examples> {
  readonly content: { readonly 'application/json': { readonly examples: Examples } };
}

type Response = Content<Readonly<Record<string, { readonly value: unknown }>>>;

interface OperationObject {
  readonly operationId: string;
  readonly 'x-activity-versions'?: readonly {
    readonly type: string;
    readonly intentKey: string;
    readonly resultKey?: string;
    readonly example?: Json;
  }[];
  readonly requestBody: Content<{ readonly request: { readonly value: Json } }>;
  readonly responses: { readonly 200: Response } & Readonly<Record<string, Response | { readonly $ref: string }>>;
}

/** An operation as the document has it, read without the parts that are tested. */
export interface Documented {
  readonly id: string;
  readonly path: string;
  readonly request: Json;
  readonly versions: NonNullable<OperationObject['x-activity-versions']>;
  /** The names of the examples by status. */
  readonly examples: ReadonlyMap<number, readonly string[]>;
  /** The examples of status 200. */
  readonly answers: Readonly<Record<string, { readonly value: unknown }>>;
}

export const operations: readonly Documented[] = Object.entries(document.paths).map(([path, item]) => {
  const post = item['post'] as OperationObject;
  const statuses = Object.entries(post.responses).map(([status, response]) => [status, examplesOf(response)] as const);
  return {
    id: post.operationId,
    path,
    request: post.requestBody.content['application/json'].examples.request.value,
    versions: post['x-activity-versions'] ?? [],
    examples: new Map(statuses.map(([status, examples]) => [Number(status), Object.keys(examples)])),
    answers: examplesOf(post.responses[200]),
  };
});

export const activities: readonly Documented[] = operations.filter(({ versions }) => versions.length > 0);

/** The activities that are answered by the activity that was voted on. */
export const votes: readonly Documented[] = activities.filter(({ versions }) => !versions[0]?.resultKey);

export function operation(id: string): Documented {
  const found = operations.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`the document has no ${id}`);
  return found;
}

/** The one header that a request to an operation needs. */
export const credential = ({ path }: Documented): Readonly<Record<string, string>> =>
  path.startsWith('/v1/') ? { 'X-Auth-Proxy-Config-Id': 'any' } : { 'X-Stamp': 'any' };

/** The body of an error. */
export const errorExample = (name: string): Json =>
  (document.components.examples[name] as { readonly value: Json }).value;

function examplesOf(response: Response | { readonly $ref: string }) {
  const name = '$ref' in response ? response.$ref.split('/').at(-1) : undefined;
  const { content } = (name === undefined ? response : document.components.responses[name]) as Response;
  return content['application/json'].examples;
}

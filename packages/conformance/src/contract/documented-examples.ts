import { document, type OpenApiDocument } from '@mintmark/openapi';
import type { Unit } from '@mintmark/schema';

interface Response {
  readonly $ref?: string;
  readonly content: { readonly 'application/json': { readonly examples: Readonly<Record<string, unknown>> } };
}

/** The names of the examples that an operation documents, by status. */
export function documentedExamples({ path }: Unit): ReadonlyMap<number, readonly string[]> {
  const { post } = document.paths[path] as { post: { responses: Record<string, Response> } };
  return new Map(
    Object.entries(post.responses).map(([status, response]) => [
      Number(status),
      Object.keys(resolve(document, response).content['application/json'].examples),
    ]),
  );
}

/** The errors that an operation documents. */
export const documentedErrors = (unit: Unit): string[] =>
  [...documentedExamples(unit)].flatMap(([status, names]) => (status === 200 ? [] : names));

function resolve({ components }: OpenApiDocument, response: Response): Response {
  const name = response.$ref?.slice('#/components/responses/'.length);
  return name ? (components.responses[name] as Response) : response;
}

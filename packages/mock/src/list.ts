import type { OpenApiDocument } from '@mintmark/openapi';
import { readOperations } from './operations.ts';
import { scenarios } from './scenarios.ts';

/** The operations of a document with their responses, and the scenarios, as readable text. */
export async function list(document: OpenApiDocument): Promise<string> {
  const operations = [...(await readOperations(document)).values()].flatMap(({ id, method, path, examples }) => [
    `${method} ${path}  ${id}`,
    ...[...examples].map(([status, names]) => `  ${status}  ${names.join(', ')}`),
  ]);
  const width = Math.max(...Object.keys(scenarios).map((name) => name.length));
  const named = Object.entries(scenarios).map(
    ([name, { words }]) => `  ${name.padEnd(width)}  ${words.replaceAll('`', '')}`,
  );
  return [...operations, '', 'scenarios', ...named].join('\n');
}

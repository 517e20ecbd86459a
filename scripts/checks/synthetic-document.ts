import type { OpenApiDocument } from '@mintmark/openapi';

interface Operation {
  readonly path: string;
  readonly item: { readonly post: { readonly operationId: string } };
  /** The components that it refers to, directly or through others. */
  readonly components: ReadonlySet<string>;
}

/**
 * Builds the document with this many stamped operations: an even selection of the existing ones, or all of them plus copies
 * under longer names. Components that only one operation uses are copied with it.
 */
export function buildSyntheticDocument(document: OpenApiDocument, count: number): OpenApiDocument {
  const operations = operationsOf(document);
  const proxied = operations.filter(({ path }) => !path.startsWith('/public/'));
  // The client itself calls get_activity, so it comes first: the first is always chosen.
  const stamped = operations
    .filter((operation) => !proxied.includes(operation))
    .sort((one, two) => Number(isGetActivity(two)) - Number(isGetActivity(one)));
  const words = [...new Set(stamped.flatMap(({ path }) => wireName(path).split('_')))];
  const uses = Map.groupBy(
    operations.flatMap(({ components }) => [...components]),
    (name) => name,
  );
  const paths = new Map<string, OpenApiDocument['paths'][string]>(proxied.map(({ path, item }) => [path, item]));
  const schemas = { ...document.components.schemas };
  for (let index = 0; index < count; index++) {
    const operation = stamped[Math.floor((index * stamped.length) / count)];
    if (!operation) break;
    if (!paths.has(operation.path)) {
      paths.set(operation.path, operation.item);
      continue;
    }
    const own = [...operation.components].filter((name) => uses.get(name)?.length === 1);
    const isFree = (word: string) => !(`${operation.path}_${word}` in document.paths);
    const word = [...words.slice(index % words.length), ...words].find(isFree) ?? '';
    const copy = copyOf(operation, Object.fromEntries(own.map((name) => [name, schemas[name]])), word);
    paths.set(copy.path, copy.item);
    Object.assign(schemas, copy.schemas);
  }
  return { ...document, paths: Object.fromEntries(paths), components: { ...document.components, schemas } };
}

const isGetActivity = ({ path }: Operation) => wireName(path) === 'get_activity';
const wireName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function operationsOf({ paths, components: { schemas } }: OpenApiDocument): Operation[] {
  const visit = (value: unknown, seen: Set<string>) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!seen.has(name)) visit(schemas[name], seen.add(name));
    }
    return seen;
  };
  return Object.entries(paths).map(([path, item]) => ({
    path,
    item: item as unknown as Operation['item'],
    components: visit(item, new Set()),
  }));
}

/** A copy of an operation with its own components, under names with one more word. */
function copyOf({ path, item }: Operation, schemas: Readonly<Record<string, unknown>>, word: string) {
  const type = `ACTIVITY_TYPE_${wireName(path).toUpperCase()}`;
  const suffix = word.charAt(0).toUpperCase() + word.slice(1);
  let text = JSON.stringify({ item, schemas }).replaceAll(type, `${type}_${word.toUpperCase()}`);
  for (const name of Object.keys(schemas)) text = text.replaceAll(`/schemas/${name}"`, `/schemas/${name}${suffix}"`);
  const copy = JSON.parse(text);
  return {
    path: `${path}_${word}`,
    item: { post: { ...copy.item.post, operationId: item.post.operationId + suffix } },
    schemas: Object.fromEntries(Object.entries(copy.schemas).map(([name, schema]) => [name + suffix, schema])),
  };
}

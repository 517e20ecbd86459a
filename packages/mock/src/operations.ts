import type { OpenApiDocument } from '@mintmark/openapi';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { type ActivityVersion, type OlderVersion, ofOlderType } from './older-type.ts';
import type { PrismOperation } from './prism-operation.ts';

/** The operation that returns an activity. */
export const getActivity = 'getActivity';

/** An operation of the document, for one activity type if it is an activity. */
export interface Operation {
  /** What the operation is called in code, for example `createUsers`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly activity: ActivityVersion | undefined;
  /** The same path for the older types that it accepts. */
  readonly olderTypes: ReadonlyMap<unknown, Operation>;
  /** A request must carry exactly one of these headers. */
  readonly credentialHeaders: readonly string[];
  /** The names of the documented examples by status. */
  readonly examples: ReadonlyMap<number, readonly string[]>;
  readonly source: PrismOperation;
}

/** The operation for an activity type. For an unknown type it is the current operation, which refuses the request. */
export function ofType(operation: Operation, type: unknown): Operation {
  return operation.olderTypes.get(type) ?? operation;
}

const known = new WeakMap<OpenApiDocument, Promise<ReadonlyMap<string, Operation>>>();

/** The operations of a document by path. A document is read once, also for several mocks and contracts. */
export function readOperations(document: OpenApiDocument): Promise<ReadonlyMap<string, Operation>> {
  const operations = known.get(document) ?? read(document);
  known.set(document, operations);
  return operations;
}

async function read(document: OpenApiDocument): Promise<ReadonlyMap<string, Operation>> {
  const sources = await readSources(document);
  return new Map(sources.map((source) => [source.path, toOperation(source)]));
}

interface Responses {
  readonly responses: Record<string, { readonly $ref?: string }>;
}

/**
 * Prism copies all that an operation refers to. Most of that are errors, which the operations share: they are read once, as operations
 * of their own, and their schemas are later compiled once.
 */
async function readSources(document: OpenApiDocument): Promise<PrismOperation[]> {
  // Prism resolves references in place.
  const { paths, components, ...rest } = structuredClone(document);
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as Responses[]);
  const references = operations.map(({ responses }) => {
    const shared = Object.entries(responses).filter(([, { $ref }]) => $ref !== undefined);
    for (const [code] of shared) delete responses[code];
    return shared.map(([code, { $ref = '' }]) => [code, $ref] as const);
  });
  const shared = new Set(references.flat().map(([, $ref]) => $ref));
  const ofShared = [...shared].map(($ref) => [$ref, { post: { responses: { 200: { $ref } } } }]);
  // Also what nothing refers to would be copied. References lead to what is not enumerable as well.
  for (const part of ['schemas', 'responses', 'examples'])
    Object.defineProperty(components, part, { enumerable: false });
  const sources = await getHttpOperationsFromSpec({
    ...rest,
    components,
    paths: { ...paths, ...Object.fromEntries(ofShared) },
  });
  const answers = new Map(sources.splice(operations.length).map(({ path, responses: [response] }) => [path, response]));
  return sources.map((source, index) => {
    const responses = (references[index] ?? []).flatMap(([code, $ref]) => {
      const response = answers.get($ref);
      return response ? [{ ...response, code }] : [];
    });
    const all = [...source.responses, ...responses].sort((one, other) => Number(one.code) - Number(other.code));
    return { ...source, responses: all as typeof source.responses };
  });
}

function toOperation(source: PrismOperation): Operation {
  const versions = source.extensions?.['x-activity-versions'] as [ActivityVersion, ...OlderVersion[]] | undefined;
  const [current, ...older] = versions ?? [];
  const operation = {
    id: source.iid ?? source.path,
    method: source.method.toUpperCase(),
    path: source.path,
    credentialHeaders: (source.security ?? []).flat().flatMap((scheme) => ('name' in scheme ? [scheme.name] : [])),
    examples: new Map(
      source.responses.map(({ code, contents = [] }) => [
        Number(code),
        contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
      ]),
    ),
  };
  return {
    ...operation,
    source,
    activity: current,
    olderTypes: new Map(
      older.map((version) => [
        version.type,
        {
          ...operation,
          source: ofOlderType(source, current as ActivityVersion, version),
          activity: version,
          olderTypes: new Map(),
        },
      ]),
    ),
  };
}

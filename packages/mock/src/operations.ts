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

/** The operations of a document by path. */
export async function readOperations(document: OpenApiDocument): Promise<ReadonlyMap<string, Operation>> {
  // The reader resolves references in place.
  const sources = await getHttpOperationsFromSpec(structuredClone(document));
  return new Map(sources.map((source) => [source.path, toOperation(source)]));
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

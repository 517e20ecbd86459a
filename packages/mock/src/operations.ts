import type { OpenApiDocument } from '@mintmark/openapi';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';

export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** An operation of the document, as far as the mock needs to know it. */
export interface Operation {
  /** What the operation is called in code, for example `createUsers`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The member of `intent` that holds the parameters of an activity; undefined for what is not an activity. */
  readonly intentKey: string | undefined;
  /** The headers of which a request carries exactly one. */
  readonly credentialHeaders: readonly string[];
  /** The names of the documented examples by status. */
  readonly examples: ReadonlyMap<number, readonly string[]>;
  readonly source: PrismOperation;
}

interface ActivityVersion {
  readonly intentKey: string;
  readonly status: string;
}

/** The operations of a document by path. */
export async function readOperations(document: OpenApiDocument): Promise<ReadonlyMap<string, Operation>> {
  // The reader resolves references in place.
  const sources = await getHttpOperationsFromSpec(structuredClone(document));
  return new Map(sources.map((source) => [source.path, toOperation(source)]));
}

function toOperation(source: PrismOperation): Operation {
  const versions = source.extensions?.['x-activity-versions'] as readonly ActivityVersion[] | undefined;
  return {
    id: source.iid ?? source.path,
    method: source.method.toUpperCase(),
    path: source.path,
    intentKey: versions?.find(({ status }) => status === 'current')?.intentKey,
    credentialHeaders: (source.security ?? []).flat().flatMap((scheme) => ('name' in scheme ? [scheme.name] : [])),
    examples: new Map(
      source.responses.map(({ code, contents = [] }) => [
        Number(code),
        contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
      ]),
    ),
    source,
  };
}

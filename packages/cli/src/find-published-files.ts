import type { PublishedFiles } from '@mintmark/server/runtime/process/published-pages';

/** Finds the files that the service serves besides its operations: they come from the packages of the contract and the console. */
export function findPublishedFiles(): PublishedFiles {
  const documents = directoryOf(() => import.meta.resolve('@mintmark/openapi/openapi.json'));
  return {
    documents,
    docs: documents && new URL('../docs/', documents),
    console: directoryOf(() => import.meta.resolve('@mintmark/console/index.html')),
  };
}

/** The directory of a file, unless its package is missing. */
function directoryOf(resolve: () => string): URL | undefined {
  try {
    return new URL('.', resolve());
  } catch {
    return undefined;
  }
}

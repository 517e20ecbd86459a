import type { PublishedFiles } from '@mintmark/server/process/published-pages';

/** Finds the files that the service serves besides its operations: they come from the packages of the contract and the console. */
export function findPublishedFiles(): PublishedFiles {
  const documents = directoryOf('@mintmark/openapi/openapi.json');
  return {
    documents,
    docs: documents && new URL('../docs/', documents),
    console: directoryOf('@mintmark/console/index.html'),
  };
}

function directoryOf(file: string): URL | undefined {
  try {
    return new URL('.', import.meta.resolve(file));
  } catch {
    return undefined;
  }
}

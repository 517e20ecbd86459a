import type { Page } from '../http/pages.ts';
import { readDocsPage, readDocuments } from './static-files.ts';

/** The OpenAPI document and its docs page, from the package that publishes them. The server only serves these files. */
export function readPublishedPages(): { pages: ReadonlyMap<string, Page>; hasDocs: boolean } {
  const pages = new Map<string, Page>();
  try {
    const documents = new URL('.', import.meta.resolve('@mintmark/openapi/openapi.json'));
    for (const [path, page] of readDocuments(documents)) pages.set(path, page);
    for (const [path, page] of readDocsPage(new URL('../docs/', documents))) pages.set(path, page);
    return { pages, hasDocs: true };
  } catch {
    return { pages, hasDocs: false };
  }
}

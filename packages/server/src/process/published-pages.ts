import { pathToFileURL } from 'node:url';
import type { Page } from '../http/pages.ts';
import type { Configuration } from './configuration-schema.ts';
import { readDemoPages } from './demo-pages.ts';
import type { Settings } from './settings.ts';
import { readBuiltPage, readDocuments, redirectPage } from './static-files.ts';

/** The OpenAPI document and its docs page, from the package that publishes them. The server only serves these files. */
export function readPublishedPages(): { pages: ReadonlyMap<string, Page>; hasDocs: boolean } {
  const pages = new Map<string, Page>();
  try {
    const documents = new URL('.', import.meta.resolve('@mintmark/openapi/openapi.json'));
    for (const [path, page] of readDocuments(documents)) pages.set(path, page);
    for (const [path, page] of readBuiltPage('/docs', new URL('../docs/', documents))) pages.set(path, page);
    pages.set('/', redirectPage('/docs/'));
    return { pages, hasDocs: true };
  } catch {
    return { pages, hasDocs: false };
  }
}

/** The console, from the package that publishes it; nothing if it was not built. */
export function readConsole(): ReadonlyMap<string, Page> {
  try {
    return new Map(readBuiltPage('/console', new URL('.', import.meta.resolve('@mintmark/console/index.html'))));
  } catch {
    return new Map();
  }
}

/** All pages of a start: the published ones and, in a clone, the sample page that `npm start` built. */
export function readPages(settings: Settings, { oidc }: Configuration): Map<string, Page> {
  const { demoDirectory, dataDirectory, hasConsole } = settings;
  const pages = new Map([...readPublishedPages().pages, ...(hasConsole ? readConsole() : [])]);
  if (demoDirectory === undefined) return pages;
  const { issuers = [] } = oidc ?? {};
  const directory = pathToFileURL(`${demoDirectory}/`);
  for (const [path, page] of readDemoPages({ directory, dataDirectory, issuers })) pages.set(path, page);
  return pages;
}

import { pathToFileURL } from 'node:url';
import type { Page } from '../http/pages.ts';
import type { Configuration } from './configuration-schema.ts';
import { readDemoPages } from './demo-pages.ts';
import type { Settings } from './settings.ts';
import { readBuiltPage, readDocuments, redirectPage } from './static-files.ts';

/** The directories of files that are served besides the operations. The service knows nothing of what is in them. */
export interface PublishedFiles {
  /** The OpenAPI documents. */
  readonly documents?: URL | undefined;
  /** The built page of their documentation. */
  readonly docs?: URL | undefined;
  /** The built console. */
  readonly console?: URL | undefined;
}

/** The OpenAPI documents, and their docs page if it was built. */
export function readPublishedPages({ documents, docs }: PublishedFiles): {
  pages: ReadonlyMap<string, Page>;
  hasDocs: boolean;
} {
  const pages = new Map<string, Page>();
  if (!documents) return { pages, hasDocs: false };
  try {
    for (const [path, page] of readDocuments(documents)) pages.set(path, page);
    if (!docs) return { pages, hasDocs: false };
    for (const [path, page] of readBuiltPage('/docs', docs)) pages.set(path, page);
    pages.set('/', redirectPage('/docs/'));
    return { pages, hasDocs: true };
  } catch {
    return { pages, hasDocs: false };
  }
}

/** The console; nothing if it was not built. */
export function readConsole({ console: directory }: PublishedFiles): ReadonlyMap<string, Page> {
  if (!directory) return new Map();
  try {
    return new Map(readBuiltPage('/console', directory));
  } catch {
    return new Map();
  }
}

/** All pages of a start: the published ones and, in a clone, the sample page that `npm start` built. */
export function readPages(settings: Settings, { oidc }: Configuration, files: PublishedFiles): Map<string, Page> {
  const { demoDirectory, dataDirectory, hasConsole } = settings;
  const pages = new Map([...readPublishedPages(files).pages, ...(hasConsole ? readConsole(files) : [])]);
  if (demoDirectory === undefined) return pages;
  const { issuers = [] } = oidc ?? {};
  const directory = pathToFileURL(`${demoDirectory}/`);
  for (const [path, page] of readDemoPages({ directory, dataDirectory, issuers })) pages.set(path, page);
  return pages;
}

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildDocsPage, docsHeaders } from './docs-page.ts';

const require = createRequire(import.meta.url);
const viewer = dirname(require.resolve('swagger-ui-dist/package.json'));

const copies = {
  'favicon.svg': new URL('./docs-page/favicon.svg', import.meta.url),
  'page.css': new URL('./docs-page/page.css', import.meta.url),
  'page.js': new URL('./docs-page/page.js', import.meta.url),
  'swagger-ui.css': join(viewer, 'swagger-ui.css'),
  'swagger-ui-bundle.js': join(viewer, 'swagger-ui-bundle.js'),
  'swagger-ui-bundle.js.LICENSE.txt': join(viewer, 'swagger-ui-bundle.js.LICENSE.txt'),
  'swagger-ui.LICENSE.txt': join(viewer, 'LICENSE'),
  'swagger-ui.NOTICE.txt': join(viewer, 'NOTICE'),
};

/** Writes the docs page, its viewer and the document into one flat directory that any static host can serve. */
export function writeDocs(documentPath: string, directory: string): void {
  const document = readFileSync(documentPath);
  empty(directory);
  for (const [name, source] of Object.entries(copies)) copyFileSync(source, join(directory, name));
  writeFileSync(join(directory, 'openapi.json'), document);
  writeFileSync(join(directory, 'index.html'), buildDocsPage('Mintmark API'));
  writeFileSync(join(directory, 'headers.json'), `${JSON.stringify(docsHeaders, null, 2)}\n`);
}

/** The whole directory is published, so stale files are removed. A subdirectory means that the path is wrong. */
function empty(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const entries = readdirSync(directory, { withFileTypes: true });
  const odd = entries.find((entry) => !entry.isFile());
  if (odd) throw new Error(`${directory} is not a docs directory: it holds ${odd.name}`);
  for (const entry of entries) rmSync(join(directory, entry.name));
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname);
  const [documentPath = join(root, 'v1', 'openapi.json'), directory = join(root, 'docs')] = process.argv.slice(2);
  writeDocs(documentPath, directory);
}

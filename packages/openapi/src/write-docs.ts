import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { buildDocsPage, docsHeaders } from './docs-page.ts';

const require = createRequire(import.meta.url);
const viewer = dirname(require.resolve('swagger-ui-dist/package.json'));

const copies = {
  'favicon.svg': new URL('./docs-page/favicon.svg', import.meta.url),
  'page.css': new URL('./docs-page/page.css', import.meta.url),
  'swagger-ui.css': join(viewer, 'swagger-ui.css'),
  'swagger-ui-bundle.js': join(viewer, 'swagger-ui-bundle.js'),
  'swagger-ui-bundle.js.LICENSE.txt': join(viewer, 'swagger-ui-bundle.js.LICENSE.txt'),
  'swagger-ui.LICENSE.txt': join(viewer, 'LICENSE'),
  'swagger-ui.NOTICE.txt': join(viewer, 'NOTICE'),
};

/**
 * Writes the docs page, its viewer and the document into one flat directory that any static host can serve. Each file is replaced
 * as a whole, because a service may be reading the directory, and another process may be writing it.
 */
export function writeDocs(documentPath: string, directory: string): void {
  const written = {
    'page.js': buildScript(),
    'openapi.json': readFileSync(documentPath),
    'index.html': buildDocsPage('Mintmark API'),
    // The last one: its time says that the page is complete.
    'headers.json': `${JSON.stringify(docsHeaders, null, 2)}\n`,
  };
  const names = [...Object.keys(copies), ...Object.keys(written)];
  mkdirSync(directory, { recursive: true });
  const stale = filesOf(directory).filter((name) => !names.includes(name));
  const made = mkdtempSync(`${directory}-`);
  try {
    for (const [name, source] of Object.entries(copies)) copyFileSync(source, join(made, name));
    for (const [name, content] of Object.entries(written)) writeFileSync(join(made, name), content);
    for (const name of names) renameSync(join(made, name), join(directory, name));
  } finally {
    rmSync(made, { recursive: true });
  }
  // The whole directory is published.
  for (const name of stale) rmSync(join(directory, name), { force: true });
}

/** The script of the page in one file, with the stamper. */
function buildScript(): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'docs-page/page.ts')],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2024',
    // Their licences ask for it.
    legalComments: 'eof',
    logLevel: 'error',
  });
  const [script] = outputFiles;
  if (!script) throw new Error('esbuild made no script');
  return script.contents;
}

/** The files of a docs directory. A subdirectory means that the path is wrong. */
function filesOf(directory: string): string[] {
  const entries = readdirSync(directory, { withFileTypes: true });
  const odd = entries.find((entry) => !entry.isFile());
  if (odd) throw new Error(`${directory} is not a docs directory: it holds ${odd.name}`);
  return entries.map(({ name }) => name);
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname);
  const [documentPath = join(root, 'v1', 'openapi.json'), directory = join(root, 'docs')] = process.argv.slice(2);
  writeDocs(documentPath, directory);
}

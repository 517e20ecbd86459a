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
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const source = join(import.meta.dirname, 'src');
const copies = ['index.html', 'console.css', 'favicon.svg'];

/** The headers to serve the directory with; any host can send them unchanged. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

interface PublishedDocument {
  readonly 'x-error-catalogue': readonly { errorCode: string; cause: string; fix: string }[];
  readonly 'x-hidden-characters': string;
  readonly paths: Readonly<Record<string, { post?: { summary: string } }>>;
  readonly components: { readonly schemas: { readonly AddressFormat: { readonly enum: readonly string[] } } };
}

/** The words of the contract, from the published document: what each error means, and what each operation is called. */
const contractWords: Plugin = {
  name: 'contract-words',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^contract:words$/ }, () => ({ path: 'words', namespace: 'contract' }));
    onLoad({ filter: /.*/, namespace: 'contract' }, () => {
      const file = fileURLToPath(import.meta.resolve('@mintmark/openapi/openapi.json'));
      const document: PublishedDocument = JSON.parse(readFileSync(file, 'utf8'));
      const errors = document['x-error-catalogue'].map(({ errorCode, cause, fix }) => [errorCode, { cause, fix }]);
      const operations = Object.entries(document.paths).flatMap(([path, { post }]) =>
        path.includes('/submit/') && post ? [[path.split('/').at(-1), post.summary]] : [],
      );
      const words = {
        errors: Object.fromEntries(errors),
        operations: Object.fromEntries(operations),
        addressFormats: document.components.schemas.AddressFormat.enum,
        hiddenCharacters: document['x-hidden-characters'],
      };
      return { contents: JSON.stringify(words), loader: 'json', watchFiles: [file] };
    });
  },
};

/**
 * Builds the console into a flat directory. Each file is replaced as a whole, because a service may be reading the directory.
 */
export async function buildConsole(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const made = mkdtempSync(`${directory}-`);
  try {
    for (const name of copies) copyFileSync(join(source, name), join(made, name));
    await build({
      entryPoints: [join(source, 'console.tsx')],
      outdir: made,
      // Each page is a file of its own, loaded when it is opened.
      splitting: true,
      chunkNames: '[name]-[hash]',
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2024',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      legalComments: 'none',
      logLevel: 'error',
      plugins: [contractWords],
    });
    const files = readdirSync(made);
    const isOld = (name: string) => !files.includes(name) && name !== 'headers.json';
    for (const name of readdirSync(directory).filter(isOld)) rmSync(join(directory, name), { recursive: true });
    // The page itself comes after its parts, and the headers last: their time says that the directory is complete.
    const entry = ['console.js', 'index.html'];
    for (const name of [...files.filter((name) => !entry.includes(name)), ...entry])
      renameSync(join(made, name), join(directory, name));
    writeFileSync(join(directory, 'headers.json'), `${JSON.stringify(headers, null, 2)}\n`);
  } finally {
    rmSync(made, { recursive: true });
  }
}

if (import.meta.main) await buildConsole(join(import.meta.dirname, 'page'));

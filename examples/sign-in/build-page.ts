import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const source = join(import.meta.dirname, 'src');

/** Builds the page into a flat directory, which any static host can serve. */
export async function buildPage(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const name of ['index.html', 'page.css', 'favicon.svg']) copyFileSync(join(source, name), join(directory, name));
  await build({
    entryPoints: [join(source, 'page.ts')],
    outfile: join(directory, 'page.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    legalComments: 'none',
    logLevel: 'error',
  });
}

if (import.meta.main) await buildPage(process.argv[2] ?? join(import.meta.dirname, 'dist'));

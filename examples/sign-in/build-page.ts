import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const source = join(import.meta.dirname, 'src');
const copies = ['index.html', 'page.css', 'favicon.svg'];

/**
 * Builds the page into a flat directory, which any static host can serve. Each file is replaced as a whole, because a service may be
 * reading the directory.
 */
export async function buildPage(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const made = mkdtempSync(`${directory}-`);
  try {
    for (const name of copies) copyFileSync(join(source, name), join(made, name));
    await build({
      entryPoints: [join(source, 'page.ts')],
      outfile: join(made, 'page.js'),
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2024',
      legalComments: 'none',
      logLevel: 'error',
    });
    // The script last: its time says that the page is complete.
    for (const name of [...copies, 'page.js']) renameSync(join(made, name), join(directory, name));
  } finally {
    rmSync(made, { recursive: true });
  }
}

if (import.meta.main) await buildPage(process.argv[2] ?? join(import.meta.dirname, 'dist'));

import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files that a page tells the reader to save, in a directory from where they can import the libraries of this package. */
export interface PageFiles extends Disposable {
  readonly directory: string;
  readonly names: readonly string[];
}

const namedFile = /`(?:scripts\/)?([\w-]+\.ts)`:\n\n```ts\n(.*?)```/gs;

/** Saves the files of a page in docs. */
export function savePageFiles(page: string): PageFiles {
  const markdown = readFileSync(join(import.meta.dirname, '../../../docs', page), 'utf8');
  const directory = mkdtempSync(join(tmpdir(), 'mintmark-page-'));
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  const files = [...markdown.matchAll(namedFile)].map(([, name = '', code = '']) => ({ name, code }));
  for (const { name, code } of files) writeFileSync(join(directory, name), code);
  return {
    directory,
    names: files.map(({ name }) => name),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  };
}

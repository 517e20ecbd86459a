import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../..');

/** The rooms that handle keys, and who may import them. */
const rooms = {
  'custody/curves': ['custody/curves', 'custody/derivation', 'custody/tasks'],
  'custody/derivation': ['custody/derivation', 'custody/tasks'],
  'custody/tasks': ['custody/keys', 'custody/tasks', 'custody/thread-program.ts'],
};

test.each(Object.entries(rooms))('behavior: %s is imported by nobody else than %j', async (room, importers) => {
  const found: string[] = [];
  for await (const file of glob('**/!(*.test).ts', { cwd: source })) {
    const text = await readFile(join(source, file), 'utf8');
    const imports = [...text.matchAll(/^import (?!type)[^;]* from '(\.[^']+)';$/gm)].map(([, path]) =>
      join(file, '..', path as string),
    );
    if (imports.some((path) => path.startsWith(`${room}/`))) found.push(file.split('/').slice(0, 2).join('/'));
  }
  expect([...new Set(found)].toSorted()).toEqual(importers);
});

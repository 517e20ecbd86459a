import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The files that know the process. Everything else gets what it needs as an argument, so that tests can run it in theirs. */
const own = ['bin.ts', 'process-surroundings.ts', 'worker.ts'];

/** The id of the user is a fact about the machine, and no test needs another one. */
const touch =
  /\bconsole\.\w+|\b(?:globalThis|process)\.(?!getuid\b)\w+|\bprocess\[|['"](?:node:)?(?:process|console)['"]/g;

const touches = (source: string) => source.match(touch) ?? [];

const sources = globSync('**/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith('.test.ts') && !own.includes(file))
  .map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')] as const);

test('default: no command touches the process', () => {
  expect(sources.length).toBeGreaterThan(60);
  const found = sources.flatMap(([file, source]) => touches(source).map((words) => `${file}: ${words}`));
  expect(found).toEqual([]);
});

test('behavior: no command copies the surroundings, because that reads the signal, and the process then handles signals', () => {
  expect(sources.filter(([, source]) => source.includes('...surroundings')).map(([file]) => file)).toEqual([]);
});

test.each([
  "console.log('x');",
  'const { PORT } = process.env;',
  'process.exitCode = 1;',
  'process.exit(1);',
  'text(process.stdin)',
  'process.stdout.write(text);',
  'resolve(process.cwd(), path)',
  "process.on('SIGINT', stop);",
  "process['env']",
  "import { env } from 'node:process';",
  "import { log } from 'node:console';",
  'globalThis.process',
])('behavior: finds %s', (source) => {
  expect(touches(source)).not.toEqual([]);
});

test.each([
  "import { readSettings } from '@mintmark/server/runtime/process/settings';",
  '// It ends with its process.',
  'const id = process.getuid?.();',
])('behavior: passes %s', (source) => {
  expect(touches(source)).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const own = ['call', 'completion'];
const allowed = [
  /^node:/,
  /^@mintmark\/stamper\b/,
  /^@mintmark\/server\/(storage\/files\/|runtime\/process\/settings-error$|core\/requests\/printable$)/,
  /^(call|terminal|completion)\//,
  /^commands\/command\.ts$/,
  /^(path-from|surroundings)\.ts$/,
];

// The command line is made from the document, and the service from the schemas. If one used the other, both could be wrong
// together, and no test would find it.
test('behavior: the command line imports nothing of the service', () => {
  const files = globSync(`{${own.join(',')}}/*.ts`, { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(10);
  const foreign = files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/\b(?:from|import) ?\(?'([^']+)'/g)]
      .map(([, name = '']) => (name.startsWith('.') ? posix.join(posix.dirname(file), name) : name))
      .filter((name) => !allowed.some((pattern) => pattern.test(name)))
      .map((name) => `${file}: ${name}`),
  );
  expect(foreign).toEqual([]);
});

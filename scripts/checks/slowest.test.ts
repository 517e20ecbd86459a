import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { slowest } from './slowest.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'slowest-'));
  await mkdir(join(root, 'packages/idle'), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

/** Writes the report of a package: the tests of each file, with their milliseconds. */
async function reported(folder: string, files: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  const path = join(root, folder, 'node_modules/.cache/tests.json');
  await mkdir(dirname(path), { recursive: true });
  const startTime = Date.UTC(2026, 0, 2, 3, 4, 5);
  const testResults = Object.entries(files).map(([file, tests]) => ({
    name: join(root, folder, file),
    startTime,
    endTime: startTime + Object.values(tests).reduce((sum, ms) => sum + ms, 0),
    assertionResults: Object.entries(tests).map(([fullName, duration]) => ({ fullName, duration })),
  }));
  await writeFile(path, JSON.stringify({ startTime, testResults }));
}

test('default', async () => {
  await reported('packages/small', { 'src/a.test.ts': { default: 50 } });
  await reported('scripts', { 'b.test.ts': { default: 1200, 'error: late': 3000 }, 'c.test.ts': { default: 4000 } });
  expect(await slowest(root, 2)).toMatchInlineSnapshot(`
    "Seconds of all test files in each package, which run in parallel:
         8.2  scripts, run at 2026-01-02 03:04 UTC
         0.1  packages/small, run at 2026-01-02 03:04 UTC

    The slowest test files:
         4.2  scripts/b.test.ts
         4.0  scripts/c.test.ts

    The slowest tests:
         4.0  scripts/c.test.ts > default
         3.0  scripts/b.test.ts > error: late"
  `);
});

test('behavior: a test that was skipped has no duration', async () => {
  const file = { name: join(root, 'scripts/a.test.ts'), startTime: 0, endTime: 0 };
  await reported('scripts', {});
  const report = { startTime: 0, testResults: [{ ...file, assertionResults: [{ fullName: 'skipped' }] }] };
  await writeFile(join(root, 'scripts/node_modules/.cache/tests.json'), JSON.stringify(report));
  expect(await slowest(root)).toContain('0.0  scripts/a.test.ts > skipped');
});

test('error: no complete run', async () => {
  await expect(slowest(root)).rejects.toThrow('run npm test first');
});

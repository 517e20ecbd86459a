import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { slowest } from './slowest.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'slowest-'));
  await mkdir(join(root, 'packages/idle'), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

/** Writes the reports of a package: the CPU time of each file in a project, and its tests, with their milliseconds. */
async function reported(
  folder: string,
  files: readonly { file: string; project?: string; cpuMs?: number; tests: Readonly<Record<string, number>> }[],
) {
  const cache = join(root, folder, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const startTime = Date.UTC(2026, 0, 2, 3, 4, 5);
  const testResults = files.map(({ file, tests }) => ({
    name: join(root, folder, file),
    assertionResults: Object.entries(tests).map(([fullName, duration]) => ({ fullName, duration })),
  }));
  await writeFile(join(cache, 'tests.json'), JSON.stringify({ startTime, testResults }));
  const costs = files.flatMap(({ file, project = '', cpuMs }) =>
    cpuMs === undefined ? [] : [{ name: join(root, folder, file), project, cpuMs }],
  );
  await writeFile(join(cache, 'cpu.json'), JSON.stringify(costs));
}

test('default', async () => {
  await reported('packages/small', [{ file: 'src/a.test.ts', project: 'pure', cpuMs: 60, tests: { default: 50 } }]);
  await reported('scripts', [
    { file: 'b.test.ts', cpuMs: 9000, tests: { default: 1200, 'error: late': 3000 } },
    { file: 'c.test.ts', cpuMs: 20, tests: { default: 4000 } },
  ]);
  expect(await slowest(root, 2)).toMatchInlineSnapshot(`
    "CPU seconds of all test files in each package:
         9.0  scripts, run at 2026-01-02 03:04 UTC
         0.1  packages/small, run at 2026-01-02 03:04 UTC

    The test files that used most CPU seconds:
         9.0  scripts/b.test.ts
         0.1  packages/small/src/a.test.ts (pure)

    The tests that took most seconds:
         4.0  scripts/c.test.ts > default
         3.0  scripts/b.test.ts > error: late"
  `);
});

test('behavior: where the CPU time is not known, only tests are listed', async () => {
  await reported('scripts', [{ file: 'a.test.ts', tests: { default: 4000 } }]);
  await rm(join(root, 'scripts/node_modules/.cache/cpu.json'));
  expect(await slowest(root)).toContain('4.0  scripts/a.test.ts > default');
});

test('behavior: a test that was skipped has no duration', async () => {
  const file = { name: join(root, 'scripts/a.test.ts') };
  await reported('scripts', []);
  const report = { startTime: 0, testResults: [{ ...file, assertionResults: [{ fullName: 'skipped' }] }] };
  await writeFile(join(root, 'scripts/node_modules/.cache/tests.json'), JSON.stringify(report));
  expect(await slowest(root)).toContain('0.0  scripts/a.test.ts > skipped');
});

test('error: no complete run', async () => {
  await expect(slowest(root)).rejects.toThrow('run npm test first');
});

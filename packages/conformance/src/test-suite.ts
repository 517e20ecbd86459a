import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runtimes } from './runtimes/index.ts';

/** The result of a suite. */
export interface SuiteReport {
  /** The number of passed checks, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** A line for each check that failed. */
  readonly failures: readonly string[];
}

/**
 * Tests that a suite passes in every runtime, with the same counts in each.
 *
 * @example
 * testSuite(new URL('./sign-and-verify.ts', import.meta.url));
 */
export function testSuite(suite: URL): void {
  const title = basename(suite.pathname, '.ts');
  describe(title, () => {
    let expected: SuiteReport['counts'] | undefined;
    for (const { name, find, run } of runtimes) {
      const executable = find(`${title} in ${name}`);
      test.skipIf(!executable)(`behavior: passes in ${name}`, async () => {
        const { counts, failures } = (await run(executable ?? '', suite)) as SuiteReport;
        console.log(`${title} in ${name}: ${sentence(counts)}, ${failures.length} failures`);
        expect(failures).toEqual([]);
        expect(Object.values(counts)).not.toEqual([]);
        expect(Object.values(counts)).not.toContain(0);
        expected ??= counts;
        expect(counts).toEqual(expected);
      });
    }
  });
}

function sentence(counts: SuiteReport['counts']): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
}

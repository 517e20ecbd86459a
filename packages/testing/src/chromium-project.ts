import { playwright } from '@vitest/browser-playwright';
import type { TestProjectConfiguration } from 'vitest/config';
import { inFull } from './effort.ts';
import { findTestBrowser, launchOptions } from './test-browser.ts';

/**
 * The projects of Vitest that run the tests of a package in Chromium: one in the full effort, none in the usual one. It repeats what the
 * tests found in Node, so random tests draw the small counts there.
 *
 * @param exclude Tests that are about Node.
 */
export function chromiumProjects(exclude: readonly string[] = []): TestProjectConfiguration[] {
  const executablePath = inFull('its tests in Chromium') ? findTestBrowser('the tests in Chromium') : undefined;
  if (executablePath === undefined) return [];
  return [
    {
      // What the other projects observe about files of tests needs Node.
      extends: false,
      // A page has no environment.
      define: { 'process.env': JSON.stringify({ TEST_EFFORT: 'usual' }) },
      test: {
        name: 'Chromium',
        include: ['src/**/*.test.ts'],
        exclude: [...exclude],
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({ launchOptions: launchOptions(executablePath) }),
          instances: [{ browser: 'chromium' }],
        },
      },
    },
  ];
}

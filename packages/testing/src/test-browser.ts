import { accessSync, constants } from 'node:fs';
import { notRun } from '@mintmark/testing/not-run';
import type { LaunchOptions } from 'playwright';

const remedy =
  'install it (Debian: apt-get install chromium-headless-shell) and run npm test, or name its executable in CHROMIUM_PATH';

/**
 * Finds the browser that the set-up detected.
 *
 * Without one it prints what is not run, and the test must be skipped. In CI a missing browser is an error.
 */
export function findTestBrowser(what: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const path = env['CHROMIUM_PATH'];
  if (path) {
    accessSync(path, constants.X_OK);
    return path;
  }
  return notRun(what, 'Chromium', remedy, env);
}

/** How tests start Chromium: headless and without background network traffic. */
export function launchOptions(executablePath: string): LaunchOptions {
  return {
    executablePath,
    // The sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  };
}

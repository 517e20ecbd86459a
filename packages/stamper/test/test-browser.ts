import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const remedy =
  'install it (Debian: apt-get install chromium) and run npm test, or name its executable in CHROMIUM_PATH';

/**
 * The browser that a test needs, which the set-up found.
 *
 * Without one the test is to be skipped, and a printed line says what was not run; in CI that is an error.
 */
export function findTestBrowser(what: string): string | undefined {
  const path = process.env['CHROMIUM_PATH'];
  if (path) {
    accessSync(path, constants.X_OK);
    return path;
  }
  if (process.env['CI']) throw new Error(`${what} needs Chromium, and there is none: ${remedy}`);
  console.warn(`not run: ${what}, for want of Chromium: ${remedy}`);
  return undefined;
}

/** Starts the browser, headless, and able to reach nothing but this machine. */
export function launchTestBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
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
  });
}

import { accessSync, constants } from 'node:fs';
import { notRun } from '@mintmark/testing/not-run';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';

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

/** How long a page may take for one step. It only ends a hang: on a busy machine, the library's half a minute is not enough. */
const stepLimitMs = 5 * 60 * 1000;

/** Starts the browser, headless and without background network traffic. */
export async function launchTestBrowser(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch(launchOptions(executablePath));
  return browser.on('context', (context) => context.setDefaultTimeout(stepLimitMs));
}

/** Starts the browser with a persistent profile in a folder. */
export async function launchTestProfile(executablePath: string, folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, launchOptions(executablePath));
  context.setDefaultTimeout(stepLimitMs);
  return context;
}

function launchOptions(executablePath: string): LaunchOptions {
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

/** A platform authenticator for CDP's WebAuthn.addVirtualAuthenticator, whose user always consents. */
export const virtualAuthenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

import { launchOptions } from '@mintmark/testing/test-browser';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

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

/** A platform authenticator for CDP's WebAuthn.addVirtualAuthenticator, whose user always consents. */
export const virtualAuthenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

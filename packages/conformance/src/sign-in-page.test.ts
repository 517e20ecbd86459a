import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compileCache } from '@mintmark/testing/compile-cache';
import { startOidcIssuer, type TestOidcIssuer } from '@mintmark/testing/oidc-issuer';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchTestBrowser, virtualAuthenticator } from './runtimes/test-browser.ts';

const executablePath = findTestBrowser('the sample page that signs users in');
const root = join(import.meta.dirname, '../../..');

/** What a user sees after a sign-in. */
interface SignedIn {
  readonly user: string;
  readonly address: string;
  readonly organizationId: string;
}

describe.skipIf(!executablePath)('sample page', () => {
  let directory: string;
  let issuer: TestOidcIssuer;
  let service: ChildProcess;
  let greeting = '';
  let address: string;
  let browser: Browser;
  const complaints: string[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'mintmark-sign-in-'));
    const port = await freePort();
    address = `http://localhost:${port}/demo/`;
    issuer = await startOidcIssuer({ redirectUris: [address] });
    const config = join(directory, 'config.json');
    const issuers = [{ issuer: issuer.issuer, audiences: [issuer.clientId] }];
    writeFileSync(config, JSON.stringify({ oidc: { issuers } }), { mode: 0o600 });
    const settings = { PORT: String(port), MINTMARK_CONFIG_FILE: config, MINTMARK_WORKERS: '1' };
    const env = { PATH: process.env['PATH'], ...settings, ...compileCache };
    const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], { cwd: directory, env });
    service = child;
    const stderr = text(child.stderr);
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      greeting += chunk;
      if (/^try .*\n/m.test(greeting)) break;
    }
    if (child.exitCode !== null) throw new Error(await stderr);
    browser = await launchTestBrowser(executablePath ?? '');
  });

  afterAll(async () => {
    await browser?.close();
    service?.kill('SIGTERM');
    if (service?.exitCode === null) await once(service, 'exit');
    await issuer?.close();
    rmSync(directory, { recursive: true });
  });

  /** Opens the page in the browser of a new user, who has an authenticator. */
  async function open(): Promise<Page> {
    const context: BrowserContext = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', { options: virtualAuthenticator });
    page.on('pageerror', (error) => complaints.push(`thrown ${error.message}`));
    page.on('console', (message) => complaints.push(`${message.type()} ${message.text()}`));
    await page.goto(address);
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    return page;
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  /** Waits until the page shows a user. An error on the page fails immediately, with its words. */
  async function signedIn(page: Page): Promise<SignedIn> {
    await page.locator('#signed-in:not([hidden]), #error:not([hidden])').first().waitFor();
    expect(await page.locator('#error').innerText()).toBe('');
    const [user, shown, organizationId] = await Promise.all(
      ['#user-name', '#address', '#organization'].map((id) => page.locator(id).innerText()),
    );
    return { user: user ?? '', address: shown ?? '', organizationId: organizationId ?? '' };
  }

  async function logOut(page: Page): Promise<void> {
    await press(page, 'Log out');
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  }

  /** Asks for a code, and enters what the development mailbox got. */
  async function enterCode(page: Page, email: string): Promise<void> {
    await page.getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    const code = page.getByLabel('Code');
    await code.waitFor();
    await code.fill(await codeFor(join(directory, '.mintmark/mail'), email));
    await page.keyboard.press('Enter');
  }

  /** Signs in at the provider. */
  async function visitProvider(page: Page, login: string): Promise<void> {
    await press(page, 'Continue with OpenID');
    await page.getByLabel('Login').fill(login);
    await press(page, 'Sign in');
    await page.waitForURL(`${address}**`);
  }

  test('default: npm start tells where the page is', () => {
    expect(greeting).toContain(`\ndemo          ${address}\n`);
  });

  test('default: with a passkey: sign up, sign a message, log out, log in', async () => {
    const page = await open();
    await page.getByLabel('Your name').fill('Ada');
    await page.keyboard.press('Enter');
    const first = await signedIn(page);
    expect(first).toMatchObject({ user: 'Ada', address: expect.stringMatching(/^0x[0-9A-Fa-f]{40}$/) });

    await page.getByLabel('Message').fill('Hello, wörld');
    await press(page, 'Sign');
    const signature = page.locator('#signature:not([hidden])');
    await signature.waitFor();
    expect(signerOf('Hello, wörld', await signature.innerText())).toBe(first.address.toLowerCase());

    await logOut(page);
    await press(page, 'Log in with a passkey');
    expect(await signedIn(page)).toEqual(first);
    await page.context().close();
  });

  test('default: with a code by e-mail: sign up, log out, log in', async () => {
    const page = await open();
    await enterCode(page, 'grace@example.com');
    const first = await signedIn(page);
    expect(first).toMatchObject({ user: 'grace@example.com', address: expect.stringMatching(/^0x/) });
    await logOut(page);
    await enterCode(page, 'grace@example.com');
    expect(await signedIn(page)).toEqual(first);
    await page.context().close();
  });

  test('default: with OpenID Connect: sign up, log out, log in', async () => {
    const page = await open();
    await page.getByLabel('Your name').fill('Katherine');
    await visitProvider(page, 'katherine@example.com');
    const first = await signedIn(page);
    expect(first).toMatchObject({ user: 'Katherine', address: expect.stringMatching(/^0x/) });
    expect(page.url()).toBe(address);
    await logOut(page);
    // The provider remembers the user, so that it does not ask again.
    await press(page, 'Continue with OpenID');
    expect(await signedIn(page)).toEqual(first);
    await page.context().close();
  });

  test('behavior: a reload keeps the session, whose key no script can read', async () => {
    const page = await open();
    await press(page, 'Sign up with a passkey');
    const first = await signedIn(page);
    await page.reload();
    expect(await signedIn(page)).toEqual(first);
    const extractable = await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('mintmark');
      opening.onsuccess = () => {
        const reading = opening.result.transaction('keys').objectStore('keys').get('session');
        reading.onsuccess = () => resolve(reading.result.privateKey.extractable);
      };
    })`);
    expect(extractable).toBe(false);
    await page.context().close();
  });

  test('error: a wrong code is told, and another try works', async () => {
    const page = await open();
    await page.getByLabel('E-mail address').fill('wrong@example.com');
    await press(page, 'Send a code');
    await page.getByLabel('Code').fill('000000000');
    await press(page, 'Continue');
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('This code is not valid');
    await page.getByLabel('Code').fill(await codeFor(join(directory, '.mintmark/mail'), 'wrong@example.com'));
    await press(page, 'Continue');
    expect(await signedIn(page)).toMatchObject({ user: 'wrong@example.com' });
    await page.context().close();
  });

  test('behavior: fits a narrow screen, and violates no policy', async () => {
    const page = await open();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.context().close();
    expect(complaints.filter((complaint) => !/status of 4\d\d/.test(complaint))).toEqual([]);
  });
});

/** A port that nobody uses. The provider has to know the address of the page before the service starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const usedCodes = new Set<string>();

/** The code in the newest mail to an address, once it is another one than before. */
async function codeFor(mailbox: string, email: string): Promise<string> {
  let code = '';
  await expect
    .poll(() => {
      code = newestCode(mailbox, email) ?? '';
      return code !== '' && !usedCodes.has(code);
    })
    .toBe(true);
  usedCodes.add(code);
  return code;
}

/** Its own line of the text part (RFC 5322 files, in the order of their names). */
function newestCode(mailbox: string, email: string): string | undefined {
  let names: string[] = [];
  try {
    names = readdirSync(mailbox).sort();
  } catch {
    // The first mail makes the folder.
  }
  const mail = names
    .map((name) => readFileSync(join(mailbox, name), 'latin1'))
    .findLast((mail) => mail.includes(`To: ${email}`));
  return /^([0-9A-Z]{6,9})\r?$/m.exec(mail ?? '')?.[1];
}

/** The address of whoever signed a message (EIP-191). */
function signerOf(message: string, signature: string): string {
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const words = Buffer.from(message);
  const digest = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${words.length}`), words]));
  const recovered = Buffer.concat([Uint8Array.of((bytes[64] ?? 0) - 27), bytes.subarray(0, 64)]);
  const point = secp256k1.Point.fromBytes(secp256k1.recoverPublicKey(recovered, digest, { prehash: false }));
  return `0x${Buffer.from(keccak_256(point.toBytes(false).subarray(1)).subarray(12)).toString('hex')}`;
}

import { readFileSync } from 'node:fs';
import { createMemoryStore, createSignIn } from '@mintmark/client/sign-in';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSentCode } from '../targets/read-sent-code.ts';
import { axeViolations, type ConsoleRig, createConsoleRig } from './console-rig.ts';
import { goTo, press } from './page-actions.ts';

const executablePath = findTestBrowser('signing in to the console');

const isSignedIn = (page: Page) => page.getByRole('button', { name: 'Sign out' }).waitFor();
const isSignedOut = (page: Page) => page.getByRole('heading', { name: 'Mintmark console' }).waitFor();

/** The names of the keys that the page left in the browser. */
const storedKeys = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const keys = await new Promise<IDBValidKey[]>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAllKeys();
          request.onsuccess = () => resolve(request.result);
        });
        names.push(...keys.map(String));
      }
      database.close();
    }
    return names;
  });

/** Everything that the page keeps or shows as text. */
const keptTexts = (page: Page) =>
  page.evaluate(() => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
    return [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.documentElement.outerHTML,
      ...inputs,
    ].join();
  });

describe.skipIf(!executablePath)('console: sign-in', () => {
  let rig: ConsoleRig;

  beforeAll(async () => {
    rig = await createConsoleRig(executablePath ?? '');
  });
  afterAll(() => rig?.[Symbol.asyncDispose]());

  /** The code of a mail that is newer than the one with this code. */
  async function newCode(email: string, before: string): Promise<string> {
    await expect.poll(() => readSentCode(rig, email)).not.toBe(before);
    return readSentCode(rig, email);
  }

  test('default: with a key file; nothing of it is left in the browser', async () => {
    const page = await rig.openAsRoot();
    await isSignedIn(page);
    expect(await storedKeys(page)).toEqual([]);
    const { apiPrivateKey } = JSON.parse(readFileSync(rig.rootFile, 'utf8'));
    expect(await keptTexts(page)).not.toContain(apiPrivateKey);
    await page.reload();
    await isSignedOut(page);
    expect(await page.getByLabel('Organization').inputValue()).toBe(rig.organizationId);
    await page.context().close();
  });

  test('default: with a pasted key that is kept in the browser; a reload stays signed in, signing out removes it', async () => {
    const page = await rig.open();
    await page.getByLabel('API key').fill(readFileSync(rig.rootFile, 'utf8'));
    await page.getByLabel('Keep it in this browser').check();
    await press(page, 'Sign in with the key');
    await isSignedIn(page);
    expect(await storedKeys(page)).toEqual(['console api key']);
    await page.reload();
    await isSignedIn(page);

    const other = await page.context().newPage();
    await other.goto(rig.url);
    await isSignedIn(other);
    await press(other, 'Sign out');
    await isSignedOut(other);
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
    expect(await storedKeys(other)).toEqual([]);
    await page.context().close();
  });

  test('default: with a code by e-mail', async () => {
    const email = 'ada@example.com';
    const { authProxyConfigId, keys } = JSON.parse(readFileSync(rig.rootFile, 'utf8'));
    const { organizationId } = rig;
    const signUp = createSignIn({
      baseUrl: new URL(rig.url).origin,
      organizationId,
      authProxyConfigId,
      otpPublicKey: keys.otp,
      store: createMemoryStore(),
    });
    const sent = await signUp.sendCode({ email });
    await signUp.logInByCode(sent, await readSentCode(rig, email), { orSignUp: { userName: 'Ada' } });

    const query = new URLSearchParams({ organization: organizationId, proxy: authProxyConfigId, otp: keys.otp });
    const page = await rig.open();
    await page.goto(`${rig.url}#/sign-in?${query}`);
    await page.getByLabel('E-mail address').fill(email);
    const before = await readSentCode(rig, email);
    await press(page, 'Send a code');
    const code = page.getByLabel('Code');
    await code.waitFor();
    await code.fill(await newCode(email, before));
    await press(page, 'Sign in');
    await isSignedIn(page);
    expect(await page.locator('.who').innerText()).toContain('Ada');
    await press(page, 'Sign out');
    await isSignedOut(page);
    expect(await storedKeys(page)).toEqual([]);
    await page.context().close();
  });

  test('default: with a passkey; one that is cancelled can be tried again', async () => {
    const page = await rig.openAsRoot();
    await goTo(page, 'Users');
    const { username } = await rig.client.whoami();
    await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: username, exact: true }).click();
    await press(page, 'Add a passkey');
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await press(page, 'Create the passkey');
    await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
    await press(page, 'Sign out');
    await isSignedOut(page);

    await rig.refusePasskeys(page, true);
    await press(page, 'Sign in with a passkey');
    expect(await page.getByRole('alert').innerText()).toContain('The key or passkey was not used.');
    await rig.refusePasskeys(page, false);
    await press(page, 'Sign in with a passkey');
    await isSignedIn(page);
    await page.reload();
    await isSignedIn(page);
    await press(page, 'Sign out');
    await isSignedOut(page);
    expect(await storedKeys(page)).toEqual([]);
    await page.context().close();
  });

  test('behavior: a page that nobody uses is locked without its keys, and keeps what was typed', async () => {
    const page = await rig.open();
    await page.clock.install();
    await page.getByLabel('Keep it in this browser').check();
    await page.getByLabel('Or choose its file').setInputFiles(rig.rootFile);
    await isSignedIn(page);
    const forgotten = await page.context().newPage();
    await forgotten.goto(rig.url);
    await isSignedIn(forgotten);
    await goTo(page, 'Wallets');
    await press(page, 'Create a wallet');
    await page.getByLabel('Name').fill('Half typed');
    await page.clock.fastForward('14:00');
    await page.keyboard.press('Shift');
    await page.clock.fastForward('14:00');
    expect(await storedKeys(page)).toEqual(['console api key']);
    await page.clock.fastForward('01:01');
    const lock = page.getByRole('dialog', { name: 'Sign in again' });
    // The tab that is locked first removes the keys of all.
    await lock.getByText(/This page was idle for a while|in another tab/).waitFor();
    await expect.poll(() => storedKeys(page)).toEqual([]);
    await forgotten.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await forgotten.close();
    expect(await axeViolations(page)).toEqual([]);

    await lock.getByLabel('Or choose its file').setInputFiles(rig.rootFile);
    await lock.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Half typed');
    await page.context().close();
  });

  test.each([
    ['a text that is no key', 'nonsense'],
    ['a file of another key', '{"apiPublicKey":"02ab","apiPrivateKey":"cd"}'],
  ])('error: %s', async (_, source) => {
    const page = await rig.open();
    await page.getByLabel('API key').fill(source);
    await press(page, 'Sign in with the key');
    expect(await page.getByRole('alert').innerText()).toContain('not a private key that can be used');
    await page.context().close();
  });

  test('error: a key that the organization does not know', async () => {
    const page = await rig.open();
    await page.getByLabel('Organization').fill(rig.organizationId);
    await page.getByLabel('API key').fill('11'.repeat(32));
    await press(page, 'Sign in with the key');
    const words = await page.getByRole('alert').innerText();
    expect(words).toContain('Check organizationId, or register the key.');
    expect(await page.getByLabel('API key').inputValue()).toBe('11'.repeat(32));
    await page.context().close();
  });

  test('behavior: no violation of accessibility, and no complaint of the browser but refused requests', async () => {
    const page = await rig.open({ width: 360, scheme: 'dark' });
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(rig.complaints.filter((words) => !words.includes('401'))).toEqual([]);
    expect([...rig.origins]).toEqual([new URL(rig.url).origin]);
    await page.context().close();
  });
});

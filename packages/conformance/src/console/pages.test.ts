import { inFull } from '@mintmark/testing/effort';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, type ConsoleRig, createConsoleRig } from './console-rig.ts';

const executablePath = findTestBrowser('every page of the console');

/** Markup, and as many characters as a name may have. */
const hostile = `<img src=x onerror=hacked()><b>name${'w'.repeat(200)}</b>`;
/** With a mark that turns text around, and with an invisible character. Names of earlier versions may have them, too. */
const unseen = `${hostile}\u202eton ,\u200bpay`;
const escaped = `${hostile}\\u202eton ,\\u200bpay`;

const isWhole = inFull('axe-core on two of four screens, and on the pages behind dialogs');

/** axe-core takes far longer than all else, so the usual effort has it look at each width and at each scheme once. */
const screens = [
  { width: 360, scheme: 'light', isScanned: true },
  { width: 360, scheme: 'dark', isScanned: isWhole },
  { width: 1300, scheme: 'light', isScanned: isWhole },
  { width: 1300, scheme: 'dark', isScanned: true },
] as const;

/** What axe-core checks of a dialog. Only the rules about colours depend on the scheme. */
const dialogScopes = isWhole
  ? { light: {}, dark: {} }
  : { light: { within: 'dialog' }, dark: { within: 'dialog', tag: 'cat.color' } };

const opensDialog = /…$|^(Add|Change|Create|Export|Import|Rename|Set|Show the QR)\b/;

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

/** Gives every kind of thing that the console shows a hostile name. */
async function fill({ client }: ConsoleRig): Promise<void> {
  const { userTagId } = await client.createUserTagOrThrow({ userTagName: hostile, userIds: [] });
  const user = { userName: hostile, userTags: [userTagId], apiKeys: [], authenticators: [], oauthProviders: [] };
  await client.createUsersOrThrow({ users: [{ ...user, userEmail: 'hostile@example.com' }] });
  await client.createWalletOrThrow({ walletName: hostile, accounts: [{ ...account, name: hostile }] });
  const { curve, addressFormat } = account;
  const key = { privateKeyName: hostile, curve, privateKeyTags: [], addressFormats: [addressFormat] };
  await client.createPrivateKeysOrThrow({ privateKeys: [key] });
  const policy = { policyName: hostile, effect: 'EFFECT_ALLOW', condition: "activity.action == 'SIGN'" } as const;
  await client.createPolicyOrThrow({ ...policy, consensus: '', notes: unseen });
  const rootUser = {
    userName: hostile,
    userEmail: 'sub@example.com',
    apiKeys: [],
    authenticators: [],
    oauthProviders: [],
  };
  await client.createSubOrganizationOrThrow({
    subOrganizationName: hostile,
    rootUsers: [rootUser],
    rootQuorumThreshold: 1,
  });
  await client.createSmartContractInterfaceOrThrow({
    smartContractAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    smartContractInterface: '[]',
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: hostile,
    notes: unseen,
  });
  await client.createWebhookEndpointOrThrow({
    url: 'https://example.com/hook',
    name: hostile,
    subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
  });
}

describe.skipIf(!executablePath)('console: every page', () => {
  let rig: ConsoleRig;

  beforeAll(async () => {
    rig = await createConsoleRig(executablePath ?? '');
    await fill(rig);
  });
  afterAll(() => rig?.[Symbol.asyncDispose]());

  /** Waits until a page has loaded what it shows, instead of the page with a title before it. */
  async function settled(page: Page, before: string): Promise<void> {
    await expect.poll(() => page.getByRole('heading', { level: 1 }).allInnerTexts()).not.toContain(before);
    await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
  }

  const placeOf = async (page: Page, width: number) =>
    `${await page.getByRole('heading', { level: 1 }).innerText()} at ${width}`;

  /** Everything that must hold of a page, whatever it shows, but for what axe-core finds. */
  async function check(page: Page, width: number): Promise<void> {
    const where = await placeOf(page, width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width);
    expect(await page.locator('main img, main b').count(), where).toBe(0);
    expect(await page.locator('main').evaluate((main) => /[\u202e\u200b]/.test(main.outerHTML)), where).toBe(false);
  }

  /** The same of every dialog that a page can open. Returns their titles. */
  async function checkDialogs(page: Page, width: number, scheme: 'light' | 'dark'): Promise<string[]> {
    const seen: string[] = [];
    for (const button of await page.locator('main').getByRole('button', { name: opensDialog }).all()) {
      await button.click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await check(page, width);
      expect(await axeViolations(page, dialogScopes[scheme]), await placeOf(page, width)).toEqual([]);
      seen.push(await dialog.getByRole('heading').first().innerText());
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    return seen;
  }

  /** Opens every page of the navigation, and the first thing that it lists. */
  async function visit(page: Page, look: () => Promise<void>): Promise<void> {
    for (const link of await page.getByRole('navigation').getByRole('link').all()) {
      const title = await link.innerText();
      await link.click();
      await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
      await settled(page, '');
      await look();
      const detail = page.locator('main table a').first();
      if ((await detail.count()) === 0) continue;
      await detail.click();
      await settled(page, title);
      await look();
      // The navigation of a sub-organization leads to its own pages.
      await page.goBack();
    }
  }

  test.each(screens)(
    'behavior: accessible, and names are text, at $width px, $scheme',
    async ({ width, scheme, isScanned }) => {
      const page = await rig.openAsRoot({ width, scheme });
      let [named, shown] = [0, 0];
      await visit(page, async () => {
        await check(page, width);
        if (isScanned) expect(await axeViolations(page), await placeOf(page, width)).toEqual([]);
        named += await page.getByText(hostile).count();
        shown += await page.getByText(escaped).count();
      });
      expect(named).toBeGreaterThan(12);
      expect(shown).toBeGreaterThan(0);
      await page.context().close();
    },
  );

  test.each(['light', 'dark'] as const)('behavior: the same of every dialog, %s', async (scheme) => {
    const width = 360;
    const page = await rig.openAsRoot({ width, scheme });
    const titles: string[] = [];
    await visit(page, async () => {
      titles.push(...(await checkDialogs(page, width, scheme)));
    });
    expect(titles, titles.join(', ')).toHaveLength(30);
    await page.context().close();
  });

  test('behavior: no complaint, no request to another origin', () => {
    // The browser complains about each refusal. The service cannot decide again about every past activity, and an organization
    // without a sign-up proxy has no configuration of one.
    const isExpected = (words: string) =>
      words.includes('status of 400') && /\/(dry_run_activity|get_auth_proxy_config)$/.test(words);
    expect(rig.complaints.filter((words) => !isExpected(words))).toEqual([]);
    expect([...rig.origins]).toEqual([new URL(rig.url).origin]);
  });
});

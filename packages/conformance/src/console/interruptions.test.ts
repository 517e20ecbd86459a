import { generatePrivateKey } from '@mintmark/stamper';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleRig, createConsoleRig } from './console-rig.ts';
import { goTo, press } from './page-actions.ts';

const executablePath = findTestBrowser('interruptions of the console');

describe.skipIf(!executablePath)('console: interruptions', () => {
  let rig: ConsoleRig;

  beforeAll(async () => {
    rig = await createConsoleRig(executablePath ?? '');
  });
  afterAll(() => rig?.[Symbol.asyncDispose]());

  const walletNames = async () => (await rig.client.listWallets()).wallets.map(({ walletName }) => walletName);

  /** Opens the form of a new wallet, and types its name. */
  async function typeWallet(walletName: string) {
    const page = await rig.openAsRoot();
    await goTo(page, 'Wallets');
    await press(page, 'Create a wallet');
    await page.getByLabel('Name').fill(walletName);
    return page;
  }

  /** Signs the root user in with a key that can be deleted. */
  async function openWithNewKey() {
    const { userId } = await rig.client.whoami();
    const key = generatePrivateKey('p256');
    const apiKeys = [{ apiKeyName: 'short', publicKey: key.publicKey.hex, curveType: 'API_KEY_CURVE_P256' as const }];
    const { apiKeyIds } = await rig.client.createApiKeysOrThrow({ userId, apiKeys });
    const page = await rig.open();
    await page.getByLabel('Organization').fill(rig.organizationId);
    await page.getByLabel('API key').fill(key.toApiKey().privateKey);
    await press(page, 'Sign in with the key');
    return { page, apiKeyId: apiKeyIds[0] ?? '' };
  }

  test('behavior: the service is away, and comes back', async () => {
    const page = await rig.openAsRoot();
    await rig.stop();
    await page.getByText('The service cannot be reached.').first().waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Policies' }).click();
    await page.getByText('This page could not be loaded.').waitFor();
    await rig.start();
    await press(page, 'Try again');
    await page.getByText('There are no policies').waitFor();
    await goTo(page, 'Activities');
    await page.getByText('Nothing is waiting for your vote.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  test('behavior: the service was upgraded: its console is loaded again, and what this one does not know is text', async () => {
    const page = await rig.openAsRoot();
    await page.route('**/console/policies-*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('navigation').getByRole('link', { name: 'Policies' }).click();
    await page.getByText('was upgraded while the console was open').waitFor();
    await page.unroute('**/console/policies-*.js');
    await press(page, 'Reload the console');
    await page.getByRole('heading', { name: 'Mintmark console' }).waitFor();

    await rig.client.createUserTagOrThrow({ userTagName: 'Engineers', userIds: [] });
    await page.route('**/list_activities', async (route) => {
      const response = await route.fetch();
      if (route.request().postDataJSON().paginationOptions.after) return route.fulfill({ response });
      const { activities } = await response.json();
      const type = 'ACTIVITY_TYPE_TELEPORT_FUNDS';
      const known = { ...activities[0], type, status: 'ACTIVITY_STATUS_TELEPORTING', intent: {}, result: {}, more: 1 };
      await route.fulfill({ response, json: { activities: [known], cursor: 'more' } });
    });
    await page.getByLabel('Or choose its file').setInputFiles(rig.rootFile);
    await page.getByText('Teleport funds').first().waitFor();
    // The page goes on asking, and one of its requests may be under way.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  test('behavior: the answer is lost: the same request is sent again, and nothing happens twice', async () => {
    const page = await typeWallet('Made once');
    let isLost = true;
    const bodies: (string | null)[] = [];
    await page.route('**/create_wallet', async (route) => {
      bodies.push(route.request().postData());
      if (!isLost) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await press(page, 'Create');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Create', exact: true }).count()).toBe(0);
    isLost = false;
    await press(page, 'Try again');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new Set(bodies).size).toBe(1);
    expect(bodies.length).toBeGreaterThan(1);
    expect(await walletNames()).toEqual(['Made once']);
    await page.context().close();
  });

  test('behavior: a slow service gets one request, however often the button is pressed', async () => {
    const page = await typeWallet('Slow');
    let requests = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/create_wallet', async (route) => {
      requests += 1;
      await promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create', exact: true }).dblclick();
    await page.getByRole('button', { name: 'Sending…' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sending…' }).waitFor();
    resolve();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(requests).toBe(1);
    expect(await walletNames()).toEqual(['Slow', 'Made once']);
    await page.context().close();
  });

  test('behavior: the key is deleted in the middle of a form, and nothing that was typed is lost', async () => {
    const { userId } = await rig.client.whoami();
    const { page, apiKeyId } = await openWithNewKey();
    await goTo(page, 'Wallets');
    await press(page, 'Create a wallet');
    await page.getByLabel('Name').fill('Kept');
    await rig.client.deleteApiKeysOrThrow({ userId, apiKeyIds: [apiKeyId] });
    await press(page, 'Create');
    const lock = page.getByRole('dialog', { name: 'Sign in again' });
    await lock.getByText('Your session has ended.').waitFor();
    expect(await walletNames()).not.toContain('Kept');

    await lock.getByLabel('Or choose its file').setInputFiles(rig.rootFile);
    await lock.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Kept');
    await press(page, 'Create');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await walletNames()).toContain('Kept');
    await page.context().close();
  });

  test('behavior: an answer is lost, then the key: the same user sends the same request with another key', async () => {
    const { userId } = await rig.client.whoami();
    const { page, apiKeyId } = await openWithNewKey();
    await goTo(page, 'Wallets');
    await press(page, 'Create a wallet');
    await page.getByLabel('Name').fill('Asked once');
    let isLost = true;
    await page.route('**/create_wallet', async (route) => {
      if (!isLost) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await press(page, 'Create');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await rig.client.deleteApiKeysOrThrow({ userId, apiKeyIds: [apiKeyId] });
    isLost = false;
    await press(page, 'Try again');
    const lock = page.getByRole('dialog', { name: 'Sign in again' });
    await lock.getByLabel('Or choose its file').setInputFiles(rig.rootFile);
    await lock.waitFor({ state: 'detached' });
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Create', exact: true }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await walletNames()).filter((name) => name === 'Asked once')).toHaveLength(1);
    await page.context().close();
  });

  test('behavior: an exported secret is gone when the page is locked', async () => {
    const { walletId } = await rig.client.createWalletOrThrow({ walletName: 'Exported', accounts: [] });
    const page = await rig.open();
    await page.clock.install();
    await page.getByLabel('Or choose its file').setInputFiles(rig.rootFile);
    await goTo(page, 'Wallets');
    await page.getByRole('link', { name: 'Exported' }).click();
    await press(page, 'Export');
    const dialog = page.getByRole('dialog', { name: 'Export the wallet' });
    await dialog.getByRole('button', { name: 'Export' }).click();
    await press(page, 'Show the mnemonic');
    const mnemonic = await dialog.locator('.secret code').innerText();
    expect(mnemonic.split(' ')).toHaveLength(12);
    await page.clock.fastForward('15:01');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    expect(await page.content()).not.toContain(mnemonic);
    expect((await rig.client.getWallet({ walletId })).wallet.exported).toBe(true);
    await page.context().close();
  });

  test('behavior: a link into an organization that is gone leaves the user signed in', async () => {
    const page = await rig.openAsRoot();
    const gone = '5c2f1e0a-7c37-4c1e-9d0e-3f6c4f1b2a10';
    await page.evaluate((id) => {
      location.hash = `#/${id}/users`;
    }, gone);
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('link', { name: 'Back to your organization' }).click();
    await page.getByRole('heading', { name: 'Sub-organizations', level: 1 }).waitFor();
    await page.getByText('There are no sub-organizations').waitFor();
    await page.context().close();
  });

  test('behavior: what one tab changes is seen in the other', async () => {
    const page = await rig.openAsRoot();
    const other = await page.context().newPage();
    await other.goto(rig.url);
    await other.getByLabel('Or choose its file').setInputFiles(rig.rootFile);
    await goTo(other, 'Wallets');
    await press(other, 'Create a wallet');
    await other.getByLabel('Name').fill('From the other tab');
    await press(other, 'Create');
    await page
      .getByRole('table', { name: 'Activities' })
      .getByRole('row')
      .nth(1)
      .getByText('Create a wallet')
      .waitFor();
    // A key in memory is the tab's own.
    await press(other, 'Sign out');
    await goTo(page, 'Wallets');
    await page.getByRole('link', { name: 'From the other tab' }).waitFor();
    await page.context().close();
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { builtProgram } from '@mintmark/cli/build';
import { generatePrivateKey } from '@mintmark/stamper';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, type ConsoleRig, createConsoleRig } from './console-rig.ts';
import { confirm, goTo, press } from './page-actions.ts';

const executablePath = findTestBrowser('organizations in the console');

describe.skipIf(!executablePath)('console: organizations', () => {
  let rig: ConsoleRig;

  beforeAll(async () => {
    rig = await createConsoleRig(executablePath ?? '');
  });
  afterAll(() => rig?.[Symbol.asyncDispose]());

  const subOrganizations = async () => (await rig.client.listSuborgs()).organizationIds;
  const endpoints = async () => (await rig.client.listWebhookEndpoints()).webhookEndpoints;
  const featureNames = async () =>
    (await rig.client.getOrganizationConfigs()).configs.features?.map(({ name }) => name);

  /** Runs a command of `mintmark` as the operator. */
  function runCommand(...words: readonly string[]) {
    const env = { PATH: process.env['PATH'], MINTMARK_DATA_DIR: dirname(rig.rootFile) };
    return spawnSync(process.execPath, [builtProgram, ...words], { env, encoding: 'utf8' });
  }
  const verifyAudit = (heads: string) => runCommand('audit', 'verify', '--heads', heads);

  test('default: a sub-organization is created, found, looked into, and deleted by its own root user', async () => {
    const page = await rig.openAsRoot();
    await goTo(page, 'Sub-organizations');
    await press(page, 'Create a sub-organization');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the sub-organization').fill('Engines');
    await dialog.getByLabel('Name', { exact: true }).fill('Ada');
    await press(page, 'Create the key');
    const saving = page.waitForEvent('download');
    await press(page, 'Save the key file');
    const keyFile = readFileSync(await (await saving).path(), 'utf8');
    await dialog.getByLabel('Create a wallet in it').check();
    await press(page, 'Create');
    await page.getByText('The sub-organization was created.').waitFor();
    const [id = ''] = await subOrganizations();

    await page.getByLabel('Find by').selectOption('NAME');
    await page.getByLabel('Name', { exact: true }).fill('Difference');
    await press(page, 'Find');
    await page.getByText('No sub-organization has this name.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Engines');
    await press(page, 'Find');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: `Users of ${id}` }).click();
    await page.getByText('You are viewing a sub-organization.').waitFor();
    await page.getByRole('link', { name: 'Ada' }).first().click();
    await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: /Delete|Add|Change/ }).count()).toBe(0);
    await page.context().close();

    const own = await rig.open({ width: 360, scheme: 'dark' });
    await own.getByLabel('Organization').fill(id);
    await own.getByLabel('API key').fill(keyFile);
    await press(own, 'Sign in with the key');
    await goTo(own, 'Sub-organizations');
    await press(own, 'Delete this sub-organization…');
    await confirm(own, 'Engines', 'Delete this sub-organization');
    expect(await own.getByRole('alert').innerText()).toContain('WALLET_ACCOUNT_NOT_EXPORTED');
    expect(await subOrganizations()).toEqual([id]);
    await own.getByLabel('never exported').check();
    await press(own, 'Delete this sub-organization');
    await own.getByRole('heading', { name: 'Mintmark console' }).waitFor();
    expect(await subOrganizations()).toEqual([]);
    await own.context().close();
  });

  test('default: a webhook endpoint is created, changed, turned off and deleted', async () => {
    const page = await rig.openAsRoot();
    await goTo(page, 'Webhooks');
    await press(page, 'Create an endpoint');
    await page.getByRole('dialog').getByLabel('Name').fill('Books');
    await page.getByRole('dialog').getByLabel('URL').fill('https://hooks.example.com/books');
    await press(page, 'Create');
    await page.getByRole('link', { name: 'Books' }).click();
    await press(page, 'Change');
    await page.getByRole('dialog').getByLabel('URL').fill('https://hooks.example.com/ledger');
    await press(page, 'Save');
    await expect
      .poll(async () => {
        await press(page, 'Refresh');
        return page.getByRole('table', { name: 'Last deliveries' }).getByRole('row').count();
      })
      .toBe(2);
    await page.getByText('Waiting after 1 attempt: the receiver cannot be reached').waitFor();
    await press(page, 'Turn off');
    await page.getByText('It is off.').waitFor();
    expect(await endpoints()).toMatchObject([
      { name: 'Books', url: 'https://hooks.example.com/ledger', isActive: false },
    ]);
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Delete…');
    await confirm(page, 'Books', 'Delete');
    await page.getByText('There are no endpoints.').waitFor();
    expect(await endpoints()).toEqual([]);
    await page.context().close();
  });

  test('default: features, the sign-up proxy and the sign-in link', async () => {
    const { authProxyConfigId, keys } = JSON.parse(readFileSync(rig.rootFile, 'utf8'));
    const page = await rig.openAsRoot();
    await goTo(page, 'Settings');
    const query = new URLSearchParams({
      organization: rig.organizationId,
      proxy: authProxyConfigId,
      otp: keys.otp,
      signer: keys.signer,
    });
    await page.getByText(`${rig.url}#/sign-in?${query}`, { exact: true }).waitFor();
    await page.getByText(/^[0-9.]+ KiB of 256 GiB used, 256 GiB left$/).waitFor();

    await press(page, 'Set a feature');
    await page.getByLabel('Feature', { exact: true }).selectOption('FEATURE_NAME_SMS_AUTH');
    await press(page, 'Set');
    await press(page, 'Remove Sign-in with codes by SMS');
    expect(await featureNames()).toContain('FEATURE_NAME_SMS_AUTH');
    await confirm(page, 'Sign-in with codes by SMS', 'Remove');
    await page.getByRole('button', { name: 'Remove Sign-in with codes by SMS' }).waitFor({ state: 'detached' });
    expect(await featureNames()).not.toContain('FEATURE_NAME_SMS_AUTH');

    await press(page, 'Change the settings');
    await page.getByLabel('Allowed origins').fill('https://a.example.com\nhttps://b.example.com\n');
    await press(page, 'Save');
    await page.getByText('https://a.example.com, https://b.example.com').waitFor();
    const { authProxyConfig } = await rig.client.getAuthProxyConfig();
    expect(authProxyConfig.allowedOrigins).toEqual(['https://a.example.com', 'https://b.example.com']);
    expect(await axeViolations(page)).toEqual([]);

    await press(page, 'Disable the sign-up proxy…');
    await confirm(page, 'Mintmark', 'Disable the sign-up proxy');
    await press(page, 'Enable the sign-up proxy');
    await page.getByText('Pages of any origin may use the proxy.').waitFor();
    await page.context().close();
  });

  test('default: the saved head of the audit log is verified by the command line', async () => {
    const page = await rig.openAsRoot();
    await goTo(page, 'Settings');
    const saving = page.waitForEvent('download');
    await press(page, 'Save the file');
    const head = await (await saving).path();
    await rig.client.createUserTagOrThrow({ userTagName: 'Engineers', userIds: [] });
    const { status, stdout } = verifyAudit(head);
    expect(stdout).toMatch(/^heads: 1, .*\nThe audit log is valid\.$/m);
    expect(status).toBe(0);

    const changed = `${head}-changed`;
    const otherHash = (start: string) => (start.endsWith('0') ? '"hash":"1' : '"hash":"0');
    writeFileSync(changed, readFileSync(head, 'utf8').replace(/"hash":"./, otherHash));
    expect(verifyAudit(changed)).toMatchObject({ status: 1, stderr: expect.stringContaining('the file was changed') });
    await page.context().close();
  });

  test('default: a key that the operator added is shown to root users, and can be forbidden for good', async () => {
    const { userId } = JSON.parse(readFileSync(rig.rootFile, 'utf8'));
    const { publicKey } = generatePrivateKey('p256').toApiKey();
    const added = ['root', 'add-key', '--organization', rig.organizationId, '--user', userId, '--public-key'];
    await rig.stop();
    expect(runCommand(...added, publicKey)).toMatchObject({ status: 0, stderr: '' });
    await rig.start();

    const page = await rig.openAsRoot();
    await page.getByText('The operator of the service added a key to the root user').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'See the settings' }).click();
    const list = page.getByRole('table', { name: 'Keys added by the operator' });
    await list.getByTitle(publicKey).waitFor();
    await list.getByText('no, it works').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    const { apiKeys } = await rig.client.getApiKeys({ userId });
    const apiKeyIds = apiKeys.filter(({ credential }) => credential.publicKey === publicKey).map((key) => key.apiKeyId);
    await rig.client.deleteApiKeysOrThrow({ userId, apiKeyIds });
    await goTo(page, 'Activities');
    await goTo(page, 'Settings');
    await list.getByTitle(publicKey).waitFor();
    expect(await list.getByText('no, it works').count()).toBe(0);

    await press(page, 'Set a feature');
    await page.getByLabel('Feature', { exact: true }).selectOption('FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN');
    await page.getByText('This can never be undone.').waitFor();
    await press(page, 'Set');
    await page.getByText('permanent').waitFor();
    await goTo(page, 'Activities');
    await page.getByRole('table', { name: 'Activities' }).waitFor();
    expect(await page.getByText('The operator of the service added a key').count()).toBe(0);
    await page.context().close();
    await rig.stop();
    const refused = runCommand(...added, generatePrivateKey('p256').toApiKey().publicKey);
    await rig.start();
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('has permanently forbidden this') });
  });
});

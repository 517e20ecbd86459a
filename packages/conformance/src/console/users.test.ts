import { readFileSync } from 'node:fs';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, type ConsoleRig, createConsoleRig } from './console-rig.ts';
import { confirm, goTo, press } from './page-actions.ts';

const executablePath = findTestBrowser('users in the console');

describe.skipIf(!executablePath)('console: users', () => {
  let rig: ConsoleRig;
  let keyFile: string;
  const name = 'Ada <b>Lovelace</b>';

  beforeAll(async () => {
    rig = await createConsoleRig(executablePath ?? '');
  });
  afterAll(() => rig?.[Symbol.asyncDispose]());

  const userNamed = async (sought: string) => {
    const { users } = await rig.client.listUsers();
    return users.find(({ userName }) => userName === sought);
  };

  test('default: a tag, and a user with it and a key that was made in the page', async () => {
    const page = await rig.openAsRoot();
    await goTo(page, 'Users');
    await press(page, 'Create a tag');
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('signers');
    await press(page, 'Create');
    await page.getByRole('cell', { name: 'signers', exact: true }).waitFor();

    await press(page, 'Create a user');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('E-mail address').fill('ada@example.com');
    await press(page, 'Create the key');
    expect(await dialog.getByRole('button', { name: 'Create', exact: true }).isDisabled()).toBe(true);
    const saving = page.waitForEvent('download');
    await press(page, 'Save the key file');
    // The browser deletes its downloads when its context is closed.
    keyFile = readFileSync(await (await saving).path(), 'utf8');
    const { apiPublicKey, apiPrivateKey } = JSON.parse(keyFile);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await dialog.getByLabel('signers').check();
    await press(page, 'Create');
    await page.getByText(`${name} was created.`).waitFor();

    const user = await userNamed(name);
    expect(user?.apiKeys.map(({ credential }) => credential.publicKey)).toEqual([apiPublicKey]);
    expect(user).toMatchObject({ userEmail: 'ada@example.com', userTags: [expect.any(String)] });
    expect(sent.join()).toContain(apiPublicKey);
    expect(sent.join()).not.toContain(apiPrivateKey);
    const kept = await page.evaluate(() => JSON.stringify(localStorage) + document.documentElement.outerHTML);
    expect(kept).not.toContain(apiPrivateKey);
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  test('default: the user signs in with the file, and adds a passkey', async () => {
    const page = await rig.open({ width: 360, scheme: 'dark' });
    await page.getByLabel('API key').fill(keyFile);
    await press(page, 'Sign in with the key');
    await goTo(page, 'Users');
    await page.getByRole('link', { name }).click();
    await press(page, 'Add a passkey');
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await press(page, 'Create the passkey');
    await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await axeViolations(page)).toEqual([]);

    await press(page, 'Delete the user…');
    await confirm(page, name, 'Delete the user');
    expect(await page.getByRole('alert').innerText()).toContain('REQUEST_NOT_AUTHORIZED');
    expect(await userNamed(name)).toMatchObject({ authenticators: [{ authenticatorName: 'Laptop' }] });
    await page.context().close();
  });

  test('default: root changes the contacts and the keys of a user', async () => {
    const page = await rig.openAsRoot();
    await goTo(page, 'Users');
    await page.getByRole('link', { name }).click();
    await press(page, 'Change the phone number');
    await page.getByRole('textbox', { name: 'Phone number' }).fill('+49 151 12345678');
    await press(page, 'Save');
    await page.getByText('+4915112345678').waitFor();
    await press(page, 'Change the e-mail address');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('');
    await press(page, 'Save');
    await page.getByText('ada@example.com').waitFor({ state: 'detached' });

    await press(page, 'Add an API key');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How').selectOption('pasted');
    await dialog.getByLabel('Name of the key').fill('ci');
    await dialog.getByLabel('Curve').selectOption('API_KEY_CURVE_ED25519');
    await dialog.getByLabel('Public key').fill('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
    await press(page, 'Add');
    await press(page, 'Delete ci');
    await confirm(page, 'ci', 'Delete');
    await page.getByRole('cell', { name: 'ci', exact: true }).waitFor({ state: 'detached' });
    expect(await userNamed(name)).toMatchObject({
      userPhoneNumber: '+4915112345678',
      apiKeys: [{ apiKeyName: 'API key' }],
    });
    await page.context().close();
  });

  test('default: the root quorum is changed, and then others have to vote', async () => {
    const page = await rig.openAsRoot();
    await goTo(page, 'Users');
    await press(page, 'Change the root quorum');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(name).check();
    await dialog.getByLabel('How many of them').fill('3');
    await dialog.getByLabel('I have made sure that').check();
    const change = dialog.getByRole('button', { name: 'Change the root quorum' });
    expect(await change.isDisabled()).toBe(true);
    await dialog.getByLabel('How many of them').fill('2');
    await change.click();
    await page.getByText('2 of the 2 root users together').waitFor();

    await page.getByRole('link', { name }).first().click();
    await press(page, 'Delete the user…');
    await confirm(page, name, 'Delete the user');
    await page.getByText('needs the votes of others').waitFor();
    expect(await page.getByRole('button', { name: 'Delete the user…' }).isDisabled()).toBe(true);
    expect(await userNamed(name)).toBeDefined();
    await page.context().close();
  });
});

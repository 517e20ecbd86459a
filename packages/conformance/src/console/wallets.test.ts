import { findTestBrowser } from '@mintmark/testing/test-browser';
import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleRig, createConsoleRig } from './console-rig.ts';
import { confirm, press } from './page-actions.ts';

const executablePath = findTestBrowser('wallets and private keys in the console');

const mnemonic = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
/** The first Ethereum address of these words, as every wallet shows it. */
const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** Reads a QR code that is drawn as a path with a square for each dark module, as a camera would. */
function readQrCode(size: number, path: string): string {
  const [scale, margin] = [4, 4];
  const width = (size + 2 * margin) * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g))
    for (let row = 0; row < scale; row++) {
      const start = ((Number(y) + margin) * scale + row) * width + (Number(x) + margin) * scale;
      data.fill(0, start * 4, (start + scale) * 4);
    }
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255;
  return decodeQR({ width, height: width, data });
}

describe.skipIf(!executablePath)('console: wallets', () => {
  let rig: ConsoleRig;
  let page: Page;

  beforeAll(async () => {
    rig = await createConsoleRig(executablePath ?? '');
    page = await rig.openAsRoot();
  });
  afterAll(() => rig?.[Symbol.asyncDispose]());

  const open = (title: string) => page.getByRole('link', { name: title, exact: true }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  test('default: create a wallet, copy its address, show its QR code, add an account', async () => {
    await open('Wallets');
    await page.getByText('No wallet yet').waitFor();
    await press(page, 'Create a wallet');
    await page.getByLabel('Name', { exact: true }).fill('Treasury');
    await press(page, 'Create');
    await page.getByRole('heading', { name: 'Treasury' }).waitFor();
    const [wallet] = (await rig.client.listWallets()).wallets;
    const { accounts } = await rig.client.listWalletAccounts({ walletId: wallet?.walletId ?? '' });
    await press(page, 'Copy address');
    expect(await copied()).toBe(accounts[0]?.address);
    await press(page, `QR code of ${accounts[0]?.address}`);
    const code = page.getByRole('img', { name: `QR code of ${accounts[0]?.address}` });
    const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2]);
    expect(readQrCode(size, (await code.locator('path').getAttribute('d')) ?? '')).toBe(accounts[0]?.address);
    await press(page, 'Close');
    await press(page, 'Add accounts');
    await press(page, 'Add an account');
    await press(page, 'Add');
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
  });

  test('behavior: import words, export them again, delete the wallet', async () => {
    await open('Wallets');
    await press(page, 'Import a wallet');
    await page.getByLabel('Name', { exact: true }).fill('Imported <b>one</b>');
    await page.getByLabel('Mnemonic').fill(mnemonic);
    await press(page, 'Import');
    await page.getByRole('heading', { name: 'Imported <b>one</b>' }).waitFor();
    await page.getByText(address).waitFor();

    await press(page, 'Delete the wallet…');
    await press(page, 'Cancel');
    await press(page, 'Export');
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Show the mnemonic' }).waitFor();
    expect(await page.content()).not.toContain(mnemonic);
    await press(page, 'Show the mnemonic');
    await page.getByText(mnemonic).waitFor();
    await press(page, 'Close');
    expect(await page.content()).not.toContain(mnemonic);

    await press(page, 'Delete the wallet…');
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: 'Delete the wallet', exact: true });
    expect(await button.isDisabled()).toBe(true);
    await confirm(page, 'Imported <b>one</b>', 'Delete the wallet');
    await page.getByRole('heading', { name: 'Wallets' }).waitFor();
    expect((await rig.client.listWallets()).wallets.map(({ walletName }) => walletName)).toEqual(['Treasury']);
  });

  test('behavior: create a private key; import one and export it again', async () => {
    await open('Private keys');
    await press(page, 'Create a private key');
    await page.getByLabel('Name', { exact: true }).fill('Signer');
    await press(page, 'Create');
    await page.getByRole('link', { name: 'Signer' }).waitFor();
    await press(page, 'Import a private key');
    await page.getByLabel('Name', { exact: true }).fill('Old signer');
    await page.getByLabel('Private key', { exact: true }).fill('11'.repeat(32));
    await press(page, 'Import');
    await page.getByRole('link', { name: 'Old signer' }).click();
    await press(page, 'Export');
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    await press(page, 'Show the private key');
    await page.getByText('11'.repeat(32)).waitFor();
    await press(page, 'Close');
  });

  test('error: a mnemonic that is none changes nothing, and what was typed stays', async () => {
    await open('Wallets');
    await press(page, 'Import a wallet');
    await page.getByLabel('Name', { exact: true }).fill('Broken');
    await page.getByLabel('Mnemonic').fill('abandon abandon');
    await press(page, 'Import');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Mnemonic').inputValue()).toBe('abandon abandon');
    await press(page, 'Close');
    expect((await rig.client.listWallets()).wallets).toHaveLength(1);
  });

  test('behavior: nothing complained', () => {
    expect(rig.complaints.filter((words) => !words.includes('status of 400'))).toEqual([]);
  });
});

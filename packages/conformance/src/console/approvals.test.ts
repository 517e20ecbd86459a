import { type Client, createClient } from '@mintmark/client';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { patientClient } from '@mintmark/testing/patience';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, type ConsoleRig, createConsoleRig } from './console-rig.ts';
import { press } from './page-actions.ts';

const executablePath = findTestBrowser('approvals in the console');

const accounts = [
  {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  },
  {
    curve: 'CURVE_ED25519',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/501'/0'/0'",
    addressFormat: 'ADDRESS_FORMAT_SOLANA',
  },
] as const;

const addressOf = (index: number) => `0x${String(index).padStart(40, '0')}`;

/** Typed data with as many payments as said: two values each. */
const payments = (count: number) =>
  JSON.stringify({
    types: {
      Payment: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
      Batch: [{ name: 'payments', type: 'Payment[]' }],
    },
    primaryType: 'Batch',
    domain: { name: 'Payments' },
    message: {
      payments: Array.from({ length: count }, (_, index) => ({ to: addressOf(index), amount: 1_000 + index })),
    },
  });

/** A legacy message of Solana: an instruction that names one account 40 times, then a transfer of 1,000,000 lamports. */
const solanaMessage = (payer: string): string => {
  const [friend, program, system] = ['02'.repeat(32), '03'.repeat(32), '00'.repeat(32)];
  const filler = `0228${'01'.repeat(40)}0101`;
  const transfer = `030200010c0200000040420f0000000000`;
  return `01${'00'.repeat(64)}01000204${payer}${friend}${program}${system}${'09'.repeat(32)}02${filler}${transfer}`;
};

describe.skipIf(!executablePath)('console: approvals', () => {
  let rig: ConsoleRig;
  let ada: Client;
  let addresses: readonly string[];
  let page: Page;

  beforeAll(async () => {
    rig = await createConsoleRig(executablePath ?? '');
    const key = generatePrivateKey('p256');
    const apiKeys = [{ apiKeyName: 'laptop', publicKey: key.publicKey.hex, curveType: 'API_KEY_CURVE_P256' as const }];
    const user = { userName: 'Ada', apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
    await rig.client.createUsersOrThrow({ users: [user] });
    const { organizationId } = rig;
    const baseUrl = new URL(rig.url).origin;
    ada = createClient({ baseUrl, stamper: createP256Stamper(key.toApiKey()), organizationId, ...patientClient });
    ({ addresses } = await rig.client.createWalletOrThrow({ walletName: 'Treasury', accounts: [...accounts] }));
    await rig.client.createPolicyOrThrow({
      policyName: 'Signatures need two',
      effect: 'EFFECT_ALLOW',
      notes: '',
      condition: "activity.action == 'SIGN'",
      consensus: 'approvers.count() >= 2',
    });
    page = await rig.openAsRoot();
  });
  afterAll(() => rig?.[Symbol.asyncDispose]());

  const show = (id: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${rig.organizationId}/activities/${id}`);
  const approve = () => page.getByRole('button', { name: 'Approve', exact: true });
  const pay = async (count: number) =>
    (
      await ada.signRawPayload({
        signWith: addresses[0] ?? '',
        payload: payments(count),
        encoding: 'PAYLOAD_ENCODING_EIP712',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      })
    ).activity.id;
  const sign = async (signWith: string, unsignedTransaction: string) =>
    (await ada.signTransaction({ signWith, unsignedTransaction, type: 'TRANSACTION_TYPE_SOLANA' })).activity.id;
  const statusOf = async (activityId: string) => (await rig.client.getActivity({ activityId })).activity.status;

  /** Answers some of the requests for values otherwise, until it is called back. */
  async function intercept(handle: (route: Route, isFirst: boolean) => Promise<void>): Promise<() => Promise<void>> {
    const path = '**/query/list_activity_values';
    await page.route(path, (route) => handle(route, !route.request().postData()?.includes('"after"')));
    return () => page.unroute(path);
  }

  test('default: a transfer behind an instruction with 40 accounts is shown first, and can be approved', async () => {
    const [, signWith = ''] = addresses;
    const { wallets } = await rig.client.listWallets();
    const walletId = wallets[0]?.walletId ?? '';
    const { accounts: made } = await rig.client.listWalletAccounts({ walletId });
    const publicKey = made.find(({ address }) => address === signWith)?.publicKey ?? '';
    const id = await sign(signWith, solanaMessage(publicKey));
    await show(id);
    await page.getByText('This is everything that policies see of it').waitFor();
    const names = await page
      .locator('section', { hasText: 'The transaction, decoded' })
      .last()
      .locator('dt')
      .allInnerTexts();
    expect(names.slice(0, 2)).toEqual(['solana.tx.transfers[0].to', 'solana.tx.transfers[0].amount']);
    expect(names.filter((name) => name.startsWith('solana.tx.instructions[0].accounts['))).toHaveLength(120);
    await page.getByText('1000000', { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Approve');
    await page.getByRole('heading', { name: 'Result' }).waitFor();
    expect(await statusOf(id)).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('behavior: it can be approved only once every value is loaded, and rejected at any time', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const restore = await intercept(async (route, isFirst) => {
      if (!isFirst) await held;
      await route.continue();
    });
    const id = await pay(120);
    await show(id);
    await page.getByText(/once everything that it would do is loaded: 100 of 2\d\d values/).waitFor();
    expect(await approve().isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Reject' }).isEnabled()).toBe(true);
    expect(await page.getByText(addressOf(119), { exact: true }).count()).toBe(0);
    expect(await page.getByText(/There is more\.$/).count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    release();
    await page.getByText(addressOf(119), { exact: true }).waitFor();
    await page.getByText('1119', { exact: true }).waitFor();
    await expect.poll(() => approve().isEnabled()).toBe(true);
    await restore();
    await press(page, 'Approve');
    await page.getByRole('heading', { name: 'Result' }).waitFor();
  });

  test('error: a page of the values cannot be loaded', async () => {
    const refusal = { code: 3, message: 'invalid pagination cursor', details: [{ errorCode: 'INVALID_CURSOR' }] };
    const restore = await intercept((route, isFirst) =>
      isFirst ? route.continue() : route.fulfill({ status: 400, json: refusal }),
    );
    const id = await pay(120);
    await show(id);
    await page.getByText('You cannot approve this yet').waitFor();
    await page.getByRole('alert').getByText('invalid pagination cursor').waitFor();
    expect(await approve().isDisabled()).toBe(true);
    await restore();
    await press(page, 'Try again');
    await expect.poll(() => approve().isEnabled()).toBe(true);
    await page.getByText(addressOf(119), { exact: true }).waitFor();
  });

  test('error: a transaction that the service cannot decode', async () => {
    const id = await sign(addresses[1] ?? '', '00');
    await show(id);
    await page.getByText('the service cannot decode the transaction').waitFor();
    expect(await approve().isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Reject' }).isEnabled()).toBe(true);
  });

  test('behavior: a long request is shown as JSON without a click', async () => {
    const userIds = Array.from({ length: 250 }, () => crypto.randomUUID());
    await rig.client.createPolicyOrThrow({
      policyName: 'Deletions need two',
      effect: 'EFFECT_ALLOW',
      notes: '',
      condition: "activity.kind == 'DELETE_USERS'",
      consensus: 'approvers.count() >= 2',
    });
    const { activity } = await ada.deleteUsers({ userIds });
    await show(activity.id);
    await expect.poll(() => page.getByLabel('The request as JSON').isVisible()).toBe(true);
    expect(await page.getByLabel('The request as JSON').innerText()).toContain(userIds.at(-1));
  });
});

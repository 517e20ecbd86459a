import { type Client, createClient } from '@mintmark/client';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { patientClient } from '@mintmark/testing/patience';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, type ConsoleRig, createConsoleRig } from './console-rig.ts';
import { confirm, press } from './page-actions.ts';

const executablePath = findTestBrowser('activities and policies in the console');

/** A transaction of 1 ether. */
const unsignedTransaction =
  'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

describe.skipIf(!executablePath)('console: activities and policies', () => {
  let rig: ConsoleRig;
  let ada: Client;
  let address: string;
  let page: Page;

  beforeAll(async () => {
    rig = await createConsoleRig(executablePath ?? '');
    // Names of others are text, never markup.
    ada = (await createUser('Ada <i>Lovelace</i>')).client;
    const { addresses } = await rig.client.createWalletOrThrow({ walletName: 'Treasury', accounts: [account] });
    address = addresses[0] ?? '';
    await rig.client.createPolicyOrThrow({
      policyName: 'Payments need two',
      effect: 'EFFECT_ALLOW',
      notes: '',
      condition: "activity.kind == 'SIGN_TRANSACTION'",
      consensus: 'approvers.count() >= 2',
    });
    page = await rig.openAsRoot();
  });
  afterAll(() => rig?.[Symbol.asyncDispose]());

  async function createUser(userName: string) {
    const key = generatePrivateKey('p256');
    const apiKeys = [{ apiKeyName: 'laptop', publicKey: key.publicKey.hex, curveType: 'API_KEY_CURVE_P256' as const }];
    const user = { userName, apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
    await rig.client.createUsersOrThrow({ users: [user] });
    const { organizationId } = rig;
    const baseUrl = new URL(rig.url).origin;
    return {
      key,
      client: createClient({ baseUrl, stamper: createP256Stamper(key.toApiKey()), organizationId, ...patientClient }),
    };
  }
  const open = (path: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${rig.organizationId}/${path}`);
  const ask = async (nonce = '09') =>
    (
      await ada.signTransaction({
        signWith: address,
        type: 'TRANSACTION_TYPE_ETHEREUM',
        unsignedTransaction: unsignedTransaction.replace('ec09', `ec${nonce}`),
      })
    ).activity.id;
  const waiting = () => page.getByRole('table', { name: 'Waiting for your vote' }).getByRole('link');

  test('default: what waits for a vote appears by itself, is decoded and explained, and is approved in the page', async () => {
    await open('activities');
    await page.getByText('Nothing is waiting for your vote.').waitFor();
    const id = await ask();
    await waiting().click();
    expect(page.url()).toContain(id);
    await page.getByText('Ada <i>Lovelace</i>', { exact: true }).first().waitFor();
    await page.getByText('eth.tx.value').waitFor();
    await page.getByText('1000000000000000000', { exact: true }).waitFor();
    await page.getByText('"Payments need two" waits for approvals').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Approve');
    await page.getByRole('heading', { name: 'Result' }).waitFor();
    await page.getByRole('cell', { name: 'Approved', exact: true }).waitFor();
    expect((await rig.client.getActivity({ activityId: id })).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('default: votes come from two browsers, and each sees the other', async () => {
    await rig.client.createPolicyOrThrow({
      policyName: 'Payloads need three',
      effect: 'EFFECT_ALLOW',
      notes: '',
      condition: "activity.kind == 'SIGN_RAW_PAYLOAD'",
      consensus: 'approvers.count() >= 3',
    });
    const { activity } = await ada.signRawPayload({
      signWith: address,
      payload: '00'.repeat(32),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });
    const voters = await Promise.all(
      ['Grace', 'Hopper'].map(async (userName) => {
        const { key } = await createUser(userName);
        const voter = await rig.open();
        await voter.getByLabel('Organization').fill(rig.organizationId);
        await voter.getByLabel('API key').fill(key.toApiKey().privateKey);
        await press(voter, 'Sign in with the key');
        await voter.getByRole('table', { name: 'Waiting for your vote' }).getByRole('link').click();
        return voter;
      }),
    );
    const [first, second] = voters as [Page, Page];
    await press(first, 'Approve');
    await first.getByText('You have approved this.').waitFor();
    expect(await first.getByRole('button', { name: 'Reject' }).isEnabled()).toBe(true);
    await press(second, 'Approve');
    for (const voter of voters) {
      await voter.getByRole('heading', { name: 'Result' }).waitFor();
      expect(await voter.getByRole('cell', { name: 'Approved', exact: true }).count()).toBe(2);
      await voter.context().close();
    }
    expect((await rig.client.getActivity({ activityId: activity.id })).activity.status).toBe(
      'ACTIVITY_STATUS_COMPLETED',
    );
  });

  test('behavior: a rejection is final, and is seen without a reload', async () => {
    const id = await ask('0a');
    await open(`activities/${id}`);
    await press(page, 'Reject');
    await page.getByText('Rejected', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });

  test('behavior: the list is filtered by status and type, and the address keeps the filters', async () => {
    await open('activities');
    const rows = page.getByRole('table', { name: 'Activities', exact: true }).getByRole('link');
    await page.getByLabel('Status').selectOption('Rejected');
    await expect.poll(() => rows.count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    await rows.click();
    await page.getByRole('heading', { name: 'Votes' }).waitFor();
    await page.goBack();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel('Type').selectOption('Create a wallet');
    await page.getByText('No activity matches.').waitFor();
  });

  test('default: a policy is written, corrected, tried, replayed, saved, changed and deleted', async () => {
    await open('policies');
    await page.getByRole('link', { name: 'Create a policy' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Small payments');
    await page.getByLabel('Condition').fill("activity.kind == 'SIGN_TRANSACTION'\n  && eth.tx.valeu < 2");
    await page.getByText('Line 2, column 13:').waitFor();
    await press(page, 'Show where');
    const selected = () =>
      page
        .getByLabel('Condition')
        .evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
    expect(await selected()).toBe('valeu');
    expect(await page.getByRole('button', { name: 'Create the policy' }).isDisabled()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Condition').fill("activity.kind == 'SIGN_TRANSACTION'\n  && eth.tx.value > 2");
    await page.getByLabel('Past activity').selectOption({ index: 0 });
    await press(page, 'Dry run');
    await page.getByText('proposed', { exact: true }).waitFor();
    await press(page, 'Replay with this policy');
    await page.getByText('1 differently').waitFor();
    expect(await page.getByRole('table', { name: 'Decided differently' }).getByRole('row').count()).toBe(2);
    await press(page, 'Create the policy');
    await page.getByRole('link', { name: 'Small payments' }).click();
    await page.getByLabel('Notes').fill('for tests');
    await press(page, 'Save the changes');
    await page.getByText('The policy is saved.').waitFor();
    const [stored] = (await rig.client.listPolicies()).policies;
    await rig.client.updatePolicyOrThrow({
      policyId: stored?.policyId ?? '',
      policyConsensus: 'approvers.count() >= 3',
    });
    await page.getByLabel('Notes').fill('for more tests');
    await press(page, 'Save the changes');
    await page.getByText('The policy is saved.').waitFor();
    await page.getByText('This policy was changed').waitFor();
    expect((await rig.client.listPolicies()).policies[0]).toMatchObject({
      policyName: 'Small payments',
      consensus: 'approvers.count() >= 3',
      notes: 'for more tests',
    });
    await press(page, 'Show the current version');
    expect(await page.getByLabel('Consensus').inputValue()).toBe('approvers.count() >= 3');
    await press(page, 'Delete the policy…');
    expect(await page.getByRole('button', { name: 'Delete the policy', exact: true }).isDisabled()).toBe(true);
    await confirm(page, 'Small payments', 'Delete the policy');
    await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Payments need two' }).waitFor();
    expect(await page.getByRole('link', { name: 'Small payments' }).count()).toBe(0);
    const { policies } = await rig.client.listPolicies();
    expect(policies.map(({ policyName }) => policyName)).toEqual(['Payloads need three', 'Payments need two']);
  });

  test('behavior: on a slow connection, a save of your own is told apart from those of others, and what is typed meanwhile is kept', async () => {
    const { policyId } = await rig.client.createPolicyOrThrow({
      policyName: 'Slow',
      effect: 'EFFECT_ALLOW',
      notes: '',
      condition: 'true',
      consensus: 'true',
    });
    await open(`policies/${policyId}`);
    const notes = page.getByLabel('Notes');
    const [update, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/update_policy', (route) => update.promise.then(() => route.continue()));
    await notes.fill('sent');
    await press(page, 'Save the changes');
    await page.getByRole('button', { name: 'Sending…' }).waitFor();
    await notes.fill('typed meanwhile');
    await page.route('**/get_policy', (route) => read.promise.then(() => route.continue()));
    const reading = page.waitForRequest('**/get_policy');
    update.resolve();
    await page.getByText('The policy is saved.').waitFor();
    await reading;
    expect(await page.getByText('This policy was changed').count()).toBe(0);
    expect((await rig.client.getPolicy({ policyId })).policy.notes).toBe('sent');
    const answer = page.waitForResponse('**/get_policy');
    read.resolve();
    await answer;
    await press(page, 'Save the changes');
    await expect.poll(async () => (await rig.client.getPolicy({ policyId })).policy.notes).toBe('typed meanwhile');
    await page.unrouteAll();
    await rig.client.deletePolicyOrThrow({ policyId });
  });
});

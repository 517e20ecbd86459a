import { createHash } from 'node:crypto';
import { mail } from '@mintmark/chains/test/eip-712-mail';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../organizations.ts';
import { isBy, outcomeOf, type PolicyParameters } from '../policies.ts';
import { type Actor, newKey, startService } from '../service.ts';
import { ethereumAccount } from '../wallets.ts';
import { readRecipes } from './recipes.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;

const maxPolicies = 100;
const maxPayloads = 100;
const maxCalls = 50;
const maxAccounts = 1_000;

/** These would deny it, however few steps it takes. */
const deniesEverything = ({ effect, condition = '' }: PolicyParameters) =>
  effect === 'EFFECT_DENY' && condition.includes('activity.');

/** As many recipes as an organization can have besides one policy: some twice. */
function recipesOf(count: number): PolicyParameters[] {
  const recipes = readRecipes()
    .map(({ policy }) => policy)
    .filter((policy) => !deniesEverything(policy));
  return Array.from({ length: count }, (_, index) => ({
    ...(recipes[index % recipes.length] as PolicyParameters),
    policyName: `Recipe ${index}`,
    notes: '',
  }));
}

let root: Actor;
let ada: Actor;
let walletId: string;
let signWith: string;

beforeAll(async () => {
  [root] = await addOrganization(service);
  ada = await addUser(service, root);
  const wallet = {
    walletName: 'Treasury',
    accounts: Array.from({ length: maxAccounts }, (_, at) => ethereumAccount(at)),
  };
  const made = resultOf(await submit(root, 'create_wallet', wallet));
  walletId = made.walletId;
  signWith = made.addresses[0];
  // The last one is the one that allows, so that all steps before it have to suffice.
  const last = { policyName: 'Last', effect: 'EFFECT_ALLOW', consensus: isBy(ada), notes: '' };
  const policies = [...recipesOf(maxPolicies - 1), last];
  resultOf(await submit(root, 'create_policies', { policies }));
});

/** What a user may do whom only the last policy allows it. */
const outcome = async (operation: string, parameters: object) => outcomeOf(await submit(ada, operation, parameters));

test('default: a hundred policies decide about as many typed messages as a request can have', async () => {
  const payloads = Array.from({ length: maxPayloads }, (_, at) =>
    JSON.stringify({ ...mail, message: { ...mail.message, contents: `Message ${at}` } }),
  );
  const form = { signWith, encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' };
  expect(await outcome('sign_raw_payloads', { ...form, payloads })).toBe('COMPLETED');
});

test('behavior: as many digests as a request can have', async () => {
  const payloads = Array.from({ length: maxPayloads }, (_, at) => createHash('sha256').update(`${at}`).digest('hex'));
  const form = { signWith, encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NO_OP' };
  expect(await outcome('sign_raw_payloads', { ...form, payloads })).toBe('COMPLETED');
});

test('behavior: as many calls as a request can have', async () => {
  const calls = Array.from({ length: maxCalls }, (_, at) => ({
    to: `0x${'35'.repeat(20)}`,
    value: '0',
    data: `0xa9059cbb${at.toString(16).padStart(128, '0')}`,
  }));
  const request = JSON.stringify({
    organizationId: ada.organizationId,
    type: 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2',
    timestampMs: String(Date.now()),
    // A policy about its price denies a transaction that has none.
    parameters: { from: signWith, caip2: 'eip155:1', calls, maxFeePerGas: '1000000000', maxPriorityFeePerGas: '1' },
  });
  expect((await ask(ada, 'dry_run_activity', { request })).json).toMatchObject({ outcome: 'OUTCOME_ALLOW' });
});

test('behavior: a new user with a hundred tags', async () => {
  const userTags: string[] = [];
  for (let at = 0; at < 100; at++)
    userTags.push(resultOf(await submit(root, 'create_user_tag', { userTagName: `Tag ${at}`, userIds: [] })).userTagId);
  const user = { userName: 'Bob', apiKeys: [newKey().apiKey], authenticators: [], oauthProviders: [], userTags };
  expect(await outcome('create_users', { users: [user] })).toBe('COMPLETED');
});

test('behavior: deletes as many accounts as one request creates', async () => {
  const { accounts } = (await ask(root, 'list_wallet_accounts', { walletId, paginationOptions: { limit: '100' } }))
    .json;
  const ids: string[] = accounts.map(({ walletAccountId }: { walletAccountId: string }) => walletAccountId);
  while (ids.length < maxAccounts) {
    const paginationOptions = { limit: '100', after: ids.at(-1) };
    const page = (await ask(root, 'list_wallet_accounts', { walletId, paginationOptions })).json.accounts;
    ids.push(...page.map(({ walletAccountId }: { walletAccountId: string }) => walletAccountId));
  }
  const deletion = { walletAccountIds: ids, deleteWithoutExport: true };
  expect(await outcome('delete_wallet_accounts', deletion)).toBe('COMPLETED');
});

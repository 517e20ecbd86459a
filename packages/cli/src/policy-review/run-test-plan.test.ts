import { activityHandler } from '@mintmark/server/operations/handlers';
import { createTestDatabase } from '@mintmark/server/test/test-database';
import { afterAll, expect, test } from 'vitest';
import { account, ada, bob, exchange, fileDirectory, payment, policyFile, stranger } from '../../test/policy-files.ts';
import { readTestFile } from './read-test-file.ts';
import { type CaseResult, runTestPlan } from './run-test-plan.ts';

const directory = await fileDirectory();
const { database, ...opened } = await createTestDatabase();
afterAll(async () => {
  await directory[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
});

let files = 0;

async function run(file: object) {
  const plan = await readTestFile(await directory.write(`${++files}.json`, file), activityHandler);
  const results: CaseResult[] = [];
  for await (const result of runTestPlan(database, plan)) results.push(result);
  return results;
}

const treasurers = '5f1a2c56-7d80-4e9b-a1c2-5d6e7f809a1b';
const hot = '6f1a2c56-7d80-4e9b-a1c2-5d6e7f809a1b';

/** What becomes of one request, in a file with these members and one policy. */
async function outcomeOf(policy: object, one: object, more: object = {}) {
  const activity = payment(exchange, 5);
  const [result] = await run(
    policyFile({
      policies: [{ policyName: 'One', effect: 'EFFECT_ALLOW', ...policy }],
      cases: [{ name: 'one', by: ada, activity, expect: 'OUTCOME_ALLOW', ...one }],
      ...more,
    }),
  );
  return result?.ruling.outcome;
}

test('default: every case is as expected', async () => {
  const results = await run(policyFile());
  expect(results.map(({ ruling }) => [ruling.outcome, ruling.reason])).toEqual([
    ['OUTCOME_ALLOW', 'allowed by "Small payments to the exchange"'],
    ['OUTCOME_ALLOW', 'allowed by "Large payments need two"'],
    ['OUTCOME_REQUIRES_CONSENSUS', '"Large payments need two" waits for approvals'],
    ['OUTCOME_DENY_IMPLICIT', 'no policy allows it'],
  ]);
  expect(results.flatMap(({ differences }) => differences)).toEqual([]);
});

test('behavior: says what is different from what was expected', async () => {
  const expectation = { outcome: 'OUTCOME_ALLOW', policies: { 'Large payments need two': 'OUTCOME_ALLOW' } };
  const one = { name: 'one', by: ada, activity: payment(stranger, 5), expect: expectation };
  const [result] = await run(policyFile({ cases: [one] }));
  expect(result?.differences).toEqual([
    { expected: 'OUTCOME_ALLOW', actual: 'OUTCOME_DENY_IMPLICIT' },
    { policyName: 'Large payments need two', expected: 'OUTCOME_ALLOW', actual: 'OUTCOME_DENY_IMPLICIT' },
  ]);
});

test.each([
  ['wallet', "wallet.label == 'Treasury' && wallet.imported && !wallet.exported"],
  ['wallet_account', `wallet_account.address == '${account.address.toLowerCase()}'`],
  ['eth.tx.from', `eth.tx.from == '${account.address}'`],
])('behavior: policies see the wallets of the file: %s', async (_, condition) => {
  const wallets = [{ walletName: 'Treasury', imported: true, accounts: [account] }];
  expect(await outcomeOf({ condition }, {}, { wallets })).toBe('OUTCOME_ALLOW');
  const others = [{ walletName: 'Other', accounts: [{ ...account, address: account.address.toLowerCase() }] }];
  const isOfName = condition.includes('Treasury');
  expect(await outcomeOf({ condition }, {}, { wallets: others })).toBe(
    isOfName ? 'OUTCOME_DENY_IMPLICIT' : 'OUTCOME_ALLOW',
  );
});

test('behavior: policies see the private keys and tags of the file', async () => {
  const key = { privateKeyId: hot.toUpperCase(), privateKeyName: 'Hot', tags: [hot], publicKey: account.publicKey };
  const { publicKey: _, ...address } = account;
  const more = { wallets: [], privateKeys: [{ ...key, addresses: [address] }] };
  const condition = `private_key.tags.contains('${hot}') && private_key.id == '${hot}'`;
  expect(await outcomeOf({ condition }, {}, more)).toBe('OUTCOME_ALLOW');
  expect(await outcomeOf({ condition }, { activity: payment(exchange, 5, hot) }, more)).toBe('OUTCOME_ALLOW');
  const bare = { wallets: [], privateKeys: [{ ...key, tags: [], curve: 'CURVE_SECP256K1' }] };
  expect(await outcomeOf({ condition }, { activity: payment(exchange, 5, hot) }, bare)).toBe('OUTCOME_DENY_IMPLICIT');
});

test('behavior: policies see the tags, names and addresses of the users', async () => {
  const users = [
    { userId: ada, userName: 'Ada', email: 'ada@example.com', tags: [treasurers, treasurers] },
    { userId: bob, email: 'bob@example.com', tags: [hot] },
  ];
  const consensus = `approvers.any(user, user.tags.contains('${treasurers}') && user.email == 'ada@example.com' && user.alias == 'Ada')`;
  expect(await outcomeOf({ consensus }, {}, { users })).toBe('OUTCOME_ALLOW');
  expect(await outcomeOf({ consensus }, { by: bob }, { users })).toBe('OUTCOME_REQUIRES_CONSENSUS');
  expect(await outcomeOf({ consensus }, { by: bob, approvedBy: [ada] }, { users })).toBe('OUTCOME_ALLOW');
});

test('behavior: policies see the credentials that users stamp with', async () => {
  const passkey = { type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR', publicKey: 'pQECAyYgASFYIA', credentialId: 'AQID' };
  const apiKey = { type: 'CREDENTIAL_TYPE_API_KEY_SECP256K1', publicKey: account.publicKey.toUpperCase(), id: hot };
  const users = [{ userId: ada, credentials: [apiKey, passkey] }];
  const consensus = "credentials.any(one, one.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')";
  expect(await outcomeOf({ consensus }, {}, { users })).toBe('OUTCOME_REQUIRES_CONSENSUS');
  const by = { userId: ada, publicKey: passkey.publicKey };
  expect(await outcomeOf({ consensus }, { by }, { users })).toBe('OUTCOME_ALLOW');
  const isPasskey = { consensus: "credentials.any(one, one.credential_id == 'AQID')" };
  expect(await outcomeOf(isPasskey, { by }, { users })).toBe('OUTCOME_ALLOW');
  const isKey = `credentials.any(one, one.id == '${hot}' && one.public_key == '${account.publicKey}')`;
  expect(await outcomeOf({ consensus: isKey }, { by: { userId: ada, publicKey: apiKey.publicKey } }, { users })).toBe(
    'OUTCOME_ALLOW',
  );
});

test('behavior: the time is that of the case', async () => {
  const time = "time.now < Timestamp('2027-01-01T00:00:00Z')";
  expect(await outcomeOf({ time }, { now: '2026-12-31T23:59:59Z' })).toBe('OUTCOME_ALLOW');
  expect(await outcomeOf({ time }, { now: '2027-01-01T00:00:00Z' })).toBe('OUTCOME_DENY_IMPLICIT');
});

test.each([
  ['JSON', (abi: object) => abi],
  ['text', (abi: object) => JSON.stringify(abi)],
])('behavior: calls are decoded by the interfaces of the file, as %s', async (_, written) => {
  const argument = { name: 'amount', type: 'uint256' };
  const abi = [{ type: 'function', name: 'burn', inputs: [argument], outputs: [], stateMutability: 'nonpayable' }];
  const interfaces = [
    {
      smartContractAddress: exchange,
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      smartContractInterface: written(abi),
    },
  ];
  const condition = "eth.tx.function_name == 'burn' && eth.tx.contract_call_args['amount'] <= 5";
  // burn(uint256) has the selector 42966c68.
  const callOf = (amount: number) => {
    const data = `42966c68${amount.toString(16).padStart(64, '0')}`;
    const fields = `01${'09'}825208${'94'}${exchange.slice(2)}80a4${data}018080`;
    return `f8${(fields.length / 2).toString(16)}${fields}`;
  };
  const call = (amount: number) => {
    const { type, parameters } = payment(exchange, 0);
    return { activity: { type, parameters: { ...parameters, unsignedTransaction: callOf(amount) } } };
  };
  expect(await outcomeOf({ condition }, call(5), { interfaces })).toBe('OUTCOME_ALLOW');
  expect(await outcomeOf({ condition }, call(6), { interfaces })).toBe('OUTCOME_DENY_IMPLICIT');
});

test('behavior: the root quorum bypasses policies, and may still approve what they deny', async () => {
  const deny = { effect: 'EFFECT_DENY' };
  const rootQuorum = { threshold: 2, userIds: [ada, bob] };
  expect(await outcomeOf(deny, {}, {})).toBe('OUTCOME_DENY_EXPLICIT');
  expect(await outcomeOf(deny, {}, { rootQuorum })).toBe('OUTCOME_REQUIRES_CONSENSUS');
  expect(await outcomeOf(deny, { approvedBy: [bob] }, { rootQuorum })).toBe('OUTCOME_ALLOW');
});

test('behavior: users may manage their own credentials', async () => {
  const apiKey = { apiKeyName: 'Key', publicKey: account.publicKey, curveType: 'API_KEY_CURVE_SECP256K1' };
  const parameters = (userId: string) => ({ userId, apiKeys: [apiKey] });
  const create = (userId: string) => ({
    activity: { type: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2', parameters: parameters(userId) },
  });
  expect(await outcomeOf({ condition: 'false' }, create(ada))).toBe('OUTCOME_ALLOW');
  expect(await outcomeOf({ condition: 'false' }, create(bob))).toBe('OUTCOME_DENY_IMPLICIT');
});

test('error: a transaction that cannot be read', async () => {
  const { type, parameters } = payment(exchange, 5);
  const activity = { type, parameters: { ...parameters, unsignedTransaction: 'c0' } };
  await expect(outcomeOf({}, { activity })).rejects.toThrow(
    /\.json is not valid:\n {2}cases\[0\]\.activity\.parameters\.unsignedTransaction: cannot be read: the service would refuse it$/,
  );
});

test('error: typed data that cannot be read', async () => {
  const parameters = {
    signWith: account.address,
    payload: '{}',
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  };
  await expect(outcomeOf({}, { activity: { type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', parameters } })).rejects.toThrow(
    'cases[0].activity.parameters.payload: cannot be read',
  );
});

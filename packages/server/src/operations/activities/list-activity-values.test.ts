import { encodeList, encodeMessage } from '@mintmark/chains/src/solana/solana-message';
import { buildSample, foreignKey, payments } from '@mintmark/chains/test/bitcoin-psbts';
import { mail } from '@mintmark/chains/test/eip-712-mail';
import { base58 } from '@scure/base';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy, outcomeOf, transferTo } from '../../../test/policies.ts';
import { type Actor, type Reply, startService } from '../../../test/service.ts';
import { createPrivateKey } from '../../../test/signing.ts';
import { ethereumAccount, solanaAccount } from '../../../test/wallets.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;

const recipient = '0x00000000000000000000000000000000000000a1';
const unknownId = '0199c3a4-0000-7000-8000-000000000000';

interface Seen {
  readonly name: string;
  readonly value: string;
  readonly index?: number;
}

/** An organization in which what its user signs waits for the root user. */
async function arrange() {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  await addPolicy(service, root, { consensus: `${isBy(user)} && ${isBy(root)}` });
  return { root, user };
}

async function addWallet(root: Actor, accounts: readonly object[]): Promise<string[]> {
  return resultOf(await submit(root, 'create_wallet', { walletName: 'Treasury', accounts })).addresses;
}

async function waitingOf(reply: Promise<Reply>) {
  const { json } = await reply;
  expect(json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  return json.activity as { readonly id: string; readonly fingerprint: string };
}

/** The values of an activity on all pages, and the total that each page says. */
async function walk(by: Actor, input: object, limit = '100') {
  const values: Seen[] = [];
  const totals = new Set<number>();
  for (let after = ''; ; ) {
    const { status, json } = await ask(by, 'list_activity_values', { ...input, paginationOptions: { limit, after } });
    expect(status).toBe(200);
    values.push(...json.values);
    totals.add(json.totalValues);
    if (!json.pageInfo.hasNextPage) return { values, totals: [...totals] };
    after = json.pageInfo.endCursor;
  }
}

const shownValue = (values: readonly Seen[], name: string) => values.find((one) => one.name === name)?.value;

describe('an activity that waits for approval', () => {
  test('default: says what it would do, to everybody in the organization', async () => {
    const { root, user } = await arrange();
    const [signWith] = await addWallet(root, [ethereumAccount()]);
    const parameters = { signWith, unsignedTransaction: transferTo(recipient, 7), type: 'TRANSACTION_TYPE_ETHEREUM' };
    const { id: activityId, fingerprint } = await waitingOf(submit(user, 'sign_transaction', parameters));
    const { json } = await ask(root, 'list_activity_values', { fingerprint, paginationOptions: { limit: '100' } });
    expect(json).toMatchObject({
      activityId,
      totalValues: json.values.length,
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    });
    expect(json.values.slice(4, 7)).toEqual([
      { name: 'activity.params.type', value: "'TRANSACTION_TYPE_ETHEREUM'" },
      { name: 'eth.tx.to', value: `'${recipient}'` },
      { name: 'eth.tx.value', value: '7' },
    ]);
    expect(shownValue(json.values, 'wallet.label')).toBe("'Treasury'");
    const byUser = await ask(user, 'list_activity_values', { fingerprint, paginationOptions: { limit: '100' } });
    expect(byUser.json).toEqual(json);
  });

  test('behavior: a PSBT with 40 inputs shows its output first', async () => {
    const { root, user } = await arrange();
    const { privateKeyId, publicKey } = await createPrivateKey(service, root);
    const key = Buffer.from(publicKey, 'hex');
    const inputs = Array.from({ length: 40 }, (_, serial) => ({ key, serial, utxo: 'whole' as const }));
    const { script, address } = payments.P2WPKH(foreignKey);
    const psbt = buildSample({ inputs, outputs: [{ amount: 3_999_000n, script }] });
    const { id: activityId, fingerprint } = await waitingOf(
      submit(user, 'sign_transaction', {
        signWith: privateKeyId,
        unsignedTransaction: Buffer.from(psbt).toString('hex'),
        type: 'TRANSACTION_TYPE_BITCOIN',
      }),
    );
    const { values, totals } = await walk(root, { fingerprint }, '50');
    expect(totals).toEqual([values.length]);
    expect(values.slice(5, 9)).toEqual([
      { name: 'bitcoin.tx.fee', value: '1000' },
      { name: 'bitcoin.tx.outputs[0].address', value: `'${address}'` },
      { name: 'bitcoin.tx.outputs[0].value', value: '3999000' },
      { name: 'bitcoin.tx.outputs[0].script_pubkey', value: `'${Buffer.from(script).toString('hex')}'` },
    ]);
    expect(values.filter(({ name }) => name.startsWith('bitcoin.tx.inputs'))).toHaveLength(120);
    const { json } = await ask(root, 'dry_run_activity', { activityId, withValues: true });
    expect(json.values).toEqual(values);
    expect(json.omittedValues).toBe(0);
  });

  test('behavior: a Solana message that names one account 900 times shows its transfer first', async () => {
    const { root, user } = await arrange();
    const [signWith = ''] = await addWallet(root, [solanaAccount()]);
    const [payer, friend, program] = [base58.decode(signWith), ...[2, 3].map((byte) => new Uint8Array(32).fill(byte))];
    const message = encodeMessage({
      version: 'legacy',
      header: { requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 2 },
      accountKeys: [payer, friend, program, new Uint8Array(32)] as Uint8Array[],
      recentBlockhash: new Uint8Array(32).fill(9),
      instructions: [
        { programIndex: 2, accountIndexes: new Uint8Array(900).fill(1), data: Uint8Array.of(1) },
        {
          programIndex: 3,
          accountIndexes: Uint8Array.of(0, 1),
          data: Uint8Array.of(2, 0, 0, 0, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0),
        },
      ],
      lookups: [],
    });
    const bytes = Buffer.concat([encodeList([new Uint8Array(64)]), message]);
    const { id: activityId, fingerprint } = await waitingOf(
      submit(user, 'sign_transaction', {
        signWith,
        unsignedTransaction: bytes.toString('hex'),
        type: 'TRANSACTION_TYPE_SOLANA',
      }),
    );
    const { values } = await walk(root, { fingerprint });
    const [to, amount] = values.slice(5);
    expect(to).toEqual({ name: 'solana.tx.transfers[0].to', value: `'${base58.encode(friend as Uint8Array)}'` });
    expect(amount).toEqual({ name: 'solana.tx.transfers[0].amount', value: '1000000' });
    expect(values.filter(({ name }) => name.startsWith('solana.tx.instructions[0].accounts'))).toHaveLength(2700);
    const { json } = await ask(root, 'dry_run_activity', { activityId, withValues: true });
    expect(json.values).toEqual(values.slice(0, 300));
    expect(json.omittedValues).toBe(values.length - 300);
  });

  test('behavior: each of several payloads has its own values', async () => {
    const { root, user } = await arrange();
    const { privateKeyId } = await createPrivateKey(service, root);
    const payloads = ['one', 'two'].map((contents) =>
      JSON.stringify({ ...mail, message: { ...mail.message, contents } }),
    );
    const parameters = {
      signWith: privateKeyId,
      payloads,
      encoding: 'PAYLOAD_ENCODING_EIP712',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    };
    const { fingerprint } = await waitingOf(submit(user, 'sign_raw_payloads', parameters));
    const { values } = await walk(root, { fingerprint });
    expect(values.filter(({ name }) => name === "eth.eip_712.message['contents']")).toEqual([
      { name: "eth.eip_712.message['contents']", value: "'one'", index: 0 },
      { name: "eth.eip_712.message['contents']", value: "'two'", index: 1 },
    ]);
  });

  test('behavior: pages of two lists are never mixed', async () => {
    const { root, user } = await arrange();
    const [signWith] = await addWallet(root, [ethereumAccount()]);
    const parameters = { signWith, unsignedTransaction: transferTo(recipient, 7), type: 'TRANSACTION_TYPE_ETHEREUM' };
    const { fingerprint } = await waitingOf(submit(user, 'sign_transaction', parameters));
    const first = (await ask(root, 'list_activity_values', { fingerprint })).json;
    const after = first.pageInfo.endCursor;
    const rest = () => ask(root, 'list_activity_values', { fingerprint, paginationOptions: { after } });
    expect((await rest()).status).toBe(200);
    const { wallets } = (await ask(root, 'list_wallets', {})).json;
    const renaming = { walletId: wallets[0].walletId, walletName: 'Other' };
    resultOf(await submit(root, 'update_wallet', renaming));
    expect(refusalOf(await rest())).toEqual([400, 'INVALID_CURSOR']);
  });

  test('behavior: its submitter may be gone, and its key', async () => {
    const { root, user } = await arrange();
    const [signWith] = await addWallet(root, [ethereumAccount()]);
    const parameters = { signWith, unsignedTransaction: transferTo(recipient, 7), type: 'TRANSACTION_TYPE_ETHEREUM' };
    const { fingerprint } = await waitingOf(submit(user, 'sign_transaction', parameters));
    resultOf(await submit(root, 'delete_users', { userIds: [user.userId] }));
    expect(shownValue((await walk(root, { fingerprint })).values, 'eth.tx.value')).toBe('7');
    const { wallets } = (await ask(root, 'list_wallets', {})).json;
    resultOf(await submit(root, 'delete_wallets', { walletIds: [wallets[0].walletId], deleteWithoutExport: true }));
    expect(shownValue((await walk(root, { fingerprint })).values, 'eth.tx.value')).toBeUndefined();
  });
});

test('behavior: an activity that signs nothing, and who may ask', async () => {
  const [root] = await addOrganization(service, { parentId: service.root.organizationId });
  const reply = await submit(root, 'create_user_tag', { userTagName: 'A', userIds: [] });
  expect(outcomeOf(reply)).toBe('COMPLETED');
  const { fingerprint } = reply.json.activity;
  const parent = { ...service.root, organizationId: root.organizationId };
  for (const by of [root, parent]) {
    const { values } = await walk(by, { fingerprint });
    expect(values.map(({ value }) => value)).toEqual([
      "'ACTIVITY_TYPE_CREATE_USER_TAG'",
      ...["'CREATE_USER_TAG'", "'USER'", "'CREATE'", '[]'],
    ]);
  }
});

test('error: an unknown activity, and one of another organization', async () => {
  const [root] = await addOrganization(service);
  const [stranger] = await addOrganization(service);
  const { json } = await submit(stranger, 'create_user_tag', { userTagName: 'A', userIds: [] });
  for (const fingerprint of [`sha256:${'0'.repeat(64)}`, json.activity.fingerprint])
    expect(refusalOf(await ask(root, 'list_activity_values', { fingerprint }))).toEqual([404, 'ACTIVITY_NOT_FOUND']);
});

test('error: a cursor that is none', async () => {
  const [root] = await addOrganization(service);
  const { json } = await submit(root, 'create_user_tag', { userTagName: 'A', userIds: [] });
  const paginationOptions = { after: unknownId };
  const reply = await ask(root, 'list_activity_values', { fingerprint: json.activity.fingerprint, paginationOptions });
  expect(refusalOf(reply)).toEqual([400, 'INVALID_CURSOR']);
});

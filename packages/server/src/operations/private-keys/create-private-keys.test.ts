import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { keyMovements } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const { exportPrivateKey, importPrivateKey } = keyMovements(service);
const [ada] = await addOrganization(service);

let keys = 0;
const newKey = (more: object = {}) => ({
  privateKeyName: `Key ${++keys}`,
  curve: 'CURVE_SECP256K1',
  privateKeyTags: [],
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  ...more,
});
const create = (privateKeys: readonly object[], actor = ada) => submit(actor, 'create_private_keys', { privateKeys });
const keysOf = async (actor: Actor) => (await ask(actor, 'list_private_keys')).json.privateKeys;

test('default', async () => {
  const tag = resultOf(await submit(ada, 'create_private_key_tag', { privateKeyTagName: 'Hot', privateKeyIds: [] }));
  const privateKeyTags = [tag.privateKeyTagId];
  const [made] = resultOf(await create([newKey({ privateKeyName: 'Payouts', privateKeyTags })])).privateKeys;
  const { privateKeyId } = made;
  expect(made.addresses).toEqual([
    { format: 'ADDRESS_FORMAT_ETHEREUM', address: expect.stringMatching(/^0x[\dA-Fa-f]{40}$/) },
  ]);
  const { privateKey } = (await ask(ada, 'get_private_key', { privateKeyId })).json;
  expect(privateKey).toEqual({
    privateKeyId,
    privateKeyName: 'Payouts',
    curve: 'CURVE_SECP256K1',
    publicKey: expect.stringMatching(/^0[23][\da-f]{64}$/),
    addresses: made.addresses,
    privateKeyTags,
    exported: false,
    imported: false,
    createdAt: privateKey.createdAt,
    updatedAt: privateKey.createdAt,
  });
  expect(await keysOf(ada)).toEqual([privateKey]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test.each([
  ['CURVE_SECP256K1', /^0[23][\da-f]{64}$/, ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR']],
  ['CURVE_ED25519', /^[\da-f]{64}$/, ['ADDRESS_FORMAT_SOLANA', 'ADDRESS_FORMAT_SUI']],
  ['CURVE_P256', /^0[23][\da-f]{64}$/, ['ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_UNCOMPRESSED']],
])('args: %s, and its export imports as the same key', async (curve, publicKey, addressFormats) => {
  const [made] = resultOf(await create([newKey({ curve, addressFormats })])).privateKeys;
  const { privateKey } = (await ask(ada, 'get_private_key', { privateKeyId: made.privateKeyId })).json;
  expect(privateKey.publicKey).toMatch(publicKey);
  expect(made.addresses.map(({ format }: { format: string }) => format)).toEqual(addressFormats);
  const secret = await exportPrivateKey(ada, made.privateKeyId);
  expect(secret).toHaveLength(32);
  const more = { privateKeyName: `Again on ${curve}`, curve, addressFormats };
  const again = resultOf(await importPrivateKey(ada, secret, more));
  expect(again.addresses).toEqual(made.addresses);
  const imported = (await ask(ada, 'get_private_key', { privateKeyId: again.privateKeyId })).json.privateKey;
  expect(imported).toMatchObject({ publicKey: privateKey.publicKey, imported: true, exported: false });
  const exported = (await ask(ada, 'get_private_key', { privateKeyId: made.privateKeyId })).json.privateKey;
  expect(exported).toMatchObject({ imported: false, exported: true });
});

test('behavior: a format that is named twice counts once', async () => {
  const addressFormats = ['ADDRESS_FORMAT_TRON', 'ADDRESS_FORMAT_TRON'];
  const [made] = resultOf(await create([newKey({ addressFormats })])).privateKeys;
  expect(made.addresses).toHaveLength(1);
});

test('behavior: the older type answers with ids', async () => {
  const type = 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS';
  const reply = await submit(ada, 'create_private_keys', { privateKeys: [newKey(), newKey()] }, { type });
  expect(reply.json.activity.result).toEqual({
    createPrivateKeysResult: { privateKeyIds: [expect.any(String), expect.any(String)] },
  });
});

test('error: all or none', async () => {
  const before = await keysOf(ada);
  const taken = newKey();
  resultOf(await create([taken]));
  const count = before.length + 1;
  expect(refusalOf(await create([newKey(), taken]))).toEqual([409, 'ALREADY_EXISTS']);
  const twins = [newKey({ privateKeyName: 'Twin' }), newKey({ privateKeyName: 'Twin' })];
  expect(refusalOf(await create(twins))).toEqual([409, 'ALREADY_EXISTS']);
  const unknownTag = newKey({ privateKeyTags: [randomUUID()] });
  expect(refusalOf(await create([newKey(), unknownTag]))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  const wrongFormat = newKey({ curve: 'CURVE_ED25519' });
  expect(refusalOf(await create([newKey(), wrongFormat]))).toEqual([400, 'INVALID_ADDRESS_FORMAT']);
  expect(refusalOf(await create([]))).toEqual([400, 'REQUEST_INVALID']);
  expect(refusalOf(await create(Array.from({ length: 101 }, () => newKey())))).toEqual([400, 'REQUEST_INVALID']);
  expect(await keysOf(ada)).toHaveLength(count);
});

test('error: more than 1,000 private keys', async () => {
  const [bob] = await addOrganization(service);
  const some = (count: number) => Array.from({ length: count }, () => newKey({ addressFormats: [] }));
  for (let count = 0; count < 9; count++) resultOf(await create(some(100), bob));
  resultOf(await create(some(99), bob));
  expect(refusalOf(await create(some(2), bob))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  resultOf(await create(some(1), bob));
  expect(refusalOf(await create(some(1), bob))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  expect(refusalOf(await importPrivateKey(bob, new Uint8Array(32).fill(1)))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  expect(await keysOf(bob)).toHaveLength(1_000);
});

import { sealImportedMnemonic } from '@mintmark/stamper/bundles';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { keyMovements } from '../../../test/wallets.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const { importPrivateKey, exportPrivateKey, sealPrivateKey } = keyMovements(service);
const [ada] = await addOrganization(service);

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const order = {
  CURVE_SECP256K1: 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
  CURVE_P256: 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
};
const keysOf = async (actor: Actor) => (await ask(actor, 'list_private_keys')).json.privateKeys;

test('default', async () => {
  // The key 1 and its address are widely published.
  const one = bytes('01'.padStart(64, '0'));
  const addressFormats = ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH'];
  const { privateKeyId, addresses } = resultOf(await importPrivateKey(ada, one, { addressFormats }));
  expect(addresses).toEqual([
    { format: 'ADDRESS_FORMAT_ETHEREUM', address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' },
    { format: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH', address: '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH' },
  ]);
  expect(Buffer.from(await exportPrivateKey(ada, privateKeyId))).toEqual(Buffer.from(one));
});

test.each([
  ['zero', '00'.repeat(32), 'CURVE_SECP256K1'],
  ['zero', '00'.repeat(32), 'CURVE_P256'],
  ['the order', order.CURVE_SECP256K1, 'CURVE_SECP256K1'],
  ['the order', order.CURVE_P256, 'CURVE_P256'],
  ['above the order', 'ff'.repeat(32), 'CURVE_SECP256K1'],
  ['above the order', 'ff'.repeat(32), 'CURVE_P256'],
])('error: a scalar that is %s', async (_, hex, curve) => {
  const refused = await importPrivateKey(ada, bytes(hex), { privateKeyName: `${curve} ${hex}`.slice(0, 60), curve });
  expect(refusalOf(refused)).toEqual([400, 'INVALID_PRIVATE_KEY']);
});

test('error: a key of 31 or 33 bytes, or in hex', async () => {
  const { organizationId, userId } = ada;
  const before = await keysOf(ada);
  for (const text of ['k'.repeat(31), 'k'.repeat(33), '11'.repeat(32)]) {
    const { importBundle } = resultOf(await submit(ada, 'init_import_private_key', { userId }));
    const signerPublicKey = service.services.signer.publicKey;
    const to = { importBundle, organizationId, userId, signerPublicKey };
    // The function for private keys would refuse it.
    const encryptedBundle = await sealImportedMnemonic(text, to);
    const curve = 'CURVE_ED25519';
    const parameters = { userId, privateKeyName: 'Wrong', encryptedBundle, curve, addressFormats: [] };
    const refused = await submit(ada, 'import_private_key', parameters);
    expect([text.length, ...refusalOf(refused)]).toEqual([text.length, 400, 'INVALID_PRIVATE_KEY']);
    expect(JSON.stringify(refused.json)).not.toContain(text.slice(0, 8));
  }
  expect(await keysOf(ada)).toEqual(before);
});

test('error: an import key works once, and for its user', async () => {
  const [bob, eve] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const bundle = await sealPrivateKey(bob, new Uint8Array(32).fill(3));
  const submitAs = (actor: Actor, privateKeyName: string, userId = actor.userId) =>
    submit(actor, 'import_private_key', {
      userId,
      privateKeyName,
      encryptedBundle: bundle,
      curve: 'CURVE_ED25519',
      addressFormats: ['ADDRESS_FORMAT_SOLANA'],
    });
  expect(refusalOf(await submitAs(eve, 'Of another', bob.userId))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(refusalOf(await submitAs(eve, 'Without a key'))).toEqual([400, 'IMPORT_NOT_PREPARED']);
  await sealPrivateKey(eve, new Uint8Array(32).fill(4));
  const failed = await submitAs(eve, 'With the wrong key');
  expect(failed.json.activity).toMatchObject({
    status: 'ACTIVITY_STATUS_FAILED',
    failure: { details: [{ errorCode: 'INVALID_IMPORT_BUNDLE' }] },
  });
  const replies = await Promise.all([submitAs(bob, 'One'), submitAs(bob, 'Two')]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await keysOf(bob)).toHaveLength(1);
});

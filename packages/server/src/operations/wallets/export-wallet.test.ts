import { randomUUID } from 'node:crypto';
import { generatePrivateKey } from '@mintmark/stamper';
import { openExportedMnemonic, openExportedPrivateKey } from '@mintmark/stamper/bundles';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { ethereumAccount, keyMovements, knownAddress, knownMnemonic, solanaAccount } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { writePhrase } from '../../custody/derivation/mnemonic.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const { exportWallet, exportAccount, importWallet } = keyMovements(service);
const [ada] = await addOrganization(service);
const { organizationId } = ada;
const signerPublicKey = service.services.signer.publicKey;
const accounts = [ethereumAccount(), solanaAccount()];
const { walletId } = resultOf(await importWallet(ada, knownMnemonic, { walletName: 'Known', accounts }));

const target = generatePrivateKey('p256');
const targetPublicKey = target.publicKey.hex;
const isExported = async (id: string) => (await ask(ada, 'get_wallet', { walletId: id })).json.wallet.exported;

test('default', async () => {
  const made = resultOf(await submit(ada, 'create_wallet', { walletName: 'New', accounts: [] }));
  expect(await isExported(made.walletId)).toBe(false);
  expect(await exportWallet(ada, made.walletId)).toMatch(/^(?:[a-z]+ ){11}[a-z]+$/);
  expect(await isExported(made.walletId)).toBe(true);
  expect(await exportWallet(ada, walletId)).toBe(knownMnemonic);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: the private key of an account', async () => {
  // The key of this address, as other wallets derive it from the same mnemonic.
  const known = '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727';
  expect(Buffer.from(await exportAccount(ada, knownAddress)).toString('hex')).toBe(known);
  expect(Buffer.from(await exportAccount(ada, knownAddress.toLowerCase())).toString('hex')).toBe(known);
});

test('behavior: a bundle opens only for its activity, wallet, organization and target key', async () => {
  const other = resultOf(await submit(ada, 'create_wallet', { walletName: 'Other', accounts }));
  const exports = [walletId, other.walletId].map((id) =>
    submit(ada, 'export_wallet', { walletId: id, targetPublicKey }),
  );
  const [one, two] = (await Promise.all(exports)) as [Awaited<(typeof exports)[0]>, Awaited<(typeof exports)[0]>];
  const right = { organizationId, activityId: one.json.activity.id, walletId, targetKey: target, signerPublicKey };
  const { exportBundle } = resultOf(one);
  expect(await openExportedMnemonic(exportBundle, right)).toBe(knownMnemonic);
  const mismatch = { code: 'BINDING_MISMATCH' };
  await expect(openExportedMnemonic(resultOf(two).exportBundle, right)).rejects.toMatchObject(mismatch);
  for (const wrong of [
    { walletId: other.walletId },
    { activityId: two.json.activity.id },
    { organizationId: randomUUID() },
    { targetKey: generatePrivateKey('p256') },
  ])
    await expect(openExportedMnemonic(exportBundle, { ...right, ...wrong })).rejects.toMatchObject(mismatch);
  const account = await submit(ada, 'export_wallet_account', { address: knownAddress, targetPublicKey });
  const of = { ...right, walletId: undefined, activityId: account.json.activity.id };
  const opened = openExportedPrivateKey(resultOf(account).exportBundle, { ...of, address: other.addresses[0] });
  await expect(opened).rejects.toMatchObject(mismatch);
});

test('behavior: the same bytes give the same bundle', async () => {
  const first = await submit(ada, 'export_wallet', { walletId, targetPublicKey });
  expect((await service.send(ada, 'export_wallet', first.body)).json).toEqual(first.json);
  const second = await submit(ada, 'export_wallet', { walletId, targetPublicKey });
  expect(resultOf(second).exportBundle).not.toBe(resultOf(first).exportBundle);
});

test('behavior: accepts the target key compressed and uncompressed', async () => {
  const uncompressed = Buffer.from(target.publicKey.uncompressed).toString('hex');
  const reply = await submit(ada, 'export_wallet', { walletId, targetPublicKey: uncompressed });
  const of = { organizationId, activityId: reply.json.activity.id, walletId, targetKey: target, signerPublicKey };
  expect(await openExportedMnemonic(resultOf(reply).exportBundle, of)).toBe(knownMnemonic);
});

test('behavior: a language has to be that of the wallet', async () => {
  expect(await exportWallet(ada, walletId, { language: 'MNEMONIC_LANGUAGE_ENGLISH' })).toBe(knownMnemonic);
  const spanish = { walletId, targetPublicKey, language: 'MNEMONIC_LANGUAGE_SPANISH' };
  expect(refusalOf(await submit(ada, 'export_wallet', spanish))).toEqual([400, 'MNEMONIC_LANGUAGE_MISMATCH']);
});

test('error: a caller who may not export it gets nothing, and it is not exported', async () => {
  const made = resultOf(await submit(ada, 'create_wallet', { walletName: 'Guarded', accounts }));
  const eve = await addUser(service, ada);
  const parameters = { walletId: made.walletId, targetPublicKey };
  const denied = await submit(eve, 'export_wallet', parameters);
  expect(refusalOf(denied)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(JSON.stringify(denied.json)).not.toContain('exportBundle');
  expect(await isExported(made.walletId)).toBe(false);
});

test('error: a wallet, an account or a key that is not there', async () => {
  const [bob] = await addOrganization(service);
  const notFound = [404, 'RESOURCE_NOT_FOUND'];
  expect(refusalOf(await submit(bob, 'export_wallet', { walletId, targetPublicKey }))).toEqual(notFound);
  const address = { address: knownAddress, targetPublicKey };
  expect(refusalOf(await submit(bob, 'export_wallet_account', address))).toEqual(notFound);
  expect(refusalOf(await submit(ada, 'export_wallet_account', { ...address, address: '0x00' }))).toEqual(notFound);
  const [lower, upper] = [knownAddress.toLowerCase(), knownAddress.toUpperCase().replace('X', 'x')];
  const mixed = `${lower.slice(0, 20)}${upper.slice(20)}`;
  expect(refusalOf(await submit(ada, 'export_wallet_account', { ...address, address: mixed }))).toEqual(notFound);
});

test('error: a target key that is none', async () => {
  for (const [key, error] of [
    ['', 'REQUEST_INVALID'],
    ['zz', 'REQUEST_INVALID'],
    ['00'.repeat(33), 'REQUEST_INVALID'],
    [`02${'ff'.repeat(32)}`, 'INVALID_PUBLIC_KEY'],
    [`04${'11'.repeat(64)}`, 'INVALID_PUBLIC_KEY'],
  ])
    expect([key, ...refusalOf(await submit(ada, 'export_wallet', { walletId, targetPublicKey: key }))]).toEqual([
      key,
      400,
      error,
    ]);
});

test('behavior: whatever was imported can be exported', async () => {
  const phrase = (await writePhrase(new Uint8Array(32).fill(7), 'MNEMONIC_LANGUAGE_KOREAN')).toString();
  const composed = phrase.normalize('NFC');
  // The longest content that can be sealed. Decomposed words, as they are stored and exported, are longer.
  const passphrase = 'x'.repeat(8192 - Buffer.byteLength(`${composed}\n`));
  const imported = await importWallet(ada, `${composed}\n${passphrase}`, { walletName: 'Long' });
  // Such content may be refused, but it must not be taken in for good.
  if (imported.status === 200)
    expect(await exportWallet(ada, resultOf(imported).walletId)).toBe(`${phrase}\n${passphrase}`);
  else expect(refusalOf(imported)).toEqual([400, 'INVALID_MNEMONIC']);
});

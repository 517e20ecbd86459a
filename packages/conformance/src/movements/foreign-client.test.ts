import { afterAll, describe, expect, test } from 'vitest';
import { createTargetKey, openExport, sealImport } from './foreign-client.ts';
import { ethereumAccount, type Holder, known, startMovementService } from './movement-service.ts';

const service = await startMovementService();
afterAll(() => service[Symbol.asyncDispose]());
const { newHolder, signerPublicKey } = service;

/** What these clients expect of a bundle for a user. */
const expected = ({ organizationId, userId }: Holder) => ({ organizationId, userId, signerPublicKey });

async function importMnemonic(holder: Holder, content: string, walletName = 'Treasury') {
  const { client, userId } = holder;
  const { importBundle } = await client.initImportWalletOrThrow({ userId });
  const encryptedBundle = sealImport(Buffer.from(content), importBundle, expected(holder));
  return client.importWalletOrThrow({ userId, walletName, accounts: [ethereumAccount], encryptedBundle });
}

test('default: a mnemonic goes in and out', async () => {
  const holder = await newHolder();
  const { walletId, addresses } = await importMnemonic(holder, known.mnemonic);
  expect(addresses).toEqual([known.address]);
  for (const format of ['compressed', 'uncompressed'] as const) {
    const target = createTargetKey(format);
    const { publicKey: targetPublicKey } = target;
    const { exportBundle } = await holder.client.exportWalletOrThrow({ walletId, targetPublicKey });
    expect(openExport(exportBundle, target, expected(holder)).toString('utf8')).toBe(known.mnemonic);
  }
});

test('behavior: a line break and the passphrase follow the words', async () => {
  const holder = await newHolder();
  const content = `${known.mnemonic}\nTREZOR`;
  const { walletId, addresses } = await importMnemonic(holder, content);
  expect(addresses).not.toEqual([known.address]);
  const target = createTargetKey('uncompressed');
  const parameters = { walletId, targetPublicKey: target.publicKey };
  const { exportBundle } = await holder.client.exportWalletOrThrow(parameters);
  expect(openExport(exportBundle, target, expected(holder)).toString('utf8')).toBe(content);
});

test('default: the private key of an account comes out as 32 bytes', async () => {
  const holder = await newHolder();
  await importMnemonic(holder, known.mnemonic);
  const target = createTargetKey('uncompressed');
  const parameters = { address: known.address, targetPublicKey: target.publicKey };
  const { exportBundle } = await holder.client.exportWalletAccountOrThrow(parameters);
  expect(openExport(exportBundle, target, expected(holder))).toEqual(known.privateKey);
});

test('default: a private key goes in and out as 32 bytes', async () => {
  const holder = await newHolder();
  const { client, userId } = holder;
  const { importBundle } = await client.initImportPrivateKeyOrThrow({ userId });
  const encryptedBundle = sealImport(known.privateKey, importBundle, expected(holder));
  const { privateKeyId, addresses } = await client.importPrivateKeyOrThrow({
    ...{ userId, privateKeyName: 'Hot', curve: 'CURVE_SECP256K1', encryptedBundle },
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  });
  expect(addresses).toMatchObject([{ address: known.address }]);
  const target = createTargetKey('uncompressed');
  const { exportBundle } = await client.exportPrivateKeyOrThrow({ privateKeyId, targetPublicKey: target.publicKey });
  expect(openExport(exportBundle, target, expected(holder))).toEqual(known.privateKey);
});

describe('what these clients check', () => {
  test('error: another organization, another user, another signer, changed data', async () => {
    const holder = await newHolder();
    const other = await newHolder();
    const { importBundle } = await holder.client.initImportWalletOrThrow({ userId: holder.userId });
    const seal = (bundle: string, of: object) => () =>
      sealImport(Buffer.from(known.mnemonic), bundle, { ...expected(holder), ...of });
    expect(seal(importBundle, {})).not.toThrow();
    expect(seal(importBundle, { organizationId: other.organizationId })).toThrow('another organization');
    expect(seal(importBundle, { userId: other.userId })).toThrow('another user');
    expect(seal(importBundle, { signerPublicKey: createTargetKey('uncompressed').publicKey })).toThrow(
      'another signer',
    );
    const { data, ...rest } = JSON.parse(importBundle);
    const changed = Buffer.from(Buffer.from(data, 'hex').toString().replace(holder.userId, other.userId)).toString(
      'hex',
    );
    expect(seal(JSON.stringify({ ...rest, data: changed }), { userId: other.userId })).toThrow('signature');
  });
});

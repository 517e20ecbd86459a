import { randomBytes } from 'node:crypto';
import exportWalletAccount from '@mintmark/schema/operations/wallets/export-wallet-account';
import { generatePrivateKey } from '@mintmark/stamper';
import { sealImportedMnemonic, sealImportedPrivateKey, signImportTarget } from '@mintmark/stamper/bundles';
import type { ChangeContext } from '../src/core/handlers/implement.ts';
import { uuidv7 } from '../src/core/model/ids.ts';
import { ownerColumns } from '../src/core/model/of-organization.ts';
import type { RowOf } from '../src/core/tables/define-table.ts';
import { importKeysTable } from '../src/custody/keys/import-keys-table.ts';
import { privateKeysTable } from '../src/custody/keys/private-keys-table.ts';
import { placeOf, type SecretPlace } from '../src/custody/keys/sealed-secret.ts';
import { walletAccountsTable } from '../src/custody/keys/wallet-accounts-table.ts';
import { walletsTable } from '../src/custody/keys/wallets-table.ts';
import type { Service } from './service.ts';
import { createTestServices } from './test-services.ts';
import { knownMnemonic } from './wallets.ts';

/** The address of the wallet account in `insertKeyRows`: the one in the examples of the contract. */
const { address } = exportWalletAccount.example.parameters;

/** Seals for a place, as the product does. */
type Seal = (place: Omit<SecretPlace, 'organization'>, secret: Uint8Array) => Promise<Uint8Array>;

/** An import key that all organizations of the tests have, and what is sealed to it. */
const importKey = generatePrivateKey('p256');

export const sealedImports = await (async () => {
  const { signer } = createTestServices();
  const of = { organizationId: 'any', userId: 'any' };
  const importBundle = await signImportTarget(importKey.publicKey.hex, { ...of, signer });
  const to = { ...of, importBundle, signerPublicKey: signer.publicKey };
  return {
    wallet: await sealImportedMnemonic(knownMnemonic, to),
    privateKey: await sealImportedPrivateKey(new Uint8Array(32).fill(1), to),
  };
})();

/** The row of a private key on secp256k1. */
export async function newPrivateKey(
  { organization, now }: Pick<ChangeContext, 'organization' | 'now'>,
  seal: Seal,
): Promise<RowOf<typeof privateKeysTable>> {
  const id = uuidv7(now);
  return {
    ...ownerColumns(organization),
    id,
    name: id,
    curve: 'CURVE_SECP256K1',
    publicKey: randomBytes(33).toString('hex'),
    addressFormats: [],
    addresses: [],
    secret: await seal({ table: 'private_keys', column: 'secret', id }, randomBytes(32)),
    exported: false,
    imported: false,
    createdAt: now,
    updatedAt: now,
  };
}

/** How secrets of an organization are sealed. */
export const sealFor =
  ({ vault }: Pick<Service, 'vault'>, { sql, organization }: Pick<ChangeContext, 'sql' | 'organization'>): Seal =>
  (place, secret) =>
    vault.seal(sql, placeOf({ ...place, organization } as SecretPlace), secret);

/**
 * Adds a wallet with an account, two private keys, and import keys of a user, all of which can be used. Quicker than the
 * operations that create them.
 */
export async function insertKeyRows(service: Pick<Service, 'vault'>, context: ChangeContext, userId: string) {
  const { sql, organization, writer, now } = context;
  const seal = sealFor(service, context);
  const here = ownerColumns(organization);
  const times = { createdAt: now, updatedAt: now };
  const [wallet, account] = [uuidv7(now), uuidv7(now)];
  const keys = [await newPrivateKey(context, seal), await newPrivateKey(context, seal)] as const;
  await sql`insert into wallets ${sql(
    writer.sealed(walletsTable, {
      ...here,
      id: wallet,
      name: 'Wallet of the place',
      language: 'MNEMONIC_LANGUAGE_ENGLISH',
      mnemonic: await seal({ table: 'wallets', column: 'mnemonic', id: wallet }, Buffer.from(knownMnemonic)),
      seed: await seal({ table: 'wallets', column: 'seed', id: wallet }, randomBytes(64)),
      exported: false,
      imported: true,
      ...times,
    }),
  )}`;
  await sql`insert into wallet_accounts ${sql(
    writer.sealed(walletAccountsTable, {
      ...here,
      id: account,
      walletId: wallet,
      name: null,
      curve: 'CURVE_SECP256K1',
      path: 'm/1',
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      address,
      publicKey: randomBytes(33).toString('hex'),
      exported: false,
      ...times,
    }),
  )}`;
  await sql`insert into private_keys ${sql(keys.map((key) => writer.sealed(privateKeysTable, key)))}`;
  for (const kind of ['wallet', 'private_key'] as const) {
    const id = uuidv7(now);
    const privateKey = await seal({ table: 'import_keys', column: 'private_key', id }, importKey.bytes());
    const row = {
      ...here,
      id,
      userId,
      kind,
      privateKey,
      expiresAt: new Date(now.getTime() + 3_600_000),
      createdAt: now,
    };
    await sql`insert into import_keys ${sql(writer.sealed(importKeysTable, row))}`;
  }
  return { wallet, walletAccount: account, privateKey: keys[0].id, anotherPrivateKey: keys[1].id };
}

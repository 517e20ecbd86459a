import { canonicalAddress } from '@mintmark/chains/addresses';
import { uuidv7, uuidv7Series } from '@mintmark/server/core/model/ids';
import type { RowOf } from '@mintmark/server/core/tables/define-table';
import type { privateKeysTable } from '@mintmark/server/custody/keys/private-keys-table';
import type { walletAccountsTable } from '@mintmark/server/custody/keys/wallet-accounts-table';
import type { walletsTable } from '@mintmark/server/custody/keys/wallets-table';
import type { privateKeyTagsTable } from '@mintmark/server/identity/tags/private-key-tags-table';
import { type FoundKey, findKey } from './find-key.ts';
import type { WrittenFile } from './test-file-schema.ts';
import type { RowBase } from './user-rows.ts';

/** In place of a sealed secret: nothing is ever signed with these keys. The first byte is the version of the format. */
const noSecret = Buffer.of(1);

/** Rows to be inserted. */
interface Rows {
  readonly wallets: readonly RowOf<typeof walletsTable>[];
  readonly walletAccounts: readonly RowOf<typeof walletAccountsTable>[];
  readonly privateKeys: readonly RowOf<typeof privateKeysTable>[];
  readonly privateKeyTags: readonly RowOf<typeof privateKeyTagsTable>[];
}

/** The rows of the wallets and private keys in a file. */
export function keyRows(base: RowBase, { wallets = [], privateKeys = [] }: WrittenFile): Rows {
  const { organizationId, createdAt: now } = base;
  const withIds = wallets.map(({ walletId = uuidv7(now), ...wallet }) => ({ walletId, ...wallet }));
  const keys = privateKeys.map(({ privateKeyId = uuidv7(now), ...key }) => ({ privateKeyId, ...key }));
  const accounts = withIds.flatMap(({ walletId, accounts = [] }) =>
    accounts.map((account, index) => ({ walletId, index, ...account })),
  );
  const accountIds = uuidv7Series(now, accounts.length);
  return {
    wallets: withIds.map(({ walletId, walletName, imported = false, exported = false }) => ({
      ...base,
      id: walletId,
      name: walletName,
      language: 'MNEMONIC_LANGUAGE_ENGLISH',
      mnemonic: noSecret,
      seed: noSecret,
      imported,
      exported,
    })),
    walletAccounts: accounts.map(({ walletId, index, walletAccountId, publicKey, ...account }, number) => ({
      ...base,
      id: walletAccountId ?? (accountIds[number] as string),
      walletId,
      name: null,
      path: `m/${index}`,
      addressFormat: account.addressFormat,
      address: canonicalAddress(account.address),
      ...checked(findKey(account, publicKey)),
      exported: false,
    })),
    privateKeys: keys.map(
      ({ privateKeyId, privateKeyName, imported = false, exported = false, addresses = [], ...key }) => ({
        ...base,
        id: privateKeyId,
        name: privateKeyName,
        ...keyOf({ ...key, addresses }),
        addressFormats: addresses.map(({ addressFormat }) => addressFormat),
        addresses: addresses.map(({ address }) => canonicalAddress(address)),
        secret: noSecret,
        imported,
        exported,
      }),
    ),
    privateKeyTags: keys.flatMap(({ privateKeyId, tags = [] }) =>
      [...new Set(tags)].map((tagId) => ({ organizationId, tagId, privateKeyId })),
    ),
  };
}

type WrittenKey = Pick<NonNullable<WrittenFile['privateKeys']>[number], 'publicKey' | 'curve' | 'addresses'>;

function keyOf({ publicKey, curve, addresses: [first] = [] }: WrittenKey) {
  if (first) return checked(findKey(first, publicKey));
  if (publicKey === undefined || curve === undefined) throw new Error('a private key without a public key');
  return { publicKey, curve };
}

/** The key of an address, which was checked when the file was read. */
function checked(found: FoundKey) {
  if ('problem' in found) throw new Error(`the public key ${found.problem}`);
  return found;
}

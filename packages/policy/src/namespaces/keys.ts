import type { Struct } from '../values/value.ts';
import { address, comparedAddress, uuid } from './forms.ts';
import { bool, field, listOf, structOf, text, textOf } from './types.ts';

const walletType = structOf('Wallet', {
  id: field(textOf(uuid), 'The ID of the wallet.'),
  imported: field(bool, 'Whether it was imported.'),
  exported: field(bool, 'Whether its mnemonic was exported.'),
  label: field(text, 'The name of the wallet.'),
});

export const wallet = field(
  walletType,
  'The wallet that signs, is exported, changed or deleted. If there are several, policies must allow each of them.',
);
export const wallets = field(listOf(walletType), 'All wallets that the activity uses, changes or deletes.');

export const walletAccount = field(
  structOf('WalletAccount', {
    address: field(
      textOf(address),
      'The address of the account. A policy that denies also sees every other address of the same key.',
    ),
  }),
  'The wallet account that signs, is exported or deleted. If there are several, policies must allow each of them.',
);

export const privateKey = field(
  structOf('PrivateKey', {
    id: field(textOf(uuid), 'The ID of the private key.'),
    tags: field(listOf(textOf(uuid)), 'The IDs of the tags of the private key.'),
    imported: field(bool, 'Whether it was imported.'),
    exported: field(bool, 'Whether it was exported.'),
    label: field(text, 'The name of the private key.'),
  }),
  'The private key that signs, is exported or deleted. If there are several, policies must allow each of them.',
);

/** A wallet or a private key. */
interface Key {
  readonly id: string;
  readonly name: string;
  readonly imported: boolean;
  readonly exported: boolean;
}

/** A wallet, as policies see it. */
export const walletOf = ({ id, imported, exported, name }: Key): Struct => ({
  id,
  imported,
  exported,
  label: name,
});

/** A wallet account, as policies see it. */
export const walletAccountOf = ({ address }: { readonly address: string }): Struct => ({
  address: comparedAddress(address),
});

/** A private key with the ids of its tags, as policies see it. */
export const privateKeyOf = ({ id, imported, exported, name }: Key, tags: readonly string[]): Struct => ({
  id,
  tags,
  imported,
  exported,
  label: name,
});

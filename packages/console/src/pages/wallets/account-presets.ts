import type { components } from '@mintmark/client';

type AccountParams = components['schemas']['WalletAccountParams'];

const secp256k1 = 'CURVE_SECP256K1';
const ed25519 = 'CURVE_ED25519';

interface Preset extends Pick<AccountParams, 'curve' | 'addressFormat'> {
  readonly name: string;
  /** With N in the place of the number of the account. */
  readonly path: string;
}

/** The usual first accounts of the chains that people ask for most. */
export const presets: readonly Preset[] = [
  { name: 'Ethereum', curve: secp256k1, path: "m/44'/60'/0'/0/N", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
  {
    name: 'Bitcoin',
    curve: secp256k1,
    path: "m/84'/0'/0'/0/N",
    addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
  },
  {
    name: 'Bitcoin, taproot',
    curve: secp256k1,
    path: "m/86'/0'/0'/0/N",
    addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR',
  },
  { name: 'Solana', curve: ed25519, path: "m/44'/501'/N'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
  { name: 'Tron', curve: secp256k1, path: "m/44'/195'/0'/0/N", addressFormat: 'ADDRESS_FORMAT_TRON' },
  { name: 'Cosmos', curve: secp256k1, path: "m/44'/118'/0'/0/N", addressFormat: 'ADDRESS_FORMAT_COSMOS' },
  { name: 'XRP', curve: secp256k1, path: "m/44'/144'/0'/0/N", addressFormat: 'ADDRESS_FORMAT_XRP' },
  { name: 'Stellar', curve: ed25519, path: "m/44'/148'/N'", addressFormat: 'ADDRESS_FORMAT_XLM' },
  { name: 'Sui', curve: ed25519, path: "m/44'/784'/N'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SUI' },
  { name: 'Aptos', curve: ed25519, path: "m/44'/637'/N'/0'/0'", addressFormat: 'ADDRESS_FORMAT_APTOS' },
];

/** The account of a preset with this number. */
export const accountOf = ({ curve, path, addressFormat }: Preset, number: number): AccountParams => ({
  curve,
  pathFormat: 'PATH_FORMAT_BIP32',
  path: path.replace('N', String(number)),
  addressFormat,
});

/** The first account of a preset that is not among these. */
export function nextAccount(
  preset: Preset,
  taken: readonly Pick<AccountParams, 'path' | 'addressFormat'>[],
): AccountParams {
  for (let number = 0; ; number++) {
    const account = accountOf(preset, number);
    if (!taken.some(({ path, addressFormat }) => path === account.path && addressFormat === account.addressFormat))
      return account;
  }
}

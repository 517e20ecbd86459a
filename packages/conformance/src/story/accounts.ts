import { saying } from './refusals.ts';

/** An account to derive. */
export const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

/** Another account of the same wallet. */
export const secondAccount = { ...account, path: "m/44'/60'/1'/0/0" };

/** The reasons to refuse accounts, in every operation that derives them. */
export const accountRefusals = {
  INVALID_PATH: saying(() => ({ accounts: [account, account] })),
  INVALID_ADDRESS_FORMAT: saying(() => ({ accounts: [{ ...account, addressFormat: 'ADDRESS_FORMAT_SOLANA' }] })),
  ALREADY_EXISTS: saying(() => ({
    accounts: [2, 3].map((index) => ({ ...account, path: `m/44'/60'/${index}'/0/0`, name: 'Savings' })),
  })),
};

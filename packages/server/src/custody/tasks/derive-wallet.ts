import { type AddressFormat, type Curve, encodeAddress } from '@mintmark/chains/addresses';
import type { Bytes } from '../../core/ports/define-task.ts';
import { derivePublicKeys } from '../derivation/derive-keys.ts';
import { parsePath } from '../derivation/path.ts';
import { bytesOf } from './bytes-of.ts';

/** What an account is derived from. */
export type AccountPath = {
  readonly curve: Curve;
  readonly path: string;
  readonly addressFormat: AddressFormat;
};

/** What is derived of an account: its public key in hex, and its address. */
export type DerivedAccount = { readonly publicKey: string; readonly address: string };

/** The seed of a wallet, and its accounts. */
export type DerivedWallet = { readonly seed: Bytes; readonly accounts: readonly DerivedAccount[] };

/** The seed of a wallet and its accounts. Wipes the seed if that fails. */
export function deriveWallet(seed: Buffer, accounts: readonly AccountPath[]): DerivedWallet {
  try {
    return { seed: bytesOf(seed), accounts: deriveAccountsFrom(seed, accounts) };
  } catch (error) {
    seed.fill(0);
    throw error;
  }
}

/** Derives accounts of the seed of a wallet. */
export function deriveAccountsFrom(seed: Uint8Array, accounts: readonly AccountPath[]): DerivedAccount[] {
  const places = accounts.map(({ curve, path }) => ({ curve, path: requirePath(path) }));
  const publicKeys = derivePublicKeys(seed, places);
  return accounts.map(({ curve, addressFormat }, index) => {
    const bytes = publicKeys[index] as Uint8Array;
    return { publicKey: Buffer.from(bytes).toString('hex'), address: encodeAddress(addressFormat, { curve, bytes }) };
  });
}

/** The contract refuses anything that is not a path. */
export function requirePath(path: string): number[] {
  const indexes = parsePath(path);
  if (!indexes) throw new Error('not a derivation path');
  return indexes;
}

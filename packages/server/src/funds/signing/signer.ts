import type { SigningScheme } from '@mintmark/chains';
import type { AddressFormat, Curve } from '@mintmark/chains/addresses';
import { canonicalAddress } from '@mintmark/chains/addresses';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { isUuid } from '../../core/model/ids.ts';
import { MemoSlot } from '../../core/model/memo.ts';
import { type PrivateKeyRow, readPrivateKeys, readPrivateKeysByAddress } from '../private-keys/private-key.ts';
import { type AccountRow, readAccountsByAddress } from '../wallets/account.ts';

/** The key that a request names, and everything in the organization that has it. */
export interface Signer {
  readonly curve: Curve;
  /** In hex. */
  readonly publicKey: string;
  /** The format of the address that named the key; none if its id did. */
  readonly addressFormat: AddressFormat | undefined;
  /**
   * The same wallet or private key may be there twice. Policies must allow each of them. Those with another public key have the
   * same taproot address, which belongs to a key and to the negated key.
   */
  readonly accounts: readonly Pick<AccountRow, 'id' | 'walletId' | 'curve' | 'path' | 'publicKey'>[];
  readonly privateKeys: readonly Pick<PrivateKeyRow, 'id' | 'curve' | 'publicKey' | 'secret'>[];
}

/** The rows that have the key that a request names. */
export interface SignerRows {
  readonly accounts: readonly AccountRow[];
  readonly privateKeys: readonly PrivateKeyRow[];
  readonly addressFormat: AddressFormat | undefined;
}

/** Finds the key that signs, by the address of an account or a private key, or by the id of a private key. */
export async function requireSigner(context: ReadContext, signWith: string): Promise<Signer> {
  const signer = signerOf(await readSignerRows(context, signWith));
  if (!signer)
    throw new ApiError('RESOURCE_NOT_FOUND', 'signWith is not a wallet account or private key of this organization');
  return signer;
}

const signerRows = new MemoSlot<Promise<SignerRows>>();

/** Reads everything that has the key that a request names. Policies and handlers need the same rows: they are read once. */
export const readSignerRows = (context: ReadContext, signWith: string): Promise<SignerRows> =>
  context.reads?.once(signerRows, signWith, () => findSignerRows(context, signWith)) ??
  findSignerRows(context, signWith);

async function findSignerRows(context: ReadContext, signWith: string): Promise<SignerRows> {
  if (isUuid(signWith))
    return { accounts: [], privateKeys: await readPrivateKeys(context, [signWith]), addressFormat: undefined };
  const address = canonicalAddress(signWith);
  const [accounts, privateKeys] = await Promise.all([
    readAccountsByAddress(context, address),
    readPrivateKeysByAddress(context, address),
  ]);
  const formats = [
    ...accounts.map(({ addressFormat }) => addressFormat),
    ...privateKeys.map(({ addresses, addressFormats }) => addressFormats[addresses.indexOf(address)]),
  ];
  return { accounts, privateKeys, addressFormat: formats[0] };
}

/** The key of rows, if there are any. */
export function signerOf({ accounts, privateKeys, addressFormat }: SignerRows): Signer | undefined {
  const [first, ...others] = [...accounts, ...privateKeys];
  if (!first) return undefined;
  const { curve, publicKey } = first;
  const isSameKey = (other: Pick<AccountRow, 'curve' | 'publicKey'>) =>
    other.curve === curve &&
    (other.publicKey === publicKey || (isTaproot(addressFormat) && xOf(other.publicKey) === xOf(publicKey)));
  if (!others.every(isSameKey)) throw new Error('two keys have the same address');
  return {
    curve,
    publicKey,
    addressFormat,
    accounts: accounts.map(({ id, walletId, path, ...row }) => ({
      id,
      walletId,
      curve,
      path,
      publicKey: row.publicKey,
    })),
    privateKeys: privateKeys.map(({ id, secret, ...row }) => ({ id, curve, publicKey: row.publicKey, secret })),
  };
}

const isTaproot = (format: AddressFormat | undefined): boolean => format?.endsWith('_P2TR') === true;

/** The X of a compressed point in hex. */
const xOf = (publicKey: string): string => publicKey.slice(2);

/** How the key signs digests and messages: a taproot or Spark address has a scheme of its own. */
export function schemeOf({ curve, addressFormat }: Pick<Signer, 'curve' | 'addressFormat'>): SigningScheme {
  if (curve === 'CURVE_ED25519') return 'ed25519';
  if (isTaproot(addressFormat)) return 'bip341';
  if (addressFormat?.startsWith('ADDRESS_FORMAT_SPARK_')) return 'bip340';
  return 'ecdsa';
}

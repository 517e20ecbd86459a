import type { SigningRequest } from '@mintmark/chains';
import type { PrepareContext } from '../../core/handlers/implement.ts';
import { type Signatures, type SigningKey, sign } from '../../custody/keys/sign.ts';
import { requireWallet } from '../wallets/wallet.ts';
import type { Signer } from './signer.ts';

/** Signs with the key of a signer. */
export const signWith = (
  context: PrepareContext,
  signer: Signer,
  requests: readonly SigningRequest[],
): Promise<Signatures> => sign(context, keyOf(context, signer), requests);

function keyOf(
  { organization, services, read }: PrepareContext,
  { publicKey, accounts, privateKeys }: Signer,
): SigningKey {
  const isSigner = (key: { readonly publicKey: string }) => key.publicKey === publicKey;
  const privateKey = privateKeys.find(isSigner);
  if (privateKey) return privateKey;
  const account = accounts.find(isSigner);
  if (!account) throw new Error('a signer without a key');
  const { walletId } = account;
  return { ...account, readWallet: () => read((sql) => requireWallet({ sql, organization, services }, walletId)) };
}

import type { ReadContext } from '../contract/implement.ts';
import type { PolicyNeeds, PolicyView } from '../contract/policy-view.ts';
import { privateKeyViews } from '../private-keys/private-key-views.ts';
import { accountViews } from '../wallets/wallet-views.ts';
import type { SignerRows } from './signer.ts';

/** The namespaces of what can sign. */
const namespaces = ['wallet', 'wallets', 'wallet_account', 'private_key'];

export const namesSigner = (needs: PolicyNeeds): boolean => namespaces.some((name) => needs.has(name));

/** What policies see of a signer: a view for each account and private key that has the key, if policies name them at all. */
export async function signerViews(
  context: ReadContext,
  { accounts, privateKeys }: SignerRows,
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  if (!namesSigner(needs)) return [{}];
  const views = await Promise.all([
    accountViews(context, accounts, needs),
    privateKeyViews(context, privateKeys, needs),
  ]);
  return views.flat();
}

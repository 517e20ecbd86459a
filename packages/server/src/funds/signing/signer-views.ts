import type { ReadContext } from '../../core/handlers/implement.ts';
import { deniesOnly, type PolicyNeeds, type PolicyView } from '../../core/handlers/policy-view.ts';
import { readPrivateKeysByPublicKey } from '../private-keys/private-key.ts';
import { privateKeyViews } from '../private-keys/private-key-views.ts';
import { readAccountsByPublicKey } from '../wallets/account.ts';
import { accountViews } from '../wallets/wallet-views.ts';
import type { SignerRows } from './signer.ts';

/** The namespaces of what can sign. */
const namespaces = ['wallet', 'wallets', 'wallet_account', 'private_key'];

export const namesSigner = (needs: PolicyNeeds): boolean => namespaces.some((name) => needs.has(name));

/** What has a key: accounts and private keys of the organization. */
type Holders = Pick<SignerRows, 'accounts' | 'privateKeys'>;

/**
 * What policies see of the accounts and private keys that a request names: a view for each, if policies name them at all. Whatever
 * else has the same key is shown to policies that deny. Otherwise a denial for one address could be avoided with another one of
 * the same key.
 */
export async function signerViews(
  context: ReadContext,
  readNamed: () => Promise<Holders>,
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  if (!namesSigner(needs)) return [{}];
  const named = await readNamed();
  // Without a key nothing will be done.
  if (named.accounts.length + named.privateKeys.length === 0) return [{}];
  const [views, others] = await Promise.all([
    viewsOf(context, named, needs),
    readOthers(context, named).then((rows) => viewsOf(context, rows, needs)),
  ]);
  return [...views, ...others.map((view) => ({ ...view, [deniesOnly]: true as const }))];
}

async function viewsOf(
  context: ReadContext,
  { accounts, privateKeys }: Holders,
  needs: PolicyNeeds,
): Promise<PolicyView[]> {
  const views = await Promise.all([
    accountViews(context, accounts, needs),
    privateKeyViews(context, privateKeys, needs),
  ]);
  return views.flat();
}

/** Everything else that has one of the same keys. */
async function readOthers(context: ReadContext, named: Holders): Promise<Holders> {
  const keys = [...named.accounts, ...named.privateKeys];
  const publicKeys = [...new Set(keys.map(({ publicKey }) => publicKey))];
  const ids = new Set(keys.map(({ id }) => id));
  const [accounts, privateKeys] = await Promise.all([
    readAccountsByPublicKey(context, publicKeys),
    readPrivateKeysByPublicKey(context, publicKeys),
  ]);
  return {
    accounts: accounts.filter(({ id }) => !ids.has(id)),
    privateKeys: privateKeys.filter(({ id }) => !ids.has(id)),
  };
}

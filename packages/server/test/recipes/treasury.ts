import { addOrganization, resultOf } from '../organizations.ts';
import { addPolicy, type PolicyParameters } from '../policies.ts';
import type { IdKind } from '../requests/id-fields.ts';
import { operations } from '../requests/operations.ts';
import { type Actor, newKey, type Service } from '../service.ts';
import { createPrivateKey } from '../signing.ts';
import { ethereumAccount, solanaAccount } from '../wallets.ts';
import { type SignerName, signers } from './gains.ts';

/** A key that is worth stealing. */
export interface Signer {
  readonly name: SignerName;
  /** What requests call it: an address or an id. */
  readonly signWith: string;
  readonly publicKey: string;
}

const names = ['person', 'program', 'treasurer', 'second treasurer', 'administrator', 'second administrator'] as const;
export type Name = (typeof names)[number] | 'root user' | 'second root user' | 'bystander';

/** An organization with something to steal, in which two root users decide together. */
export interface Treasury {
  readonly id: string;
  readonly users: Readonly<Record<Name, Actor>>;
  readonly tags: { readonly treasurers: string; readonly administrators: string };
  readonly signers: readonly Signer[];
  readonly walletIds: readonly string[];
  /** Whether it matters to a policy which credentials stamped an approval. */
  readonly namesCredentials: boolean;
  /** Allows payments to one recipient, with the approval of two treasurers. */
  readonly protectedPolicyId: string;
  /** Other resources that requests can refer to. */
  readonly ids: Readonly<Partial<Record<IdKind, string>>>;
  /** A sub-organization with its only root user. */
  readonly customer: Actor;
}

/** Whom two treasurers may pay. */
export const payee = `0x${'99'.repeat(20)}`;

const twoOf = (tagId: string) => `approvers.filter(user, user.tags.contains('${tagId}')).count() >= 2`;

const features = ['FEATURE_NAME_OTP_EMAIL_AUTH', 'FEATURE_NAME_SMS_AUTH', 'FEATURE_NAME_EMAIL_AUTH'];

/** Creates one with these policies, in which the values of the examples are replaced. */
export async function createTreasury(service: Service, policies: readonly PolicyParameters[]): Promise<Treasury> {
  const { submit, ask } = service;
  const [root, secondRoot] = (await addOrganization(service, { roots: 2, features })) as [Actor, Actor];
  const { organizationId: id } = root;
  const [customer] = await addOrganization(service, { parentId: id, features });
  const does = async (operation: string, parameters: object) => resultOf(await submit(root, operation, parameters));

  const hired = await hire(service, root);
  const users = { ...hired, 'root user': root, 'second root user': secondRoot };
  for (const [name, { userId }] of Object.entries({ root, secondRoot }))
    await does('update_user_email', { userId, userEmail: `${name}@example.com` });
  const tag = async (userTagName: string, ...members: readonly (keyof typeof hired)[]): Promise<string> =>
    (await does('create_user_tag', { userTagName, userIds: members.map((name) => hired[name].userId) })).userTagId;
  const tags = {
    treasurers: await tag('Treasurers', 'treasurer', 'second treasurer'),
    administrators: await tag('Administrators', 'administrator', 'second administrator'),
  };

  const wallet = await does('create_wallet', {
    walletName: 'Savings',
    accounts: [ethereumAccount(0), solanaAccount(0), ethereumAccount(1)],
  });
  const other = await does('create_wallet', { walletName: 'Reserve', accounts: [ethereumAccount(0)] });
  const keys = [await createPrivateKey(service, root), await createPrivateKey(service, root)];
  const found: Omit<Signer, 'name'>[] = [];
  for (const { walletId } of [wallet, other])
    for (const { address, publicKey } of (await ask(root, 'list_wallet_accounts', { walletId })).json.accounts)
      found.push({ signWith: address, publicKey });
  const order = [...wallet.addresses, ...other.addresses];
  found.sort((a, b) => order.indexOf(a.signWith) - order.indexOf(b.signWith));
  found.push(...keys.map(({ privateKeyId, publicKey }) => ({ signWith: privateKeyId, publicKey })));
  const named = signers.map((name, index) => ({ name, ...(found[index] as Omit<Signer, 'name'>) }));

  const ids = await furnish(service, root);
  const protectedPolicyId = await addPolicy(service, root, {
    condition: `eth.tx.to == '${payee}'`,
    consensus: twoOf(tags.treasurers),
  });
  const actual: Readonly<Record<string, string | undefined>> = {
    '11111111-1111-4111-8111-111111111111': users.person.userId,
    '22222222-2222-4222-8222-222222222222': users.program.userId,
    '33333333-3333-4333-8333-333333333333': root.userId,
    'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa': tags.treasurers,
    'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb': tags.administrators,
    '55555555-5555-4555-8555-555555555555': wallet.walletId,
    '66666666-6666-4666-8666-666666666666': keys[0]?.privateKeyId,
    '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798': users.person.publicKey,
    '0x1111111111111111111111111111111111111111': wallet.addresses[0],
    '3JF3sEqM796hk5WFqA6EtmEwJQ9quALszsfJyvXNQKy3': wallet.addresses[1],
  };
  const { policyIds } = await does('create_policies', { policies: JSON.parse(withActual(policies, actual)) });
  const quorum = { threshold: 2, userIds: [root.userId, secondRoot.userId] };
  await does('update_root_quorum', quorum);
  const pending = await submit(secondRoot, 'update_wallet', { walletId: wallet.walletId, walletName: 'Renamed' });
  return {
    id,
    users,
    tags,
    signers: named,
    walletIds: [wallet.walletId, other.walletId],
    namesCredentials: policies.some(({ consensus = '' }) => consensus.includes('credentials')),
    protectedPolicyId,
    ids: { ...ids, policy: policyIds[0], fingerprint: pending.json.activity.fingerprint },
    customer,
  };
}

/** The text of policies with values of the organization instead of those of the examples. */
function withActual(
  policies: readonly PolicyParameters[],
  actual: Readonly<Record<string, string | undefined>>,
): string {
  const text = JSON.stringify(policies);
  const unknown = text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g)?.find((id) => !(id in actual));
  if (unknown) throw new Error(`a recipe names ${unknown}: say in treasury.ts what that is`);
  return Object.entries(actual).reduce((now, [example, value = '']) => now.replaceAll(example, value), text);
}

/** Adds the users who are not root. */
async function hire({ submit }: Service, root: Actor) {
  const all = [...names, 'bystander'] as const;
  const keys = all.map(() => newKey());
  const users = all.map((name, index) => ({
    userName: name,
    userEmail: `${name.replace(' ', '-')}@example.com`,
    apiKeys: [keys[index]?.apiKey],
    authenticators: [],
    oauthProviders: [],
    userTags: [],
  }));
  const { userIds } = resultOf(await submit(root, 'create_users', { users }));
  const actors = all.map((name, index) => [
    name,
    { ...keys[index], organizationId: root.organizationId, userId: userIds[index] },
  ]);
  return Object.fromEntries(actors) as Record<(typeof all)[number], Actor>;
}

/** Adds what else requests can refer to. */
async function furnish({ send, submit }: Service, root: Actor): Promise<Treasury['ids']> {
  const create = async (name: string) => {
    const body = operations.find((operation) => operation.name === name)?.buildBody();
    return resultOf(await send(root, name, JSON.stringify({ ...body, organizationId: root.organizationId })));
  };
  resultOf(await submit(root, 'enable_auth_proxy', {}));
  return {
    endpoint: (await create('create_webhook_endpoint')).endpointId,
    oauth2Credential: (await create('create_oauth2_credential')).oauth2CredentialId,
    sessionProfile: (await create('create_session_profile')).sessionProfileId,
    smartContractInterface: (await create('create_smart_contract_interface')).smartContractInterfaceId,
  };
}

/** Whom a consensus can name: a user, or a tag of users. */
const examples: Readonly<Record<string, Name>> = {
  '11111111-': 'person',
  '22222222-': 'program',
  '33333333-': 'root user',
  'aaaaaaaa-': 'treasurer',
  'bbbbbbbb-': 'administrator',
};

/** The users whom an example names, one of each tag. If it names nobody it is for everybody, and the person is one of them. */
export function delegatesOf({ consensus = '' }: PolicyParameters): Name[] {
  const named = Object.entries(examples).flatMap(([id, name]) => (consensus.includes(id) ? name : []));
  return named.length > 0 ? named : ['person'];
}

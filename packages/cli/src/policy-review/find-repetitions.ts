import type { Mistake } from './policy-file-error.ts';
import type { WrittenFile } from './test-file-schema.ts';

interface Named {
  readonly path: readonly PropertyKey[];
  readonly value: string | undefined;
}

/** Names and ids in a file that two things have, although no organization could have both. */
export function findRepetitions(file: WrittenFile): Mistake[] {
  const { users, wallets = [], privateKeys = [], interfaces = [], cases } = file;
  const credentials = users.flatMap((user, index) =>
    (user.credentials ?? []).map((one, number) => ({ one, path: ['users', index, 'credentials', number] })),
  );
  const accounts = wallets.flatMap((wallet, index) =>
    (wallet.accounts ?? []).map((one, number) => ({ one, path: ['wallets', index, 'accounts', number] })),
  );
  const lists: readonly (readonly Named[])[] = [
    users.map(({ userId }, index) => ({ path: ['users', index, 'userId'], value: userId })),
    credentials.map(({ one, path }) => ({ path: [...path, 'id'], value: one.id })),
    credentials.map(({ one, path }) => ({ path: [...path, 'publicKey'], value: one.publicKey.toLowerCase() })),
    credentials.map(({ one, path }) => ({ path: [...path, 'credentialId'], value: one.credentialId })),
    wallets.map(({ walletId }, index) => ({ path: ['wallets', index, 'walletId'], value: walletId })),
    wallets.map(({ walletName }, index) => ({ path: ['wallets', index, 'walletName'], value: walletName })),
    accounts.map(({ one, path }) => ({ path: [...path, 'walletAccountId'], value: one.walletAccountId })),
    privateKeys.map((one, index) => ({ path: ['privateKeys', index, 'privateKeyId'], value: one.privateKeyId })),
    privateKeys.map((one, index) => ({ path: ['privateKeys', index, 'privateKeyName'], value: one.privateKeyName })),
    interfaces.map(({ type, smartContractAddress: address }, index) => ({
      path: ['interfaces', index, 'smartContractAddress'],
      value: type === 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' ? address.toLowerCase() : address,
    })),
    cases.map(({ name }, index) => ({ path: ['cases', index, 'name'], value: name })),
  ];
  return [...lists.flatMap(repeatedIn), ...tagsOfBoth(file)];
}

function repeatedIn(named: readonly Named[]): Mistake[] {
  const seen = new Set<string>();
  return named.flatMap(({ path, value }) => {
    if (value === undefined) return [];
    const isKnown = seen.has(value);
    seen.add(value);
    return isKnown ? [{ path, message: 'another one has the same' }] : [];
  });
}

/** A tag is one for users or one for private keys. */
function tagsOfBoth({ users, privateKeys = [] }: WrittenFile): Mistake[] {
  const ofUsers = new Set(users.flatMap(({ tags = [] }) => tags));
  return privateKeys.flatMap(({ tags = [] }, index) =>
    tags.flatMap((tag, number) =>
      ofUsers.has(tag)
        ? [{ path: ['privateKeys', index, 'tags', number], message: 'is a tag of users, not of private keys' }]
        : [],
    ),
  );
}

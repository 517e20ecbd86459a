import type { components } from '@mintmark/client';

type User = components['schemas']['User'];
type ApiKey = components['schemas']['ApiKey'];

const count = (number: number, one: string, many = `${one}s`) =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];

/** The credentials of a user in a few words. */
export function credentialWords({ apiKeys, authenticators, oauthProviders }: User): string {
  const sessions = apiKeys.filter(isSession).length;
  const words = [
    ...count(apiKeys.length - sessions, 'API key'),
    ...count(sessions, 'session'),
    ...count(authenticators.length, 'passkey'),
    ...count(oauthProviders.length, 'linked identity', 'linked identities'),
  ];
  return words.join(', ') || 'none';
}

/** Whether a key belongs to a sign-in rather than to a program. */
export const isSession = ({ credential }: ApiKey): boolean => !credential.type.startsWith('CREDENTIAL_TYPE_API_KEY_');

const keyKinds: Readonly<Record<string, string>> = {
  CREDENTIAL_TYPE_API_KEY_P256: 'P-256',
  CREDENTIAL_TYPE_API_KEY_SECP256K1: 'secp256k1',
  CREDENTIAL_TYPE_API_KEY_ED25519: 'ed25519',
};

export const keyKind = ({ credential }: ApiKey): string => keyKinds[credential.type] ?? 'Session';

/** When a key expires; undefined if it does not. */
export function expiryOf({ createdAt, expirationSeconds }: ApiKey): Date | undefined {
  return expirationSeconds === undefined
    ? undefined
    : new Date((Number(createdAt.seconds) + Number(expirationSeconds)) * 1_000);
}

/** Whether a user is found by what was typed. */
export function isFound({ userName, userEmail, userPhoneNumber, userId }: User, search: string): boolean {
  const sought = search.trim().toLowerCase();
  return [userName, userEmail, userPhoneNumber, userId].some((text) => text?.toLowerCase().includes(sought));
}

/** What to add and what to remove to get from one set of ids to another. */
export const difference = (before: readonly string[], after: readonly string[]) => ({
  added: after.filter((id) => !before.includes(id)),
  removed: before.filter((id) => !after.includes(id)),
});

/** What speaks against a root quorum; nothing if it can be asked for. */
export function quorumProblem(threshold: number, rootUsers: number): string | undefined {
  if (rootUsers === 0) return 'Choose at least one root user.';
  if (!Number.isInteger(threshold) || threshold < 1) return 'At least one root user must approve.';
  if (threshold > rootUsers) return 'There cannot be more approvals than root users.';
  return undefined;
}

/** What a root quorum means. */
export function quorumWords(threshold: number, rootUsers: number): string {
  const who =
    rootUsers === 1
      ? 'The root user'
      : threshold === 1
        ? `Each of the ${rootUsers} root users alone`
        : `${threshold} of the ${rootUsers} root users together`;
  return `${who} may do everything, whatever the policies say.`;
}

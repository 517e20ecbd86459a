import words from 'contract:words';

/** The name of the operation of an activity type: create_users for ACTIVITY_TYPE_CREATE_USERS_V4. */
const operationOf = (type: string): string =>
  type
    .replace(/^ACTIVITY_TYPE_/, '')
    .replace(/_V\d+$/, '')
    .toLowerCase();

/** What an activity of this type does, in words. */
export function titleOf(type: string): string {
  const name = operationOf(type);
  return Object.hasOwn(words.operations, name) ? (words.operations[name] ?? name) : sentence(name);
}

/** "ACTIVITY_STATUS_CONSENSUS_NEEDED" without its prefix, as words. */
export const statusWords: Readonly<Record<string, string>> = {
  ACTIVITY_STATUS_CREATED: 'Created',
  ACTIVITY_STATUS_PENDING: 'Running',
  ACTIVITY_STATUS_COMPLETED: 'Completed',
  ACTIVITY_STATUS_FAILED: 'Failed',
  ACTIVITY_STATUS_CONSENSUS_NEEDED: 'Needs votes',
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: 'Needs an authenticator',
  ACTIVITY_STATUS_REJECTED: 'Rejected',
};

/** Words out of an identifier: "walletName" and "WALLET_NAME" become "Wallet name". */
export function sentence(identifier: string): string {
  const text = identifier
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words out of a value of an enumeration, without the name of the enumeration. */
export const enumWords = (value: string, prefix: string): string => sentence(value.replace(prefix, ''));

/** What to find sub-organizations by. */
export interface Filter {
  readonly type: FilterType;
  readonly value: string;
}

type FilterType = (typeof filterTypes)[number][0];

/** The filters of list_suborgs, in words. */
export const filterTypes = [
  ['', 'Show all'],
  ['NAME', 'Name'],
  ['USERNAME', 'User name'],
  ['EMAIL', 'E-mail address'],
  ['PHONE_NUMBER', 'Phone number'],
  ['WALLET_ACCOUNT_ADDRESS', 'Address of a wallet account'],
  ['PUBLIC_KEY', 'Public key of an API key'],
  ['CREDENTIAL_ID', 'Credential id of a passkey'],
  ['OIDC_TOKEN', 'OIDC token'],
] as const;

export const noFilter: Filter = { type: '', value: '' };

/** The words of a filter inside a sentence. */
export function filterWords(type: FilterType): string {
  const words = filterTypes.find(([each]) => each === type)?.[1] ?? type;
  // OIDC stays in capitals.
  return /^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

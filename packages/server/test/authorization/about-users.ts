import { fieldsOf } from '../requests/fields.ts';
import type { Operation } from '../requests/operations.ts';

/** Who may do something about a user. Each rule says it for the reader of docs/acting-on-users.md. */
const rules = {
  'own credentials': {
    self: 'that user',
    other: 'policies',
    root: 'that user or the root quorum; policies say who may submit it',
  },
  change: {
    self: 'policies',
    other: 'policies',
    root: 'policies and that user, or the root quorum',
  },
  'own session': { self: 'that user', other: 'nobody', root: 'nobody' },
  import: { self: 'policies', other: 'nobody', root: 'nobody' },
  login: {
    self: 'policies, with a token of that user',
    other: 'policies, with a token of that user',
    root: 'policies, with a token of that user',
  },
  'own login': { self: 'that user', other: 'nobody', root: 'nobody' },
  message: { self: 'policies', other: 'policies', root: 'policies' },
  'new users': { self: '', other: 'policies', root: '' },
  'root quorum': { self: 'the root quorum', other: 'the root quorum', root: 'the root quorum' },
  read: { self: 'every user', other: 'every user', root: 'every user' },
  'sign-up': { self: '', other: 'anyone, if the proxy is configured for it', root: '' },
} as const satisfies Record<string, Readonly<Record<Target, string>>>;

/** Whom something is about: the caller, another user who is not root, a root user who is not the caller. */
export type Target = 'self' | 'other' | 'root';

export type Rule = keyof typeof rules;

/**
 * Every version of every operation that names a user, by id, contact, credential, tag or token. A version that is missing here
 * fails the tests.
 */
export const aboutUsers: Readonly<Record<string, Rule>> = {
  create_api_keys: 'own credentials',
  ACTIVITY_TYPE_CREATE_API_KEYS: 'own credentials',
  delete_api_keys: 'own credentials',
  create_authenticators: 'own credentials',
  delete_authenticators: 'own credentials',
  create_oauth_providers: 'own credentials',
  ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS: 'own credentials',
  delete_oauth_providers: 'own credentials',

  update_user: 'change',
  update_user_email: 'change',
  update_user_phone_number: 'change',
  delete_users: 'change',
  create_user_tag: 'change',
  update_user_tag: 'change',
  delete_user_tags: 'change',

  create_read_write_session: 'own session',
  ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION: 'own session',

  init_import_wallet: 'import',
  import_wallet: 'import',
  init_import_private_key: 'import',
  import_private_key: 'import',

  oauth_login: 'login',
  otp_login: 'login',
  ACTIVITY_TYPE_OTP_LOGIN: 'login',
  stamp_login: 'own login',

  init_otp: 'message',
  ACTIVITY_TYPE_INIT_OTP_V2: 'message',
  verify_otp: 'message',
  ACTIVITY_TYPE_VERIFY_OTP: 'message',

  create_users: 'new users',
  ACTIVITY_TYPE_CREATE_USERS_V3: 'new users',
  ACTIVITY_TYPE_CREATE_USERS_V2: 'new users',
  create_sub_organization: 'new users',
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: 'new users',
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V6: 'new users',
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V5: 'new users',
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4: 'new users',

  update_root_quorum: 'root quorum',

  get_user: 'read',
  get_api_key: 'read',
  get_api_keys: 'read',
  get_authenticator: 'read',
  get_authenticators: 'read',
  get_oauth_providers: 'read',
  list_suborgs: 'read',
  list_verified_suborgs: 'read',

  account: 'sign-up',
  otp_init_v2: 'sign-up',
  otp_verify_v2: 'sign-up',
  otp_login_v2: 'sign-up',
  proxy_oauth_login: 'sign-up',
  signup_v2: 'sign-up',
};

/** Words in the names of members that may name a user. */
const words = /user|mail|phone|contact|credential|apikey|authenticator|provider|token|otp|account|filtervalue/i;

/** The members with such a word: whether they name a user. A new one fails the tests until it is decided. */
const members: Readonly<Record<string, boolean>> = {
  userId: true,
  userIds: true,
  addUserIds: true,
  removeUserIds: true,
  users: true,
  rootUsers: true,
  userName: true,
  userEmail: true,
  userPhoneNumber: true,
  userTags: true,
  userTag: true,
  userTagId: true,
  userTagIds: true,
  email: true,
  contact: true,
  filterValue: true,
  apiKeys: true,
  apiKeyId: true,
  apiKeyIds: true,
  authenticators: true,
  authenticatorId: true,
  authenticatorIds: true,
  oauthProviders: true,
  providerIds: true,
  verificationToken: true,
  oidcToken: true,
  otpId: true,
  otpCode: true,
  encryptedOtpBundle: true,
  // Names, parts of a credential that has been named, and whom a limit of messages counts.
  userTagName: false,
  newUserTagName: false,
  apiKeyName: false,
  authenticatorName: false,
  providerName: false,
  credentialId: false,
  userIdentifier: false,
  // Settings and texts of messages.
  emailCustomization: false,
  emailCustomizationParams: false,
  replyToEmailAddress: false,
  sendFromEmailAddress: false,
  sendFromEmailSenderName: false,
  disableEmailAuth: false,
  disableEmailRecovery: false,
  disableOtpEmailAuth: false,
  otpAlphanumeric: false,
  otpExpirationSeconds: false,
  otpLength: false,
  otpType: false,
  verificationTokenExpirationSeconds: false,
  verificationTokenRequiredForGetAccountPii: false,
  // Accounts of wallets, clients of the organization at a provider, providers of vaults.
  accounts: false,
  walletAccountIds: false,
  oauth2CredentialId: false,
  provider: false,
};

/** Whether an operation names a user. The session that a user starts for itself names none, but it is about the caller. */
export function namesUser({ unit, request }: Operation): boolean {
  const names = [...fieldsOf(request)].map(({ name }) => name).filter((name) => words.test(name));
  for (const name of names)
    if (!(name in members)) throw new Error(`${unit.name} has a member ${name}: say in about-users.ts what it names`);
  return names.some((name) => members[name]) || unit.name === 'stamp_login';
}

const targets = ['self', 'other', 'root'] as const;

/** The table, as docs/acting-on-users.md has it. */
export function tableText(): string {
  const byRule = Map.groupBy(Object.entries(aboutUsers), ([, rule]) => rule);
  const rows = [...byRule].map(([rule, entries]) => {
    const names = entries.map(([name]) => `\`${name}\``).join(', ');
    return `| ${[names, ...targets.map((target) => rules[rule][target] || '–')].join(' | ')} |`;
  });
  return ['| Operation | The caller | Another user | Another user, who is root |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

import type { AuthorityRows, AuthorityTable } from './authority-tables.ts';

/** The columns of a table, by what they are for. */
interface Columns<Row> {
  /** Names the row. */
  readonly key: readonly (keyof Row & string)[];
  /** Decides something: covered by the MAC and by the audit. */
  readonly decides: readonly (keyof Row & string)[];
  /** Decides nothing: covered only by the audit, so that a request need not read it. */
  readonly describes: readonly (keyof Row & string)[];
  /** Changes without an activity: covered only by the MAC. */
  readonly counts: readonly (keyof Row & string)[];
}

const times = ['createdAt', 'updatedAt'] as const;
const owned = ['organizationId'] as const;

/** What the columns of the tables are for. */
export const authorityColumns = {
  organizations: {
    key: ['id'],
    decides: ['parentId', 'name', 'rootThreshold', 'policiesDigest', 'deletedAt'],
    describes: times,
    // The audit recorded older organizations without it.
    counts: ['source'],
  },
  features: { key: [...owned, 'name'], decides: ['value'], describes: [], counts: [] },
  users: {
    key: [...owned, 'id'],
    decides: ['name', 'email', 'emailVerified', 'phoneNumber', 'phoneNumberVerified', 'isRoot', 'deletedAt'],
    describes: times,
    // The audit covers the tags themselves.
    counts: ['tagsDigest'],
  },
  api_keys: {
    key: [...owned, 'id'],
    decides: ['userId', 'type', 'curve', 'publicKey', 'sessionProfileId', 'expiresAt', 'deletedAt'],
    describes: ['name', 'lifetimeSeconds', ...times],
    counts: [],
  },
  operator_keys: { key: [...owned, 'apiKeyId'], decides: [], describes: [], counts: [] },
  authenticators: {
    key: [...owned, 'id'],
    decides: ['userId', 'credentialId', 'publicKey', 'rpId', 'deletedAt'],
    describes: ['name', 'transports', 'attestationType', 'aaguid', 'model', ...times],
    counts: ['signCount', 'countedBody'],
  },
  tags: { key: [...owned, 'id'], decides: ['type', 'name'], describes: times, counts: [] },
  user_tags: { key: [...owned, 'tagId', 'userId'], decides: [], describes: [], counts: [] },
  auth_proxy_configs: { key: [...owned, 'id'], decides: [], describes: ['createdAt'], counts: [] },
  activities: {
    key: [...owned, 'id'],
    // The body is compared with the fingerprint wherever the activity is carried out.
    decides: ['type', 'status', 'fingerprint', 'result', 'failure', 'deniedUserId', 'approvalsSince'],
    describes: ['body', ...times],
    counts: [],
  },
  audit_heads: { key: owned, decides: ['sequence', 'hash'], describes: ['bytes', 'earlierBytes'], counts: [] },
  directory: {
    key: ['parentId', 'kind', 'digest', 'organizationId', 'rowId'],
    decides: [],
    describes: [],
    counts: [],
  },
  outbox: {
    key: [...owned, 'id'],
    decides: ['kind', 'idempotencyKey', 'contents', 'sealedContents'],
    // They say when an entry is delivered, not what is delivered.
    describes: ['target', 'state', 'dueAt', 'leaseId', 'attempts', 'errorCode', 'errorText', 'createdAt'],
    counts: [],
  },
  wallets: {
    key: [...owned, 'id'],
    decides: ['name', 'language', 'mnemonic', 'seed', 'exported', 'imported'],
    describes: times,
    counts: [],
  },
  wallet_accounts: {
    key: [...owned, 'id'],
    decides: ['walletId', 'name', 'curve', 'path', 'addressFormat', 'address', 'publicKey', 'exported'],
    describes: times,
    counts: [],
  },
  private_keys: {
    key: [...owned, 'id'],
    decides: ['name', 'curve', 'publicKey', 'addressFormats', 'addresses', 'secret', 'exported', 'imported'],
    describes: times,
    counts: [],
  },
  private_key_tags: { key: [...owned, 'tagId', 'privateKeyId'], decides: [], describes: [], counts: [] },
  import_keys: {
    key: [...owned, 'id'],
    decides: ['userId', 'kind', 'privateKey', 'expiresAt'],
    describes: ['createdAt'],
    counts: [],
  },
  oauth_providers: {
    key: [...owned, 'id'],
    decides: ['userId', 'issuer', 'audience', 'subject', 'identity', 'deletedAt'],
    describes: ['name', ...times],
    counts: [],
  },
  passcodes: {
    key: [...owned, 'id'],
    decides: ['type', 'contact', 'requester', 'codeHash', 'privateKey', 'expiresAt', 'createdAt'],
    describes: [],
    counts: ['tries', 'usedAt'],
  },
  oauth2_credentials: {
    key: [...owned, 'id'],
    decides: ['provider', 'clientId', 'encryptedClientSecret'],
    describes: times,
    counts: [],
  },
  auth_proxies: {
    key: [...owned, 'id'],
    decides: ['userId', 'privateKey', 'settings'],
    describes: times,
    counts: [],
  },
  policies: {
    key: [...owned, 'id'],
    decides: ['name', 'effect', 'condition', 'consensus', 'time'],
    describes: ['notes', ...times],
    counts: [],
  },
  policy_evaluations: {
    key: [...owned, 'id'],
    decides: ['activityId', 'voteId', 'outcomes'],
    describes: ['createdAt'],
    counts: [],
  },
  smart_contract_interfaces: {
    key: [...owned, 'id'],
    decides: ['address', 'type', 'interface'],
    describes: ['label', 'notes', ...times],
    counts: [],
  },
  session_profiles: {
    key: [...owned, 'id'],
    decides: ['name', 'scope', 'expirationSeconds'],
    describes: ['notes', ...times],
    counts: [],
  },
  chain_transactions: {
    key: [...owned, 'caip2', 'address', 'blockNumber', 'transactionIndex'],
    decides: ['transactionHash', 'blockHash', 'blockTime', 'sender', 'recipient', 'fee', 'transfers', 'transferCount'],
    describes: [],
    counts: [],
  },
  followed_chains: {
    key: ['caip2'],
    decides: [],
    // They say which process follows the chain.
    describes: ['fence', 'leaseEndsAt'],
    counts: ['firstNumber', 'headNumber', 'headHash', 'finalizedNumber'],
  },
  sent_transactions: {
    key: [...owned, 'id'],
    decides: ['activityId', 'caip2', 'address', 'nonce', 'hash', 'raw'],
    describes: ['createdAt'],
    counts: ['status', 'releasedAt', 'blockNumber', 'blockHash', 'error', 'updatedAt'],
  },
  swap_configs: {
    key: owned,
    decides: ['feeReceiverAddress', 'feeBps', 'stableFeeBps', 'lastClaimId'],
    describes: times,
    counts: [],
  },
  webhook_endpoints: {
    key: [...owned, 'id'],
    decides: ['url', 'isActive', 'subscriptions'],
    describes: ['name', ...times],
    counts: ['failingSince', 'disabledAt'],
  },
  app_proofs: {
    key: [...owned, 'id'],
    decides: ['activityId', 'publicKey', 'proofs'],
    describes: ['createdAt'],
    counts: [],
  },
  boot_proofs: {
    key: ['publicKey'],
    decides: ['manifest', 'manifestVersion', 'envelope', 'attestation', 'deploymentLabel', 'owner', 'createdAt'],
    describes: [],
    counts: [],
  },
  earn_wrappers: {
    key: [...owned, 'address'],
    decides: [
      'id',
      'caip2',
      'splitterAddress',
      'vaultAddress',
      'provider',
      'assetAddress',
      'assetDecimals',
      'clientFeeWallet',
      'clientFeeBps',
      'serviceFeeBps',
      'deployTransactionId',
      'depositsDisabled',
    ],
    describes: times,
    counts: [],
  },
  earn_movements: {
    key: [...owned, 'id'],
    decides: ['kind', 'wrapperAddress'],
    describes: ['createdAt'],
    counts: [],
  },
  service_keys: {
    key: ['tenantId', 'purpose'],
    decides: ['publicKey', 'privateKey'],
    describes: ['createdAt'],
    counts: [],
  },
} as const satisfies { readonly [T in AuthorityTable]: Columns<AuthorityRows[T]> };

/**
 * The column of a table that was added when the table had rows. While it is null, the MAC is that of the row without it, so that
 * older MACs stay valid. One for a table at most: otherwise two rows could have the same text.
 */
export const addedColumns: { readonly [T in AuthorityTable]?: keyof AuthorityRows[T] } = {
  organizations: 'source',
  users: 'tagsDigest',
};

type Purposes = typeof authorityColumns;

/** The part of a row that its MAC covers. */
export type Covered<T extends AuthorityTable> = Pick<
  AuthorityRows[T],
  Extract<Purposes[T]['key' | 'decides' | 'counts'][number], keyof AuthorityRows[T]>
>;

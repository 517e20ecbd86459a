import type { ActivityStatus } from '@mintmark/schema';
import type { AuthenticatorTransport } from '@mintmark/schema/fields/credentials/authenticator';
import type { CredentialType } from '@mintmark/schema/fields/credentials/credential';
import type { Oauth2Provider } from '@mintmark/schema/fields/credentials/oauth2-provider';
import type { EarnProvider } from '@mintmark/schema/fields/earn/earn-vault';
import type { FeatureName } from '@mintmark/schema/fields/organizations/organization-feature';
import type { OtpType } from '@mintmark/schema/fields/sessions/otp-type';
import type { SendTransactionState } from '@mintmark/schema/fields/transactions/send-status';
import type { TagType } from '@mintmark/schema/fields/users/tag';
import type { AddressFormat } from '@mintmark/schema/fields/wallets/address-format';
import type { Curve as WalletCurve } from '@mintmark/schema/fields/wallets/curve';
import type { MnemonicLanguage } from '@mintmark/schema/fields/wallets/mnemonic-language';
import type { Curve } from '@mintmark/stamper/verify';
import type { z } from 'zod';

/** The rows that decide who may do what, as the store has them. */
export interface AuthorityRows {
  readonly organizations: {
    readonly id: string;
    readonly parentId: string | null;
    readonly name: string;
    readonly rootThreshold: number;
    /** The digest of all policies; null if there never was one. A policy that was removed or put back does not match it. */
    readonly policiesDigest: string | null;
    /** Where the anonymous sign-up came from that made it, as `sourceOf` writes it; null if there was none. */
    readonly source: string | null;
    readonly createdAt: Date;
    readonly updatedAt: Date;
    readonly deletedAt: Date | null;
  };
  readonly features: OwnedRow & { readonly name: z.output<typeof FeatureName>; readonly value: string | null };
  readonly users: OwnedRow & {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly emailVerified: boolean;
    readonly phoneNumber: string | null;
    readonly phoneNumberVerified: boolean;
    readonly isRoot: boolean;
    /** The digest of the tags that the user has; null if the user never had one. A tag that was removed or put back does not match it. */
    readonly tagsDigest: string | null;
    readonly createdAt: Date;
    readonly updatedAt: Date;
    readonly deletedAt: Date | null;
  };
  readonly api_keys: OwnedRow & {
    readonly id: string;
    readonly userId: string;
    readonly name: string;
    readonly type: z.output<typeof CredentialType>;
    readonly curve: Curve;
    readonly publicKey: string;
    readonly lifetimeSeconds: bigint | number | null;
    /** What limits the session, if it is the key of one. */
    readonly sessionProfileId: string | null;
    readonly expiresAt: Date | null;
    readonly createdAt: Date;
    readonly updatedAt: Date;
    readonly deletedAt: Date | null;
  };
  /** The API keys that the operator added to root users. */
  readonly operator_keys: OwnedRow & { readonly apiKeyId: string };
  readonly authenticators: OwnedRow & {
    readonly id: string;
    readonly userId: string;
    readonly name: string;
    readonly credentialId: string;
    readonly publicKey: string;
    readonly rpId: string;
    readonly signCount: bigint | number;
    /** SHA-256 of the body that was stamped with this count. */
    readonly countedBody: Uint8Array | string | null;
    readonly transports: readonly z.output<typeof AuthenticatorTransport>[];
    readonly attestationType: string;
    readonly aaguid: string;
    readonly model: string;
    readonly createdAt: Date;
    readonly updatedAt: Date;
    readonly deletedAt: Date | null;
  };
  readonly tags: OwnedRow & {
    readonly id: string;
    readonly type: z.output<typeof TagType>;
    readonly name: string;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly user_tags: OwnedRow & { readonly tagId: string; readonly userId: string };
  readonly auth_proxy_configs: OwnedRow & { readonly id: string; readonly createdAt: Date };
  readonly activities: OwnedRow & {
    readonly id: string;
    readonly type: string;
    readonly status: z.output<typeof ActivityStatus>;
    readonly fingerprint: Uint8Array;
    readonly body: Uint8Array;
    readonly result: string | null;
    readonly failure: string | null;
    readonly deniedUserId: string | null;
    readonly approvalsSince: Date;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly audit_heads: OwnedRow & {
    readonly sequence: bigint;
    readonly hash: Uint8Array;
    /** What was added to the storage of the organization since it is counted. */
    readonly bytes: bigint;
    /** What it had stored before; null until that is counted. */
    readonly earlierBytes: bigint | null;
  };
  /** Where values are found in the sub-organizations of a parent. It follows from other rows, and no audit entry names it. */
  readonly directory: {
    readonly parentId: string;
    readonly kind:
      | 'organization'
      | 'organizationName'
      | 'userName'
      | 'email'
      | 'phoneNumber'
      | 'publicKey'
      | 'passkey'
      | 'accountAddress'
      | 'verifiedEmail'
      | 'verifiedPhoneNumber'
      | 'verifiedContact'
      | 'oidcIdentity';
    readonly digest: Uint8Array;
    readonly organizationId: string;
    readonly rowId: string;
  };
  /** What has to be delivered: a forged entry would be sent in the name of the service. No audit entry names it. */
  readonly outbox: OwnedRow & {
    readonly id: string;
    readonly kind: string;
    readonly idempotencyKey: string;
    readonly contents: string | null;
    readonly sealedContents: Uint8Array | null;
    readonly target: string | null;
    readonly state: 'waiting' | 'failed';
    readonly dueAt: Date;
    readonly leaseId: string | null;
    readonly attempts: number;
    readonly errorCode: string | null;
    readonly errorText: string | null;
    readonly createdAt: Date;
  };
  readonly wallets: OwnedRow & {
    readonly id: string;
    readonly name: string;
    readonly language: z.output<typeof MnemonicLanguage>;
    readonly mnemonic: Uint8Array;
    readonly seed: Uint8Array;
    readonly exported: boolean;
    readonly imported: boolean;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly wallet_accounts: OwnedRow & {
    readonly id: string;
    readonly walletId: string;
    readonly name: string | null;
    readonly curve: z.output<typeof WalletCurve>;
    readonly path: string;
    readonly addressFormat: z.output<typeof AddressFormat>;
    readonly address: string;
    readonly publicKey: string;
    readonly exported: boolean;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly private_keys: OwnedRow & {
    readonly id: string;
    readonly name: string;
    readonly curve: z.output<typeof WalletCurve>;
    readonly publicKey: string;
    readonly addressFormats: readonly z.output<typeof AddressFormat>[];
    readonly addresses: readonly string[];
    readonly secret: Uint8Array;
    readonly exported: boolean;
    readonly imported: boolean;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly private_key_tags: OwnedRow & { readonly tagId: string; readonly privateKeyId: string };
  readonly import_keys: OwnedRow & {
    readonly id: string;
    readonly userId: string;
    readonly kind: 'wallet' | 'private_key';
    readonly privateKey: Uint8Array;
    readonly expiresAt: Date;
    readonly createdAt: Date;
  };
  readonly oauth_providers: OwnedRow & {
    readonly id: string;
    readonly userId: string;
    readonly name: string;
    readonly issuer: string;
    readonly audience: string;
    readonly subject: string;
    /** SHA-256 of issuer, audience and subject. */
    readonly identity: Uint8Array | string;
    readonly createdAt: Date;
    readonly updatedAt: Date;
    readonly deletedAt: Date | null;
  };
  readonly passcodes: OwnedRow & {
    readonly id: string;
    readonly type: z.output<typeof OtpType>;
    readonly contact: string;
    readonly requester: Uint8Array;
    readonly codeHash: Uint8Array;
    readonly privateKey: Uint8Array;
    readonly tries: number;
    readonly expiresAt: Date;
    readonly usedAt: Date | null;
    readonly createdAt: Date;
  };
  readonly oauth2_credentials: OwnedRow & {
    readonly id: string;
    readonly provider: z.output<typeof Oauth2Provider>;
    readonly clientId: string;
    readonly encryptedClientSecret: string;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly auth_proxies: OwnedRow & {
    readonly id: string;
    readonly userId: string;
    readonly privateKey: Uint8Array;
    readonly settings: string;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly policies: OwnedRow & {
    readonly id: string;
    readonly name: string;
    readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
    /** Expressions; an empty one is always true. */
    readonly condition: string;
    readonly consensus: string;
    readonly time: string;
    readonly notes: string;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly policy_evaluations: OwnedRow & {
    readonly id: string;
    readonly activityId: string;
    readonly voteId: string | null;
    readonly outcomes: Uint8Array;
    readonly createdAt: Date;
  };
  readonly smart_contract_interfaces: OwnedRow & {
    readonly id: string;
    readonly address: string;
    readonly type: 'ETHEREUM' | 'SOLANA';
    readonly interface: string;
    readonly label: string;
    readonly notes: string;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly session_profiles: OwnedRow & {
    readonly id: string;
    readonly name: string;
    readonly scope: string;
    readonly expirationSeconds: bigint | number | null;
    readonly notes: string;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  /** What nodes reported: a forged row would be taken for a payment. No audit entry names it. */
  readonly chain_transactions: OwnedRow & {
    readonly caip2: string;
    readonly address: string;
    readonly blockNumber: bigint;
    readonly transactionIndex: number;
    readonly transactionHash: string;
    readonly blockHash: string;
    readonly blockTime: Date;
    readonly sender: string;
    readonly recipient: string | null;
    readonly fee: string;
    readonly transfers: string;
    readonly transferCount: number;
  };
  /** How far chains were followed: a forged position would make payments final that are not. No audit entry names it. */
  readonly followed_chains: {
    readonly caip2: string;
    readonly fence: bigint;
    readonly leaseEndsAt: Date;
    readonly firstNumber: bigint | null;
    readonly headNumber: bigint | null;
    readonly headHash: string | null;
    readonly finalizedNumber: bigint | null;
  };
  /** Signed transactions: a forged one would be sent again and again. */
  readonly sent_transactions: OwnedRow & {
    readonly id: string;
    readonly activityId: string;
    readonly caip2: string;
    readonly address: string;
    readonly nonce: bigint;
    readonly hash: string;
    readonly raw: Uint8Array;
    /**
     * REFUSED: a node refused it and does not have it, as far as the node says, and nobody sends it any more. DENIED: no node has it,
     * as far as the nodes say, and it is sent again. Callers see both as INITIALIZED with an error.
     */
    readonly status: z.output<typeof SendTransactionState> | 'REFUSED' | 'DENIED';
    /** From when on it may have been sent. */
    readonly releasedAt: Date | null;
    readonly blockNumber: bigint | null;
    readonly blockHash: string | null;
    readonly error: string | null;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly swap_configs: OwnedRow & {
    readonly feeReceiverAddress: string | null;
    readonly feeBps: number | null;
    readonly stableFeeBps: number | null;
    readonly lastClaimId: string | null;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly webhook_endpoints: OwnedRow & {
    readonly id: string;
    readonly url: string;
    readonly name: string;
    readonly isActive: boolean;
    readonly subscriptions: string;
    readonly failingSince: Date | null;
    readonly disabledAt: Date | null;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly app_proofs: OwnedRow & {
    readonly id: string;
    readonly activityId: string;
    readonly publicKey: string;
    readonly proofs: string;
    readonly createdAt: Date;
  };
  /** The evidence of what a process was when it started. No audit entry names it. */
  readonly boot_proofs: {
    readonly publicKey: string;
    readonly manifest: string;
    readonly manifestVersion: string;
    readonly envelope: string;
    readonly attestation: Uint8Array;
    readonly deploymentLabel: string;
    readonly owner: string;
    readonly createdAt: Date;
  };
  /** Where deposits go: a forged wrapper would take them. */
  readonly earn_wrappers: OwnedRow & {
    readonly address: string;
    readonly id: string;
    readonly caip2: string;
    readonly splitterAddress: string;
    readonly vaultAddress: string;
    readonly provider: z.output<typeof EarnProvider>;
    readonly assetAddress: string;
    readonly assetDecimals: number;
    readonly clientFeeWallet: string;
    readonly clientFeeBps: number;
    readonly serviceFeeBps: number;
    readonly deployTransactionId: string | null;
    readonly depositsDisabled: boolean;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };
  readonly earn_movements: OwnedRow & {
    readonly id: string;
    readonly kind: 'deposit' | 'withdrawal';
    readonly wrapperAddress: string;
    readonly createdAt: Date;
  };
  readonly service_keys: {
    readonly tenantId: string;
    readonly purpose: string;
    readonly publicKey: string;
    readonly privateKey: Uint8Array;
    readonly createdAt: Date;
  };
}

interface OwnedRow {
  readonly organizationId: string;
}

export type AuthorityTable = keyof AuthorityRows;

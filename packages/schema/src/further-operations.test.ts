/**
 * The operations beyond the specification, transcribed by hand like it: types, members and required flags. Nothing here is
 * taken from the units, so a slip in one of them fails.
 */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { lines, shapeOf } from '../test/shape-of.ts';
import { ApiKey } from './fields/credentials/api-key.ts';
import { Authenticator } from './fields/credentials/authenticator.ts';
import { Credential } from './fields/credentials/credential.ts';
import { Oauth2Credential } from './fields/credentials/oauth2-credential.ts';
import { OperatorKey } from './fields/organizations/operator-key.ts';
import { OrganizationConfigs } from './fields/organizations/organization-configs.ts';
import { FeatureName, OrganizationFeature } from './fields/organizations/organization-feature.ts';
import { RootQuorum } from './fields/organizations/root-quorum.ts';
import { StorageUse } from './fields/organizations/storage-use.ts';
import { ActivityPolicyEvaluation, PolicyOutcome } from './fields/policies/activity-policy-evaluation.ts';
import { ActivityValue } from './fields/policies/activity-value.ts';
import { MissingApproval, PolicyExplanation, PolicyValue, ProposedPolicy } from './fields/policies/dry-run.ts';
import { Outcome } from './fields/policies/outcome.ts';
import { Effect, Policy, PolicyParams } from './fields/policies/policy.ts';
import { PrivateKeyParams, PrivateKeyResult } from './fields/private-keys/private-key-params.ts';
import { EmailCustomizationParams, SmsCustomizationParams } from './fields/sessions/otp.ts';
import { OtpType } from './fields/sessions/otp-type.ts';
import { SessionProfile } from './fields/sessions/session-profile.ts';
import {
  AuthMethod,
  AuthProxyConfig,
  AuthProxyEmail,
  AuthProxyEmailParams,
  AuthProxySms,
  AuthProxySmsParams,
} from './fields/sign-up/auth-proxy-settings.ts';
import { ProxyEmailCustomization } from './fields/sign-up/proxy-email-customization.ts';
import {
  SmartContractInterface,
  SmartContractInterfaceType,
} from './fields/smart-contracts/smart-contract-interface.ts';
import { RootUserParams, User } from './fields/users/user.ts';
import { MnemonicLanguage } from './fields/wallets/mnemonic-language.ts';
import { Wallet } from './fields/wallets/wallet.ts';
import { WalletAccount } from './fields/wallets/wallet-account.ts';
import { WebhookDelivery, WebhookDeliveryError, WebhookDeliveryState } from './fields/webhooks/webhook-delivery.ts';
import {
  WebhookEndpointData,
  WebhookEventType,
  WebhookSubscription,
  WebhookSubscriptionParams,
} from './fields/webhooks/webhook-endpoint.ts';
import { activities, examples, proxies, queries } from './index.ts';

/** The shared parts. */
const records: Record<string, [schema: z.ZodType, shape: string]> = {
  User: [
    User,
    `{
      userId: string,
      userName: string,
      userEmail?: string,
      userPhoneNumber?: string,
      authenticators: Authenticator[],
      apiKeys: ApiKey[],
      userTags: string[],
      oauthProviders: OauthProvider[],
      createdAt: UnixTimestamp,
      updatedAt: UnixTimestamp
    }`,
  ],
  ApiKey: [
    ApiKey,
    `{
      credential: Credential,
      apiKeyId: string,
      apiKeyName: string,
      createdAt: UnixTimestamp,
      updatedAt: UnixTimestamp,
      expirationSeconds?: string
    }`,
  ],
  Authenticator: [
    Authenticator,
    `{
      transports: AuthenticatorTransport[],
      attestationType: string,
      aaguid: string,
      credentialId: string,
      model: string,
      credential: Credential,
      authenticatorId: string,
      authenticatorName: string,
      createdAt: UnixTimestamp,
      updatedAt: UnixTimestamp
    }`,
  ],
  Credential: [
    Credential,
    `{
      publicKey: string,
      type: CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR
        | CREDENTIAL_TYPE_API_KEY_P256
        | CREDENTIAL_TYPE_RECOVER_USER_KEY_P256
        | CREDENTIAL_TYPE_API_KEY_SECP256K1
        | CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256
        | CREDENTIAL_TYPE_API_KEY_ED25519
        | CREDENTIAL_TYPE_OTP_AUTH_KEY_P256
        | CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256
        | CREDENTIAL_TYPE_OAUTH_KEY_P256
        | CREDENTIAL_TYPE_LOGIN,
      sessionProfileId?: string
    }`,
  ],
  Oauth2Credential: [
    Oauth2Credential,
    `{
      oauth2CredentialId: string,
      organizationId: string,
      provider: Oauth2Provider,
      clientId: string,
      encryptedClientSecret: string,
      createdAt: UnixTimestamp,
      updatedAt: UnixTimestamp
    }`,
  ],
  RootUserParams: [
    RootUserParams,
    `{
      userName: string,
      userEmail?: string,
      userPhoneNumber?: string,
      apiKeys: ApiKeyParams[],
      authenticators: AuthenticatorParams[],
      oauthProviders: OauthProviderParams[]
    }`,
  ],
  OrganizationConfigs: [
    OrganizationConfigs,
    '{ features?: OrganizationFeature[], quorum?: RootQuorum, storage?: StorageUse, operatorKeys?: OperatorKey[] }',
  ],
  StorageUse: [StorageUse, '{ usedBytes: string, limitBytes: string, leftBytes: string }'],
  OperatorKey: [
    OperatorKey,
    `{
      apiKeyId: string,
      userId: string,
      credential: Credential,
      createdAt: UnixTimestamp,
      deletedAt?: UnixTimestamp
    }`,
  ],
  OrganizationFeature: [OrganizationFeature, '{ name?: FeatureName, value?: string }'],
  FeatureName: [
    FeatureName,
    `FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY
      | FEATURE_NAME_WEBAUTHN_ORIGINS
      | FEATURE_NAME_EMAIL_AUTH
      | FEATURE_NAME_EMAIL_RECOVERY
      | FEATURE_NAME_WEBHOOK
      | FEATURE_NAME_SMS_AUTH
      | FEATURE_NAME_OTP_EMAIL_AUTH
      | FEATURE_NAME_AUTH_PROXY
      | FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED
      | FEATURE_NAME_SWAP_CONFIG
      | FEATURE_NAME_EARN_CONFIG
      | FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN`,
  ],
  RootQuorum: [RootQuorum, '{ threshold: integer, userIds: string[] }'],
  Wallet: [
    Wallet,
    `{
      walletId: string,
      walletName: string,
      createdAt: UnixTimestamp,
      updatedAt: UnixTimestamp,
      exported: boolean,
      imported: boolean
    }`,
  ],
  WalletAccount: [
    WalletAccount,
    `{
      walletAccountId: string,
      organizationId: string,
      walletId: string,
      curve: Curve,
      pathFormat: PathFormat,
      path: string,
      addressFormat: AddressFormat,
      address: string,
      createdAt: UnixTimestamp,
      updatedAt: UnixTimestamp,
      publicKey?: string,
      walletDetails?: Wallet,
      name?: string,
      caip2Prefix?: string
    }`,
  ],
  MnemonicLanguage: [
    MnemonicLanguage,
    `MNEMONIC_LANGUAGE_ENGLISH
      | MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE
      | MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE
      | MNEMONIC_LANGUAGE_CZECH
      | MNEMONIC_LANGUAGE_FRENCH
      | MNEMONIC_LANGUAGE_ITALIAN
      | MNEMONIC_LANGUAGE_JAPANESE
      | MNEMONIC_LANGUAGE_KOREAN
      | MNEMONIC_LANGUAGE_SPANISH`,
  ],
  PrivateKeyParams: [
    PrivateKeyParams,
    `{
      privateKeyName: string,
      curve: Curve,
      privateKeyTags: string[],
      addressFormats: AddressFormat[]
    }`,
  ],
  PrivateKeyResult: [PrivateKeyResult, '{ privateKeyId: string, addresses: PrivateKeyAddress[] }'],
  Effect: [Effect, 'EFFECT_ALLOW | EFFECT_DENY'],
  PolicyParams: [
    PolicyParams,
    `{
      policyName: string,
      effect: Effect,
      condition?: string,
      consensus?: string,
      notes: string,
      time?: string
    }`,
  ],
  Policy: [
    Policy,
    `{
      policyId: string,
      policyName: string,
      effect: Effect,
      createdAt: UnixTimestamp,
      updatedAt: UnixTimestamp,
      notes: string,
      consensus: string,
      condition: string,
      time?: string
    }`,
  ],
  Outcome: [
    Outcome,
    `OUTCOME_ALLOW
      | OUTCOME_DENY_EXPLICIT
      | OUTCOME_DENY_IMPLICIT
      | OUTCOME_REQUIRES_CONSENSUS
      | OUTCOME_REJECTED
      | OUTCOME_ERROR
      | OUTCOME_REQUIRES_AUTHENTICATORS
      | OUTCOME_TIME_INACTIVE`,
  ],
  PolicyOutcome: [PolicyOutcome, '{ policyId?: string, outcome?: Outcome }'],
  ActivityPolicyEvaluation: [
    ActivityPolicyEvaluation,
    `{
      id: string,
      activityId: string,
      organizationId: string,
      voteId: string,
      policyEvaluations: PolicyOutcome[],
      createdAt: UnixTimestamp
    }`,
  ],
  ActivityValue: [ActivityValue, '{ name: string, value: string, index?: integer }'],
  PolicyValue: [PolicyValue, '{ name: string, value: string }'],
  PolicyExplanation: [
    PolicyExplanation,
    `{
      policyId: string,
      proposedIndex?: integer,
      policyName: string,
      outcome: Outcome,
      expression: string,
      values: PolicyValue[]
    }`,
  ],
  MissingApproval: [
    MissingApproval,
    `{
      policyId?: string,
      proposedIndex?: integer,
      consensus: string,
      threshold?: integer,
      userIds: string[]
    }`,
  ],
  ProposedPolicy: [
    ProposedPolicy,
    `{
      policyId?: string,
      policyName: string,
      effect: Effect,
      condition?: string,
      consensus?: string,
      time?: string
    }`,
  ],
  SessionProfile: [
    SessionProfile,
    `{
      sessionProfileId: string,
      sessionProfileName: string,
      scope: string,
      expirationSeconds?: string,
      notes?: string,
      createdAt: UnixTimestamp,
      updatedAt: UnixTimestamp
    }`,
  ],
  SmartContractInterface: [
    SmartContractInterface,
    `{
      organizationId: string,
      smartContractInterfaceId: string,
      smartContractAddress: string,
      smartContractInterface: string,
      type: string,
      label: string,
      notes: string,
      createdAt: UnixTimestamp,
      updatedAt: UnixTimestamp
    }`,
  ],
  WebhookEventType: [
    WebhookEventType,
    'ACTIVITY_UPDATES | BALANCE_CONFIRMED_UPDATES | BALANCE_FINALIZED_UPDATES | SEND_TRANSACTION_STATUS_UPDATES',
  ],
  WebhookSubscriptionParams: [
    WebhookSubscriptionParams,
    '{ eventType: WebhookEventType, filtersJson?: string, isActive?: boolean }',
  ],
  WebhookSubscription: [
    WebhookSubscription,
    '{ eventType: WebhookEventType, filtersJson?: string, isActive?: boolean }',
  ],
  WebhookEndpointData: [
    WebhookEndpointData,
    `{
      endpointId: string,
      organizationId: string,
      url: string,
      name: string,
      isActive: boolean,
      subscriptions?: WebhookSubscription[]
    }`,
  ],
  WebhookDeliveryState: [WebhookDeliveryState, 'DELIVERED | WAITING | FAILED'],
  WebhookDeliveryError: [WebhookDeliveryError, 'REFUSED | UNREACHABLE | TIMEOUT | FAILED | INTERRUPTED'],
  WebhookDelivery: [
    WebhookDelivery,
    `{
      webhookDeliveryId: string,
      eventId: string,
      eventType: WebhookEventType,
      state: WebhookDeliveryState,
      attempts: integer,
      createdAt: UnixTimestamp,
      lastAttemptAt: UnixTimestamp,
      nextAttemptAt?: UnixTimestamp,
      httpStatus?: integer,
      errorCode?: WebhookDeliveryError
    }`,
  ],
  SmartContractInterfaceType: [
    SmartContractInterfaceType,
    'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM | SMART_CONTRACT_INTERFACE_TYPE_SOLANA',
  ],
  OtpType: [OtpType, 'OTP_TYPE_EMAIL | OTP_TYPE_SMS'],
  EmailCustomizationParams: [
    EmailCustomizationParams,
    '{ logoUrl?: string, magicLinkTemplate?: string, templateVariables?: string, templateId?: string }',
  ],
  SmsCustomizationParams: [SmsCustomizationParams, '{ template?: string }'],
  AuthMethod: [
    AuthMethod,
    'AUTH_METHOD_API_KEY | AUTH_METHOD_PASSKEY | AUTH_METHOD_EMAIL | AUTH_METHOD_SMS | AUTH_METHOD_OAUTH',
  ],
  AuthProxyEmailParams: [AuthProxyEmailParams, '{ appName?: string, logoUrl?: string, magicLinkTemplate?: string }'],
  AuthProxySmsParams: [AuthProxySmsParams, '{ template?: string }'],
  AuthProxyEmail: [AuthProxyEmail, '{ appName?: string, logoUrl?: string, magicLinkTemplate?: string }'],
  AuthProxySms: [AuthProxySms, '{ template?: string }'],
  AuthProxyConfig: [
    AuthProxyConfig,
    `{
      configId: string,
      userId: string,
      allowedOrigins: string[],
      allowedAuthMethods: AuthMethod[],
      allowedIssuers: string[],
      otpLength: integer,
      otpAlphanumeric: boolean,
      otpExpirationSeconds: integer,
      verificationTokenExpirationSeconds: integer,
      sessionExpirationSeconds: integer,
      verificationTokenRequiredForGetAccountPii: boolean,
      sendFromEmailAddress?: string,
      sendFromEmailSenderName?: string,
      replyToEmailAddress?: string,
      emailCustomizationParams?: AuthProxyEmail,
      smsCustomizationParams?: AuthProxySms
    }`,
  ],
  ProxyEmailCustomizationParams: [ProxyEmailCustomization, '{ templateId?: string }'],
};

/** What the specification has already. */
const known = [
  'Activity',
  'ActivityStatus',
  'AddressFormat',
  'ApiKeyParams',
  'AuthenticatorParams',
  'AuthenticatorTransport',
  'ClientSignature',
  'Curve',
  'Oauth2Provider',
  'OauthProvider',
  'OauthProviderParams',
  'PageInfo',
  'PaginationOptions',
  'PathFormat',
  'PrivateKey',
  'PrivateKeyAddress',
  'Tag',
  'UnixTimestamp',
  'WalletAccountParams',
  'WalletParams',
  'WalletResult',
];
const named = [...Object.keys(records), ...known];

interface Submit {
  readonly type: string;
  readonly policy: object;
  readonly parameters: string;
  readonly intentKey: string;
  readonly resultKey: string;
  readonly result: string;
}

const submits: Record<string, Submit> = {
  update_user: {
    type: 'ACTIVITY_TYPE_UPDATE_USER',
    policy: { resource: 'USER', action: 'UPDATE' },
    parameters: `{
      userId: string,
      userName?: string,
      userEmail?: string,
      userTagIds?: string[],
      userPhoneNumber?: string
    }`,
    intentKey: 'updateUserIntent',
    resultKey: 'updateUserResult',
    result: '{ userId: string }',
  },
  update_user_email: {
    type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
    policy: { resource: 'USER', action: 'UPDATE' },
    parameters: '{ userId: string, userEmail: string, verificationToken?: string }',
    intentKey: 'updateUserEmailIntent',
    resultKey: 'updateUserEmailResult',
    result: '{ userId: string }',
  },
  update_user_phone_number: {
    type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
    policy: { resource: 'USER', action: 'UPDATE' },
    parameters: '{ userId: string, userPhoneNumber: string, verificationToken?: string }',
    intentKey: 'updateUserPhoneNumberIntent',
    resultKey: 'updateUserPhoneNumberResult',
    result: '{ userId: string }',
  },
  delete_users: {
    type: 'ACTIVITY_TYPE_DELETE_USERS',
    policy: { resource: 'USER', action: 'DELETE' },
    parameters: '{ userIds: string[] }',
    intentKey: 'deleteUsersIntent',
    resultKey: 'deleteUsersResult',
    result: '{ userIds: string[] }',
  },
  create_user_tag: {
    type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
    policy: { resource: 'USER', action: 'CREATE' },
    parameters: '{ userTagName: string, userIds: string[] }',
    intentKey: 'createUserTagIntent',
    resultKey: 'createUserTagResult',
    result: '{ userTagId: string, userIds: string[] }',
  },
  update_user_tag: {
    type: 'ACTIVITY_TYPE_UPDATE_USER_TAG',
    policy: { resource: 'USER', action: 'UPDATE' },
    parameters: '{ userTagId: string, newUserTagName?: string, addUserIds: string[], removeUserIds: string[] }',
    intentKey: 'updateUserTagIntent',
    resultKey: 'updateUserTagResult',
    result: '{ userTagId: string }',
  },
  create_api_keys: {
    type: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
    policy: { resource: 'CREDENTIAL', action: 'CREATE' },
    parameters: '{ apiKeys: ApiKeyParams[], userId: string }',
    intentKey: 'createApiKeysIntentV2',
    resultKey: 'createApiKeysResult',
    result: '{ apiKeyIds: string[] }',
  },
  delete_api_keys: {
    type: 'ACTIVITY_TYPE_DELETE_API_KEYS',
    policy: { resource: 'CREDENTIAL', action: 'DELETE' },
    parameters: '{ userId: string, apiKeyIds: string[] }',
    intentKey: 'deleteApiKeysIntent',
    resultKey: 'deleteApiKeysResult',
    result: '{ apiKeyIds: string[] }',
  },
  create_authenticators: {
    type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
    policy: { resource: 'CREDENTIAL', action: 'CREATE' },
    parameters: '{ authenticators: AuthenticatorParams[], userId: string }',
    intentKey: 'createAuthenticatorsIntentV2',
    resultKey: 'createAuthenticatorsResult',
    result: '{ authenticatorIds: string[] }',
  },
  delete_authenticators: {
    type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
    policy: { resource: 'CREDENTIAL', action: 'DELETE' },
    parameters: '{ userId: string, authenticatorIds: string[] }',
    intentKey: 'deleteAuthenticatorsIntent',
    resultKey: 'deleteAuthenticatorsResult',
    result: '{ authenticatorIds: string[] }',
  },
  delete_oauth_providers: {
    type: 'ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS',
    policy: { resource: 'CREDENTIAL', action: 'DELETE' },
    parameters: '{ userId: string, providerIds: string[] }',
    intentKey: 'deleteOauthProvidersIntent',
    resultKey: 'deleteOauthProvidersResult',
    result: '{ providerIds: string[] }',
  },
  oauth_login: {
    type: 'ACTIVITY_TYPE_OAUTH_LOGIN',
    policy: { resource: 'AUTH', action: 'CREATE' },
    parameters: `{
      oidcToken: string,
      publicKey: string,
      expirationSeconds?: string,
      invalidateExisting?: boolean,
      sessionProfileId?: string
    }`,
    intentKey: 'oauthLoginIntent',
    resultKey: 'oauthLoginResult',
    result: '{ session: string }',
  },
  oauth2_authenticate: {
    type: 'ACTIVITY_TYPE_OAUTH2_AUTHENTICATE',
    policy: { resource: 'AUTH', action: 'CREATE' },
    parameters: `{
      oauth2CredentialId: string,
      authCode: string,
      redirectUri: string,
      codeVerifier: string,
      nonce: string
    }`,
    intentKey: 'oauth2AuthenticateIntent',
    resultKey: 'oauth2AuthenticateResult',
    result: '{ oidcToken: string }',
  },
  update_oauth2_credential: {
    type: 'ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL',
    policy: { resource: 'AUTH', action: 'UPDATE' },
    parameters: `{
      oauth2CredentialId: string,
      provider: Oauth2Provider,
      clientId: string,
      encryptedClientSecret: string
    }`,
    intentKey: 'updateOauth2CredentialIntent',
    resultKey: 'updateOauth2CredentialResult',
    result: '{ oauth2CredentialId: string }',
  },
  delete_oauth2_credential: {
    type: 'ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL',
    policy: { resource: 'AUTH', action: 'DELETE' },
    parameters: '{ oauth2CredentialId: string }',
    intentKey: 'deleteOauth2CredentialIntent',
    resultKey: 'deleteOauth2CredentialResult',
    result: '{ oauth2CredentialId: string }',
  },
  create_sub_organization: {
    type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8',
    policy: { resource: 'ORGANIZATION', action: 'CREATE' },
    parameters: `{
      subOrganizationName: string,
      rootUsers: RootUserParams[],
      rootQuorumThreshold: integer,
      wallet?: WalletParams,
      disableEmailRecovery?: boolean,
      disableEmailAuth?: boolean,
      disableSmsAuth?: boolean,
      disableOtpEmailAuth?: boolean,
      verificationToken?: string,
      clientSignature?: ClientSignature
    }`,
    intentKey: 'createSubOrganizationIntentV8',
    resultKey: 'createSubOrganizationResultV8',
    result: '{ subOrganizationId: string, wallet?: WalletResult, rootUserIds?: string[] }',
  },
  delete_sub_organization: {
    type: 'ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION',
    policy: { resource: 'ORGANIZATION', action: 'DELETE' },
    parameters: '{ deleteWithoutExport?: boolean }',
    intentKey: 'deleteSubOrganizationIntent',
    resultKey: 'deleteSubOrganizationResult',
    result: '{ subOrganizationUuid: string }',
  },
  set_organization_feature: {
    type: 'ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE',
    policy: { rootQuorumOnly: true },
    parameters: '{ name: FeatureName, value?: string }',
    intentKey: 'setOrganizationFeatureIntent',
    resultKey: 'setOrganizationFeatureResult',
    result: '{ features: OrganizationFeature[] }',
  },
  remove_organization_feature: {
    type: 'ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE',
    policy: { rootQuorumOnly: true },
    parameters: '{ name: FeatureName }',
    intentKey: 'removeOrganizationFeatureIntent',
    resultKey: 'removeOrganizationFeatureResult',
    result: '{ features: OrganizationFeature[] }',
  },
  update_root_quorum: {
    type: 'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM',
    policy: { rootQuorumOnly: true },
    parameters: '{ threshold: integer, userIds: string[] }',
    intentKey: 'updateRootQuorumIntent',
    resultKey: 'updateRootQuorumResult',
    result: '{ }',
  },
  create_policy: {
    type: 'ACTIVITY_TYPE_CREATE_POLICY_V3',
    policy: { resource: 'POLICY', action: 'CREATE' },
    parameters: `{
      policyName: string,
      effect: Effect,
      condition?: string,
      consensus?: string,
      notes: string,
      time?: string
    }`,
    intentKey: 'createPolicyIntentV3',
    resultKey: 'createPolicyResult',
    result: '{ policyId: string }',
  },
  create_policies: {
    type: 'ACTIVITY_TYPE_CREATE_POLICIES',
    policy: { resource: 'POLICY', action: 'CREATE' },
    parameters: '{ policies: PolicyParams[] }',
    intentKey: 'createPoliciesIntent',
    resultKey: 'createPoliciesResult',
    result: '{ policyIds: string[] }',
  },
  update_policy: {
    type: 'ACTIVITY_TYPE_UPDATE_POLICY_V2',
    policy: { resource: 'POLICY', action: 'UPDATE' },
    parameters: `{
      policyId: string,
      policyName?: string,
      policyEffect?: Effect,
      policyCondition?: string,
      policyConsensus?: string,
      policyNotes?: string,
      time?: string
    }`,
    intentKey: 'updatePolicyIntentV2',
    resultKey: 'updatePolicyResultV2',
    result: '{ policyId: string }',
  },
  delete_policy: {
    type: 'ACTIVITY_TYPE_DELETE_POLICY',
    policy: { resource: 'POLICY', action: 'DELETE' },
    parameters: '{ policyId: string }',
    intentKey: 'deletePolicyIntent',
    resultKey: 'deletePolicyResult',
    result: '{ policyId: string }',
  },
  delete_policies: {
    type: 'ACTIVITY_TYPE_DELETE_POLICIES',
    policy: { resource: 'POLICY', action: 'DELETE' },
    parameters: '{ policyIds: string[] }',
    intentKey: 'deletePoliciesIntent',
    resultKey: 'deletePoliciesResult',
    result: '{ policyIds: string[] }',
  },
  create_wallet: {
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    policy: { resource: 'WALLET', action: 'CREATE' },
    parameters: '{ walletName: string, accounts: WalletAccountParams[], mnemonicLength?: 12 | 15 | 18 | 21 | 24 }',
    intentKey: 'createWalletIntent',
    resultKey: 'createWalletResult',
    result: '{ walletId: string, addresses: string[] }',
  },
  create_wallet_accounts: {
    type: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
    policy: { resource: 'WALLET', action: 'CREATE' },
    parameters: '{ walletId: string, accounts: WalletAccountParams[], persist?: boolean }',
    intentKey: 'createWalletAccountsIntent',
    resultKey: 'createWalletAccountsResult',
    result: '{ addresses: string[] }',
  },
  update_wallet: {
    type: 'ACTIVITY_TYPE_UPDATE_WALLET',
    policy: { resource: 'WALLET', action: 'UPDATE' },
    parameters: '{ walletId: string, walletName?: string }',
    intentKey: 'updateWalletIntent',
    resultKey: 'updateWalletResult',
    result: '{ walletId: string }',
  },
  delete_wallets: {
    type: 'ACTIVITY_TYPE_DELETE_WALLETS',
    policy: { resource: 'WALLET', action: 'DELETE' },
    parameters: '{ walletIds: string[], deleteWithoutExport?: boolean }',
    intentKey: 'deleteWalletsIntent',
    resultKey: 'deleteWalletsResult',
    result: '{ walletIds: string[] }',
  },
  delete_wallet_accounts: {
    type: 'ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS',
    policy: { resource: 'WALLET', action: 'DELETE' },
    parameters: '{ walletAccountIds: string[], deleteWithoutExport?: boolean }',
    intentKey: 'deleteWalletAccountsIntent',
    resultKey: 'deleteWalletAccountsResult',
    result: '{ walletAccountIds: string[] }',
  },
  export_wallet: {
    type: 'ACTIVITY_TYPE_EXPORT_WALLET',
    policy: { resource: 'WALLET', action: 'EXPORT' },
    parameters: '{ walletId: string, targetPublicKey: string, language?: MnemonicLanguage }',
    intentKey: 'exportWalletIntent',
    resultKey: 'exportWalletResult',
    result: '{ walletId: string, exportBundle: string }',
  },
  import_wallet: {
    type: 'ACTIVITY_TYPE_IMPORT_WALLET',
    policy: { resource: 'WALLET', action: 'IMPORT' },
    parameters: '{ userId: string, walletName: string, encryptedBundle: string, accounts: WalletAccountParams[] }',
    intentKey: 'importWalletIntent',
    resultKey: 'importWalletResult',
    result: '{ walletId: string, addresses: string[] }',
  },
  create_private_keys: {
    type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
    policy: { resource: 'PRIVATE_KEY', action: 'CREATE' },
    parameters: '{ privateKeys: PrivateKeyParams[] }',
    intentKey: 'createPrivateKeysIntentV2',
    resultKey: 'createPrivateKeysResultV2',
    result: '{ privateKeys: PrivateKeyResult[] }',
  },
  delete_private_keys: {
    type: 'ACTIVITY_TYPE_DELETE_PRIVATE_KEYS',
    policy: { resource: 'PRIVATE_KEY', action: 'DELETE' },
    parameters: '{ privateKeyIds: string[], deleteWithoutExport?: boolean }',
    intentKey: 'deletePrivateKeysIntent',
    resultKey: 'deletePrivateKeysResult',
    result: '{ privateKeyIds: string[] }',
  },
  create_private_key_tag: {
    type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG',
    policy: { resource: 'PRIVATE_KEY', action: 'CREATE' },
    parameters: '{ privateKeyTagName: string, privateKeyIds: string[] }',
    intentKey: 'createPrivateKeyTagIntent',
    resultKey: 'createPrivateKeyTagResult',
    result: '{ privateKeyTagId: string, privateKeyIds: string[] }',
  },
  update_private_key_tag: {
    type: 'ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG',
    policy: { resource: 'PRIVATE_KEY', action: 'UPDATE' },
    parameters: `{
      privateKeyTagId: string,
      newPrivateKeyTagName?: string,
      addPrivateKeyIds: string[],
      removePrivateKeyIds: string[]
    }`,
    intentKey: 'updatePrivateKeyTagIntent',
    resultKey: 'updatePrivateKeyTagResult',
    result: '{ privateKeyTagId: string }',
  },
  delete_private_key_tags: {
    type: 'ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS',
    policy: { resource: 'PRIVATE_KEY', action: 'DELETE' },
    parameters: '{ privateKeyTagIds: string[] }',
    intentKey: 'deletePrivateKeyTagsIntent',
    resultKey: 'deletePrivateKeyTagsResult',
    result: '{ privateKeyTagIds: string[], privateKeyIds: string[] }',
  },
  export_private_key: {
    type: 'ACTIVITY_TYPE_EXPORT_PRIVATE_KEY',
    policy: { resource: 'PRIVATE_KEY', action: 'EXPORT' },
    parameters: '{ privateKeyId: string, targetPublicKey: string }',
    intentKey: 'exportPrivateKeyIntent',
    resultKey: 'exportPrivateKeyResult',
    result: '{ privateKeyId: string, exportBundle: string }',
  },
  init_import_private_key: {
    type: 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY',
    policy: { resource: 'PRIVATE_KEY', action: 'IMPORT' },
    parameters: '{ userId: string }',
    intentKey: 'initImportPrivateKeyIntent',
    resultKey: 'initImportPrivateKeyResult',
    result: '{ importBundle: string }',
  },
  import_private_key: {
    type: 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY',
    policy: { resource: 'PRIVATE_KEY', action: 'IMPORT' },
    parameters: `{
      userId: string,
      privateKeyName: string,
      encryptedBundle: string,
      curve: Curve,
      addressFormats: AddressFormat[]
    }`,
    intentKey: 'importPrivateKeyIntent',
    resultKey: 'importPrivateKeyResult',
    result: '{ privateKeyId: string, addresses: PrivateKeyAddress[] }',
  },
  enable_auth_proxy: {
    type: 'ACTIVITY_TYPE_ENABLE_AUTH_PROXY',
    policy: { resource: 'AUTH_PROXY', action: 'CREATE' },
    parameters: '{  }',
    intentKey: 'enableAuthProxyIntent',
    resultKey: 'enableAuthProxyResult',
    result: '{ userId: string }',
  },
  disable_auth_proxy: {
    type: 'ACTIVITY_TYPE_DISABLE_AUTH_PROXY',
    policy: { resource: 'AUTH_PROXY', action: 'DELETE' },
    parameters: '{  }',
    intentKey: 'disableAuthProxyIntent',
    resultKey: 'disableAuthProxyResult',
    result: '{  }',
  },
  update_auth_proxy_config: {
    type: 'ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG',
    policy: { resource: 'AUTH_PROXY', action: 'UPDATE' },
    parameters: `{
      allowedOrigins?: string[],
      allowedAuthMethods?: AuthMethod[],
      allowedIssuers?: string[],
      otpLength?: integer,
      otpAlphanumeric?: boolean,
      otpExpirationSeconds?: integer,
      verificationTokenExpirationSeconds?: integer,
      sessionExpirationSeconds?: integer,
      verificationTokenRequiredForGetAccountPii?: boolean,
      sendFromEmailAddress?: string,
      sendFromEmailSenderName?: string,
      replyToEmailAddress?: string,
      emailCustomizationParams?: AuthProxyEmailParams,
      smsCustomizationParams?: AuthProxySmsParams
    }`,
    intentKey: 'updateAuthProxyConfigIntent',
    resultKey: 'updateAuthProxyConfigResult',
    result: '{ configId?: string }',
  },
  stamp_login: {
    type: 'ACTIVITY_TYPE_STAMP_LOGIN',
    policy: { resource: 'AUTH', action: 'CREATE' },
    parameters: `{
      publicKey: string,
      expirationSeconds?: string,
      invalidateExisting?: boolean,
      sessionProfileId?: string
    }`,
    intentKey: 'stampLoginIntent',
    resultKey: 'stampLoginResult',
    result: '{ session: string }',
  },
  create_session_profile: {
    type: 'ACTIVITY_TYPE_CREATE_SESSION_PROFILE',
    policy: { resource: 'SESSION_PROFILE', action: 'CREATE' },
    parameters: '{ sessionProfileName: string, scope: string, expirationSeconds?: string, notes?: string }',
    intentKey: 'createSessionProfileIntent',
    resultKey: 'createSessionProfileResult',
    result: '{ sessionProfileId: string }',
  },
  create_webhook_endpoint: {
    type: 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT',
    policy: { resource: 'WEBHOOK_ENDPOINT', action: 'CREATE' },
    parameters: '{ url: string, name: string, subscriptions?: WebhookSubscriptionParams[] }',
    intentKey: 'createWebhookEndpointIntent',
    resultKey: 'createWebhookEndpointResult',
    result: '{ endpointId: string, webhookEndpoint: WebhookEndpointData }',
  },
  update_webhook_endpoint: {
    type: 'ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT',
    policy: { resource: 'WEBHOOK_ENDPOINT', action: 'UPDATE' },
    parameters: '{ endpointId: string, url?: string, name?: string, isActive?: boolean }',
    intentKey: 'updateWebhookEndpointIntent',
    resultKey: 'updateWebhookEndpointResult',
    result: '{ endpointId: string, webhookEndpoint: WebhookEndpointData }',
  },
  delete_webhook_endpoint: {
    type: 'ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT',
    policy: { resource: 'WEBHOOK_ENDPOINT', action: 'DELETE' },
    parameters: '{ endpointId: string }',
    intentKey: 'deleteWebhookEndpointIntent',
    resultKey: 'deleteWebhookEndpointResult',
    result: '{ endpointId: string }',
  },
  create_smart_contract_interface: {
    type: 'ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE',
    policy: { resource: 'SMART_CONTRACT_INTERFACE', action: 'CREATE' },
    parameters: `{
      smartContractAddress: string,
      smartContractInterface: string,
      type: SmartContractInterfaceType,
      label: string,
      notes?: string
    }`,
    intentKey: 'createSmartContractInterfaceIntent',
    resultKey: 'createSmartContractInterfaceResult',
    result: '{ smartContractInterfaceId: string }',
  },
  delete_smart_contract_interface: {
    type: 'ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE',
    policy: { resource: 'SMART_CONTRACT_INTERFACE', action: 'DELETE' },
    parameters: '{ smartContractInterfaceId: string }',
    intentKey: 'deleteSmartContractInterfaceIntent',
    resultKey: 'deleteSmartContractInterfaceResult',
    result: '{ smartContractInterfaceId: string }',
  },
  init_otp: {
    type: 'ACTIVITY_TYPE_INIT_OTP_V3',
    policy: { resource: 'OTP', action: 'CREATE' },
    parameters: `{
      otpType: OtpType,
      contact: string,
      appName: string,
      otpLength?: integer,
      emailCustomization?: EmailCustomizationParams,
      smsCustomization?: SmsCustomizationParams,
      userIdentifier?: string,
      sendFromEmailAddress?: string,
      alphanumeric?: boolean,
      sendFromEmailSenderName?: string,
      expirationSeconds?: string,
      replyToEmailAddress?: string
    }`,
    intentKey: 'initOtpIntentV3',
    resultKey: 'initOtpResultV2',
    result: '{ otpId: string, otpEncryptionTargetBundle: string }',
  },
  verify_otp: {
    type: 'ACTIVITY_TYPE_VERIFY_OTP_V2',
    policy: { resource: 'OTP', action: 'VERIFY' },
    parameters: '{ otpId: string, encryptedOtpBundle: string, expirationSeconds?: string }',
    intentKey: 'verifyOtpIntentV2',
    resultKey: 'verifyOtpResult',
    result: '{ verificationToken: string }',
  },
};

/** Older types that only the server can upgrade, or whose result differs. */
const olderSubmits: Record<string, Omit<Submit, 'policy'>> = {
  update_policy: {
    type: 'ACTIVITY_TYPE_UPDATE_POLICY',
    parameters: `{
      policyId: string,
      policyName?: string,
      policyEffect?: Effect,
      policyCondition?: string,
      policyConsensus?: string,
      policyNotes?: string
    }`,
    intentKey: 'updatePolicyIntent',
    resultKey: 'updatePolicyResult',
    result: '{ policyId: string }',
  },
  init_otp: {
    type: 'ACTIVITY_TYPE_INIT_OTP_V2',
    parameters: submits['init_otp']?.parameters ?? '',
    intentKey: 'initOtpIntentV2',
    resultKey: 'initOtpResult',
    result: '{ otpId: string }',
  },
  verify_otp: {
    type: 'ACTIVITY_TYPE_VERIFY_OTP',
    parameters: '{ otpId: string, otpCode: string, expirationSeconds?: string, publicKey?: string }',
    intentKey: 'verifyOtpIntent',
    resultKey: 'verifyOtpResult',
    result: '{ verificationToken: string }',
  },
  otp_login: {
    type: 'ACTIVITY_TYPE_OTP_LOGIN',
    parameters: `{
      verificationToken: string,
      clientSignature?: ClientSignature,
      publicKey: string,
      expirationSeconds?: string,
      invalidateExisting?: boolean,
      sessionProfileId?: string
    }`,
    intentKey: 'otpLoginIntent',
    resultKey: 'otpLoginResult',
    result: '{ session: string }',
  },
  create_read_write_session: {
    type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION',
    parameters: '{ targetPublicKey: string, email: string, apiKeyName?: string, expirationSeconds?: string }',
    intentKey: 'createReadWriteSessionIntent',
    resultKey: 'createReadWriteSessionResult',
    result: `{
      organizationId: string,
      organizationName: string,
      userId: string,
      username: string,
      apiKeyId: string,
      credentialBundle: string
    }`,
  },
};

interface Exchange {
  readonly request: string;
  readonly response: string;
}

const exchanges: Record<string, Exchange> = {
  get_user: { request: '{ organizationId: string, userId: string }', response: '{ user: User }' },
  list_users: { request: '{ organizationId: string }', response: '{ users: User[] }' },
  list_user_tags: { request: '{ organizationId: string }', response: '{ userTags: Tag[] }' },
  get_api_key: { request: '{ organizationId: string, apiKeyId: string }', response: '{ apiKey: ApiKey }' },
  get_api_keys: { request: '{ organizationId: string, userId?: string }', response: '{ apiKeys: ApiKey[] }' },
  get_authenticator: {
    request: '{ organizationId: string, authenticatorId: string }',
    response: '{ authenticator: Authenticator }',
  },
  get_authenticators: {
    request: '{ organizationId: string, userId: string }',
    response: '{ authenticators: Authenticator[] }',
  },
  get_oauth_providers: {
    request: '{ organizationId: string, userId?: string }',
    response: '{ oauthProviders: OauthProvider[] }',
  },
  get_oauth2_credential: {
    request: '{ organizationId: string, oauth2CredentialId: string }',
    response: '{ oauth2Credential: Oauth2Credential }',
  },
  list_oauth2_credentials: {
    request: '{ organizationId: string }',
    response: '{ oauth2Credentials: Oauth2Credential[] }',
  },
  get_session_profile: {
    request: '{ organizationId: string, sessionProfileId: string }',
    response: '{ sessionProfile: SessionProfile }',
  },
  get_session_profiles: {
    request: '{ organizationId: string }',
    response: '{ sessionProfiles: SessionProfile[] }',
  },
  get_smart_contract_interface: {
    request: '{ organizationId: string, smartContractInterfaceId: string }',
    response: '{ smartContractInterface: SmartContractInterface }',
  },
  get_auth_proxy_config: {
    request: '{ organizationId: string }',
    response: '{ authProxyConfig: AuthProxyConfig }',
  },
  get_organization_configs: { request: '{ organizationId: string }', response: '{ configs: OrganizationConfigs }' },
  list_suborgs: {
    request: `{
      organizationId: string,
      filterType?: string,
      filterValue?: string,
      paginationOptions?: PaginationOptions
    }`,
    response: '{ organizationIds: string[] }',
  },
  list_activities: {
    request: `{
      organizationId: string,
      filterByStatus?: ActivityStatus[],
      paginationOptions?: PaginationOptions,
      filterByType?: string[]
    }`,
    response: '{ activities: Activity[] }',
  },
  list_activity_values: {
    request: '{ organizationId: string, fingerprint: string, paginationOptions?: PaginationOptions }',
    response: `{
      activityId: string,
      totalValues: integer,
      values: ActivityValue[],
      pageInfo: PageInfo
    }`,
  },
  get_policy: { request: '{ organizationId: string, policyId: string }', response: '{ policy: Policy }' },
  list_policies: { request: '{ organizationId: string }', response: '{ policies: Policy[] }' },
  list_webhook_endpoints: {
    request: '{ organizationId: string }',
    response: '{ webhookEndpoints: WebhookEndpointData[] }',
  },
  list_webhook_deliveries: {
    request: '{ organizationId: string, endpointId: string, paginationOptions?: PaginationOptions }',
    response: '{ webhookDeliveries: WebhookDelivery[] }',
  },
  get_policy_evaluations: {
    request: '{ organizationId: string, activityId: string }',
    response: '{ policyEvaluations: ActivityPolicyEvaluation[] }',
  },
  get_boot_proof: {
    request: '{ organizationId: string, ephemeralKey: string }',
    response: `{ bootProof: {
      ephemeralPublicKeyHex: string,
      cloudAttestationDocB64: string,
      qosManifestB64: string,
      qosManifestEnvelopeB64: string,
      deploymentLabel: string,
      enclaveApp: string,
      owner: string,
      qosManifestVersion?: string,
      createdAt: UnixTimestamp
    } }`,
  },
  list_app_proofs: {
    request: '{ organizationId: string, activityId: string }',
    response: `{ appProofs: {
      scheme: SIGNATURE_SCHEME_EPHEMERAL_KEY_P256,
      publicKey: string,
      proofPayload: string,
      signature: string
    }[] }`,
  },
  dry_run_activity: {
    request: `{
      organizationId: string,
      request?: string,
      activityId?: string,
      proposedPolicies?: ProposedPolicy[],
      withoutPolicyIds?: string[],
      withValues?: boolean
    }`,
    response: `{
      outcome: Outcome,
      reason?: string,
      policies: PolicyExplanation[],
      missingApprovals: MissingApproval[],
      values?: ActivityValue[],
      omittedValues?: integer
    }`,
  },
  get_audit_head: {
    request: '{ organizationId: string }',
    response:
      '{ auditHead: { organizationId: string, sequence: string, hash: string, at: string, headsFile: string } }',
  },
  get_wallet: { request: '{ organizationId: string, walletId: string }', response: '{ wallet: Wallet }' },
  list_wallets: { request: '{ organizationId: string }', response: '{ wallets: Wallet[] }' },
  get_wallet_account: {
    request: '{ organizationId: string, walletId: string, address?: string, path?: string }',
    response: '{ account: WalletAccount }',
  },
  list_wallet_accounts: {
    request: `{
      organizationId: string,
      walletId?: string,
      includeWalletDetails?: boolean,
      paginationOptions?: PaginationOptions
    }`,
    response: '{ accounts: WalletAccount[] }',
  },
  get_private_key: {
    request: '{ organizationId: string, privateKeyId: string }',
    response: '{ privateKey: PrivateKey }',
  },
};

interface Proxied extends Exchange {
  readonly path: string;
  readonly method: string;
}

const proxied: Record<string, Proxied> = {
  account: {
    path: '/v1/account',
    method: 'account',
    request: `{
      filterType: CREDENTIAL_ID | NAME | USERNAME | EMAIL | PHONE_NUMBER | OIDC_TOKEN | PUBLIC_KEY,
      filterValue: string,
      verificationToken?: string,
      oidcToken?: string
    }`,
    response: '{ organizationId?: string }',
  },
  otp_init_v2: {
    path: '/v1/otp_init_v2',
    method: 'otpInitV2',
    request: '{ otpType: OtpType, contact: string, emailCustomization?: ProxyEmailCustomizationParams }',
    response: '{ otpId: string, otpEncryptionTargetBundle: string }',
  },
  otp_verify_v2: {
    path: '/v1/otp_verify_v2',
    method: 'otpVerifyV2',
    request: '{ otpId: string, encryptedOtpBundle: string }',
    response: '{ verificationToken: string }',
  },
  otp_login_v2: {
    path: '/v1/otp_login_v2',
    method: 'otpLoginV2',
    request: `{
      verificationToken: string,
      clientSignature: ClientSignature,
      publicKey: string,
      invalidateExisting?: boolean,
      organizationId?: string
    }`,
    response: '{ session: string }',
  },
  proxy_oauth_login: {
    path: '/v1/oauth_login',
    method: 'proxyOauthLogin',
    request: '{ oidcToken: string, publicKey: string, invalidateExisting?: boolean, organizationId?: string }',
    response: '{ session: string }',
  },
  proxy_oauth2_authenticate: {
    path: '/v1/oauth2_authenticate',
    method: 'proxyOauth2Authenticate',
    request: `{
      provider: Oauth2Provider,
      authCode: string,
      redirectUri: string,
      codeVerifier: string,
      nonce: string,
      clientId: string
    }`,
    response: '{ oidcToken: string }',
  },
};

describe.each(Object.entries(records))('%s', (_name, [schema, shape]) => {
  test('default', () => {
    expect(shapeOf(schema, named)).toEqual(lines(shape));
  });
});

describe.each(Object.entries(submits))('%s', (name, { parameters, result, ...facts }) => {
  const unit = Object.values(activities).find((candidate) => candidate.name === name);
  if (unit === undefined || !('result' in unit)) throw new Error(`no unit ${name}`);

  test('default', () => {
    expect(unit).toMatchObject({ kind: 'activity', path: `/public/v1/submit/${name}`, ...facts });
  });

  test('behavior: parameters and result', () => {
    expect(shapeOf(unit.parameters, named)).toEqual(lines(parameters));
    expect(shapeOf(unit.result, named)).toEqual(lines(result));
  });
});

describe.each(Object.entries(olderSubmits))('%s, older', (name, { parameters, result, ...facts }) => {
  const unit = Object.values(activities).find((candidate) => candidate.name === name);
  const older = unit && 'superseded' in unit ? unit.superseded.find(({ type }) => type === facts.type) : undefined;
  if (!older) throw new Error(`no older type of ${name}`);

  test('default', () => {
    expect(older).toMatchObject(facts);
  });

  test('behavior: parameters and result', () => {
    expect(shapeOf(older.parameters, named)).toEqual(lines(parameters));
    expect(shapeOf(older.result, named)).toEqual(lines(result));
  });
});

describe.each([
  ['approve_activity', 'VOTE_SELECTION_APPROVED', 'ACTIVITY_TYPE_APPROVE_ACTIVITY', 'approveActivityIntent'],
  ['reject_activity', 'VOTE_SELECTION_REJECTED', 'ACTIVITY_TYPE_REJECT_ACTIVITY', 'rejectActivityIntent'],
] as const)('%s', (name, selection, type, intentKey) => {
  const unit = activities[name];

  test('default', () => {
    const path = `/public/v1/submit/${name}`;
    expect(unit).toMatchObject({ kind: 'activity', path, selection, type, intentKey });
  });

  test('behavior: parameters, and the activity that was voted on', () => {
    expect(shapeOf(unit.parameters, named)).toEqual(lines('{ fingerprint: string }'));
    expect(shapeOf(unit.response, named)).toEqual(lines('{ activity: Activity }'));
  });

  test('behavior: no result and no policy', () => {
    for (const member of ['result', 'resultKey', 'policy']) expect(unit).not.toHaveProperty(member);
  });
});

describe.each(Object.entries(exchanges))('%s', (name, { request, response }) => {
  const unit = Object.values(queries).find((candidate) => candidate.name === name);
  if (unit === undefined) throw new Error(`no unit ${name}`);

  test('default', () => {
    expect(unit).toMatchObject({ kind: 'query', path: `/public/v1/query/${name}` });
  });

  test('behavior: request and response', () => {
    expect(shapeOf(unit.request, named)).toEqual(lines(request));
    expect(shapeOf(unit.response, named)).toEqual(lines(response));
  });
});

/** What the parameters of an activity have against a value, each as `path: error`; nothing where it is accepted. */
const objections = ({ parameters }: { parameters: z.ZodType }, value: unknown) =>
  (parameters.safeParse(value).error?.issues ?? []).map((issue) => {
    const name = issue.code === 'custom' ? String(issue.params?.['errorCode']) : issue.code;
    return `${issue.path.join('.')}: ${name}`;
  });

describe.each(Object.entries(proxied))('%s', (name, { request, response, ...facts }) => {
  const unit = Object.values(proxies).find((candidate) => candidate.name === name);
  if (unit === undefined) throw new Error(`no unit ${name}`);

  test('default', () => {
    expect(unit).toMatchObject({ kind: 'proxy', ...facts });
    expect(unit).not.toHaveProperty('repeatable');
  });

  test('behavior: request and response', () => {
    expect(shapeOf(unit.request, named)).toEqual(lines(request));
    expect(shapeOf(unit.response, named)).toEqual(lines(response));
  });
});

test('behavior: every request of the sign-up proxy is here or in the specification', () => {
  const names = Object.values(proxies).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...Object.keys(proxied), 'signup_v2'].toSorted());
});

describe('settings of the sign-up proxy', () => {
  const updating = (settings: object) => objections(activities.update_auth_proxy_config, settings);

  test('default: a passcode has 6 to 9 characters', () => {
    for (const otpLength of [6, 9]) expect(updating({ otpLength })).toEqual([]);
    for (const otpLength of [5, 10, 6.5, '6']) expect(updating({ otpLength })).not.toEqual([]);
  });

  test('behavior: origins are exact, or any', () => {
    for (const origin of ['*', 'https://app.example.com', 'http://localhost:3000'])
      expect(updating({ allowedOrigins: [origin] })).toEqual([]);
    for (const origin of ['', 'https://*.example.com', 'https://app.example.com/', 'app.example.com'])
      expect(updating({ allowedOrigins: [origin] })).toEqual(['allowedOrigins.0: invalid_format']);
  });
});

describe('root quorum', () => {
  const { userId, otherUserId } = examples;
  const updating = (threshold: unknown, userIds: unknown) =>
    objections(activities.update_root_quorum, { threshold, userIds });

  test('default: the threshold is at most the number of users', () => {
    expect(updating(1, [userId])).toEqual([]);
    expect(updating(1, [userId, otherUserId])).toEqual([]);
    expect(updating(2, [userId, otherUserId])).toEqual([]);
    expect(updating(2, [userId])).toEqual(['threshold: QUORUM_UNREACHABLE']);
    expect(updating(1, [])).toEqual(['threshold: QUORUM_UNREACHABLE']);
  });

  test('behavior: a user counts once, however often and in whatever case it is named', () => {
    expect(updating(2, [userId, userId])).toEqual(['threshold: QUORUM_UNREACHABLE']);
    expect(updating(2, [userId, userId.toUpperCase()])).toEqual(['threshold: QUORUM_UNREACHABLE']);
  });

  test.each([0, -1, 1.5, '1', 2 ** 31])('error: a threshold of %j', (threshold) => {
    expect(updating(threshold, [userId])).not.toEqual([]);
  });
});

describe('root users', () => {
  const nobody = { userName: 'Grace Hopper', apiKeys: [], authenticators: [], oauthProviders: [] };
  const grace = { ...nobody, userEmail: 'grace@example.com' };
  const creating = (rootQuorumThreshold: number, ...rootUsers: object[]) =>
    objections(activities.create_sub_organization, { subOrganizationName: 'Navy', rootUsers, rootQuorumThreshold });
  const oidcClaims = { iss: 'https://id.example.com', sub: '248289761001', aud: 'mintmark-demo' };
  const claims = { providerName: 'Other app', oidcClaims };

  test('default: enough of them for the threshold', () => {
    expect(creating(1, grace)).toEqual([]);
    expect(creating(2, grace, grace)).toEqual([]);
    expect(creating(2, grace)).toEqual(['rootQuorumThreshold: QUORUM_UNREACHABLE']);
    expect(creating(1)).toEqual(['rootQuorumThreshold: QUORUM_UNREACHABLE']);
  });

  test('error: one without a credential', () => {
    expect(creating(1, grace, nobody)).toEqual(['rootUsers.1: MISSING_CREDENTIAL']);
  });

  test('error: claims that no token proves', () => {
    expect(creating(1, { ...nobody, oauthProviders: [claims] })).toEqual([
      'rootUsers.0.oauthProviders: UNPROVED_OIDC_CLAIMS',
    ]);
    expect(creating(1, { ...nobody, oauthProviders: [examples.oauthProvider, claims] })).toEqual([]);
  });

  test('behavior: the name of the sub-organization may be empty, but must be there', () => {
    const parameters = { rootUsers: [grace], rootQuorumThreshold: 1 };
    expect(objections(activities.create_sub_organization, { ...parameters, subOrganizationName: '' })).toEqual([]);
    expect(objections(activities.create_sub_organization, parameters)).toEqual(['subOrganizationName: invalid_type']);
  });
});

describe('contacts', () => {
  const { userId } = examples;

  test('default: the empty string removes', () => {
    expect(objections(activities.update_user_email, { userId, userEmail: '' })).toEqual([]);
    expect(objections(activities.update_user_phone_number, { userId, userPhoneNumber: '' })).toEqual([]);
  });

  test('error: nothing said, or the empty string where nothing can be removed', () => {
    expect(objections(activities.update_user_email, { userId })).toEqual(['userEmail: invalid_type']);
    expect(objections(activities.update_user_phone_number, { userId })).toEqual(['userPhoneNumber: invalid_type']);
    expect(objections(activities.update_user, { userId, userEmail: '' })).toEqual(['userEmail: invalid_format']);
  });
});

describe('one-time passcodes', () => {
  const starting = (parameters: object) =>
    objections(activities.init_otp, {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'ada@example.com',
      appName: 'Acme',
      ...parameters,
    });

  test('default: the contact is of the type', () => {
    expect(starting({})).toEqual([]);
    expect(starting({ otpType: 'OTP_TYPE_SMS', contact: '+14155550123' })).toEqual([]);
    expect(starting({ otpType: 'OTP_TYPE_SMS' })).toEqual(['contact: REQUEST_INVALID']);
    expect(starting({ contact: '+14155550123' })).toEqual(['contact: REQUEST_INVALID']);
    expect(starting({ contact: 'ada' })).toEqual(['contact: invalid_format', 'contact: REQUEST_INVALID']);
    expect(starting({ contact: `ada@example.com\nbob@example.com` })).toContain('contact: invalid_format');
  });

  test('args: 6 to 9 characters, at most 600 seconds, a token for at most a day', () => {
    for (const otpLength of [6, 9]) expect(starting({ otpLength })).toEqual([]);
    for (const otpLength of [5, 10, 6.5, '6']) expect(starting({ otpLength })).not.toEqual([]);
    for (const expirationSeconds of ['1', '99', '599', '600']) expect(starting({ expirationSeconds })).toEqual([]);
    for (const expirationSeconds of ['0', '601', '1000', '-1', '60.5', 60])
      expect(starting({ expirationSeconds })).not.toEqual([]);
    const { otpId, encryptedOtpBundle } = examples;
    const verifying = (expirationSeconds: unknown) =>
      objections(activities.verify_otp, { otpId, encryptedOtpBundle, expirationSeconds });
    for (const good of ['1', '9999', '79999', '85999', '86399', '86400']) expect(verifying(good)).toEqual([]);
    for (const bad of ['0', '86401', '87000', '90000', '100000', 3600]) expect(verifying(bad)).not.toEqual([]);
  });

  test('error: a link or a text without the code', () => {
    const link = (magicLinkTemplate: string) => starting({ emailCustomization: { magicLinkTemplate } });
    expect(link('https://app.example.com/?code=%s')).toEqual([]);
    expect(link('https://app.example.com/{{.OtpCode}}')).toEqual([]);
    expect(link('https://app.example.com/')).not.toEqual([]);
    expect(link('javascript:%s')).not.toEqual([]);
    expect(starting({ smsCustomization: { template: 'Code: {{.OtpCode}}' } })).toEqual([]);
    expect(starting({ smsCustomization: { template: 'Hello' } })).not.toEqual([]);
  });
});

describe('wallets', () => {
  const { userId, walletId, encryptedMnemonic, wallet } = examples;
  const [account] = wallet.accounts;
  const accountsAt = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...account, path: `m/${index}` }));
  const operations: [name: string, unit: { parameters: z.ZodType }, others: object][] = [
    ['create_wallet', activities.create_wallet, { walletName: 'Treasury' }],
    ['create_wallet_accounts', activities.create_wallet_accounts, { walletId }],
    ['import_wallet', activities.import_wallet, { userId, walletName: 'Treasury', encryptedBundle: encryptedMnemonic }],
    [
      'create_sub_organization',
      { parameters: activities.create_sub_organization.parameters.shape.wallet },
      { walletName: 'Treasury' },
    ],
  ];

  test.each(operations)('default: %s takes 1,000 accounts', (_name, unit, others) => {
    expect(objections(unit, { ...others, accounts: accountsAt(1000) })).toEqual([]);
    expect(objections(unit, { ...others, accounts: accountsAt(1001) })).toEqual(['accounts: too_big']);
  });

  test.each(operations)('behavior: %s takes one path in two formats', (_name, unit, others) => {
    const accounts = [account, { ...account, addressFormat: 'ADDRESS_FORMAT_COMPRESSED' }];
    expect(objections(unit, { ...others, accounts })).toEqual([]);
  });

  test.each(operations)('error: %s with one path twice in one format', (_name, unit, others) => {
    expect(objections(unit, { ...others, accounts: [account, { ...account, name: 'Other' }] })).toEqual([
      'accounts: INVALID_PATH',
    ]);
  });

  test.each(operations)('behavior: %s without accounts', (name, unit, others) => {
    const expected = name === 'create_wallet_accounts' ? ['accounts: too_small'] : [];
    expect(objections(unit, { ...others, accounts: [] })).toEqual(expected);
  });

  test('error: an account that is looked up by nothing, or by the empty string', () => {
    const { organizationId, walletAddress } = examples;
    const asking = (filters: object) =>
      objections({ parameters: queries.get_wallet_account.request }, { organizationId, walletId, ...filters });
    for (const filters of [{}, { address: '' }, { path: '' }, { address: '', path: '' }])
      expect(asking(filters)).toEqual([': REQUEST_INVALID']);
    for (const filters of [{ address: walletAddress }, { path: 'm/0' }, { address: walletAddress, path: '' }])
      expect(asking(filters)).toEqual([]);
  });
});

describe('private keys', () => {
  const { userId, encryptedPrivateKey, privateKey } = examples;
  const creating = (...privateKeys: object[]) => objections(activities.create_private_keys, { privateKeys });

  test('default: 1 to 100 of them', () => {
    expect(creating(privateKey)).toEqual([]);
    expect(creating(...Array.from({ length: 100 }, () => privateKey))).toEqual([]);
    expect(creating()).toEqual(['privateKeys: too_small']);
    expect(creating(...Array.from({ length: 101 }, () => privateKey))).toEqual(['privateKeys: too_big']);
  });

  test('error: an address format that no key of the curve has', () => {
    const ed25519 = { ...privateKey, curve: 'CURVE_ED25519' };
    expect(creating(privateKey, ed25519)).toEqual(['privateKeys.1.addressFormats: INVALID_ADDRESS_FORMAT']);
    const { privateKeyTags: _, ...imported } = { ...ed25519, userId, encryptedBundle: encryptedPrivateKey };
    expect(objections(activities.import_private_key, imported)).toEqual(['addressFormats: INVALID_ADDRESS_FORMAT']);
  });
});

describe('policies', () => {
  const { policy, policyId } = examples;
  const creating = (...policies: object[]) => objections(activities.create_policies, { policies });

  test('default: 1 to 100 of them', () => {
    expect(creating(policy)).toEqual([]);
    expect(creating(...Array.from({ length: 100 }, () => policy))).toEqual([]);
    expect(creating()).toEqual(['policies: too_small']);
    expect(creating(...Array.from({ length: 101 }, () => policy))).toEqual(['policies: too_big']);
  });

  test('behavior: expressions may be absent or empty, notes may be empty', () => {
    const { condition: _, consensus: __, ...unlimited } = policy;
    expect(objections(activities.create_policy, { ...unlimited, notes: '' })).toEqual([]);
    const empty = { condition: '', consensus: '', time: '' };
    expect(objections(activities.create_policy, { ...unlimited, ...empty })).toEqual([]);
    const cleared = { policyCondition: '', policyConsensus: '', policyNotes: '', time: '' };
    expect(objections(activities.update_policy, { policyId, ...cleared })).toEqual([]);
    expect(objections(activities.update_policy, { policyId })).toEqual([]);
  });

  test('error: no notes, long notes, no name, another effect', () => {
    const { notes: _, ...without } = policy;
    expect(creating(without)).toEqual(['policies.0.notes: invalid_type']);
    expect(creating({ ...policy, notes: 'a'.repeat(4096) })).toEqual([]);
    expect(creating({ ...policy, notes: 'a'.repeat(4097) })).toEqual(['policies.0.notes: too_big']);
    expect(creating({ ...policy, policyName: '' })).toContain('policies.0.policyName: too_small');
    expect(creating({ ...policy, effect: 'ALLOW' })).toEqual(['policies.0.effect: invalid_value']);
  });
});

test.each([
  ['delete_policies', 'policyIds'],
  ['delete_wallets', 'walletIds'],
  ['delete_wallet_accounts', 'walletAccountIds'],
  ['delete_private_keys', 'privateKeyIds'],
  ['delete_private_key_tags', 'privateKeyTagIds'],
] as const)('error: %s with nothing to delete', (name, member) => {
  expect(objections(activities[name], { [member]: [] })).toEqual([`${member}: too_small`]);
});

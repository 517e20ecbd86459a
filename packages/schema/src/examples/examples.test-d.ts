/**
 * The records of the cast match the types of the fields. The records cannot use these types themselves: the fields are built
 * from the vocabulary, which takes its examples from the cast. `tsc` checks this file.
 */
import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { Activity } from '../define/envelope.ts';
import type { ApiKey, ApiKeyParams } from '../fields/credentials/api-key.ts';
import type { Authenticator, AuthenticatorParams } from '../fields/credentials/authenticator.ts';
import type { OauthProvider, OauthProviderParams } from '../fields/credentials/oauth-provider.ts';
import type { Oauth2Credential } from '../fields/credentials/oauth2-credential.ts';
import type { ActivityPolicyEvaluation } from '../fields/policies/activity-policy-evaluation.ts';
import type { Policy, PolicyParams } from '../fields/policies/policy.ts';
import type { PrivateKey, PrivateKeyAddress } from '../fields/private-keys/private-key.ts';
import type { PrivateKeyParams } from '../fields/private-keys/private-key-params.ts';
import type { AppProof } from '../fields/proofs/app-proof.ts';
import type { AuditHead } from '../fields/proofs/audit-head.ts';
import type { BootProof } from '../fields/proofs/boot-proof.ts';
import type { ClientSignature } from '../fields/sessions/client-signature.ts';
import type { oauth2CodeFields } from '../fields/sessions/oauth2-code.ts';
import type { SessionProfile } from '../fields/sessions/session-profile.ts';
import type { PayloadSignature } from '../fields/signing/signature.ts';
import type { SmartContractInterface } from '../fields/smart-contracts/smart-contract-interface.ts';
import type { Timestamp } from '../fields/timestamp.ts';
import type { User } from '../fields/users/user.ts';
import type { Wallet, WalletParams } from '../fields/wallets/wallet.ts';
import type { WalletAccount } from '../fields/wallets/wallet-account.ts';
import type { WebhookDelivery } from '../fields/webhooks/webhook-delivery.ts';
import type { WebhookEndpointData } from '../fields/webhooks/webhook-endpoint.ts';
import type createOauth2Credential from '../operations/credentials/create-oauth2-credential.ts';
import type createSessionProfile from '../operations/sessions/create-session-profile.ts';
import type createSmartContractInterface from '../operations/smart-contracts/create-smart-contract-interface.ts';
import type createWebhookEndpoint from '../operations/webhooks/create-webhook-endpoint.ts';
import type * as examples from './index.ts';

/** Each record of the cast, and the type that its field accepts. */
interface Records {
  activity: [typeof examples.activity, z.input<typeof Activity>];
  apiKey: [typeof examples.apiKey, z.input<typeof ApiKeyParams>];
  apiKeyRecord: [typeof examples.apiKeyRecord, z.input<typeof ApiKey>];
  appProof: [typeof examples.appProof, z.input<typeof AppProof>];
  auditHead: [typeof examples.auditHead, z.input<typeof AuditHead>];
  bootProof: [typeof examples.bootProof, z.input<typeof BootProof>];
  authenticator: [typeof examples.authenticator, z.input<typeof AuthenticatorParams>];
  authenticatorRecord: [typeof examples.authenticatorRecord, z.input<typeof Authenticator>];
  loginSignature: [typeof examples.loginSignature, z.input<typeof ClientSignature>];
  oauth2Client: [typeof examples.oauth2Client, z.input<(typeof createOauth2Credential)['parameters']>];
  oauth2Code: [typeof examples.oauth2Code, z.input<z.ZodObject<typeof oauth2CodeFields>>];
  oauth2CredentialRecord: [typeof examples.oauth2CredentialRecord, z.input<typeof Oauth2Credential>];
  oauthProvider: [typeof examples.oauthProvider, z.input<typeof OauthProviderParams>];
  oauthProviderRecord: [typeof examples.oauthProviderRecord, z.input<typeof OauthProvider>];
  policy: [typeof examples.policy, z.input<typeof PolicyParams>];
  policyEvaluation: [typeof examples.policyEvaluation, z.input<typeof ActivityPolicyEvaluation>];
  policyRecord: [typeof examples.policyRecord, z.input<typeof Policy>];
  privateKey: [typeof examples.privateKey, z.input<typeof PrivateKeyParams>];
  privateKeyAddress: [typeof examples.privateKeyAddress, z.input<typeof PrivateKeyAddress>];
  privateKeyRecord: [typeof examples.privateKeyRecord, z.input<typeof PrivateKey>];
  sessionProfile: [typeof examples.sessionProfile, z.input<(typeof createSessionProfile)['parameters']>];
  sessionProfileRecord: [typeof examples.sessionProfileRecord, z.input<typeof SessionProfile>];
  smartContract: [typeof examples.smartContract, z.input<(typeof createSmartContractInterface)['parameters']>];
  smartContractInterfaceRecord: [typeof examples.smartContractInterfaceRecord, z.input<typeof SmartContractInterface>];
  timestamp: [typeof examples.timestamp, z.input<typeof Timestamp>];
  transactionSignature: [typeof examples.transactionSignature, z.input<typeof PayloadSignature>];
  user: [typeof examples.user, z.input<typeof User>];
  wallet: [typeof examples.wallet, z.input<typeof WalletParams>];
  walletAccountRecord: [typeof examples.walletAccountRecord, z.input<typeof WalletAccount>];
  walletRecord: [typeof examples.walletRecord, z.input<typeof Wallet>];
  webhookDelivery: [typeof examples.webhookDelivery, z.input<typeof WebhookDelivery>];
  webhookEndpoint: [typeof examples.webhookEndpoint, z.input<(typeof createWebhookEndpoint)['parameters']>];
  webhookEndpointRecord: [typeof examples.webhookEndpointRecord, z.input<typeof WebhookEndpointData>];
}

/** The names of the records that do not fit their field. */
type Misfits<R> = {
  [Name in keyof R]: R[Name] extends [infer Value, infer Field] ? (Value extends Field ? never : Name) : Name;
}[keyof R];

/** The members of a value that its field does not know. The compiler reports them only for literals. */
type Surplus<Value, Field> = unknown extends Field
  ? never
  : Value extends readonly (infer Item)[]
    ? Field extends readonly (infer Wanted)[]
      ? Surplus<Item, Wanted>
      : never
    : Value extends object
      ? {
          [Name in keyof Value]: Name extends keyof Field
            ? Surplus<Value[Name], Exclude<Field[Name], undefined>>
            : Name;
        }[keyof Value]
      : never;

test('default: every record of the cast fits its field', () => {
  expectTypeOf<Misfits<Records>>().toBeNever();
  expectTypeOf<
    Exclude<
      { [Name in keyof typeof examples]: (typeof examples)[Name] extends object ? Name : never }[keyof typeof examples],
      keyof Records
    >
  >().toBeNever();
});

test('behavior: no record has a member that its field does not know', () => {
  expectTypeOf<{ [Name in keyof Records]: Surplus<Records[Name][0], Records[Name][1]> }[keyof Records]>().toBeNever();
});

test('error: records that do not fit, and unknown members', () => {
  expectTypeOf<
    Misfits<{ wrong: [{ seconds: number }, { seconds: string }]; right: ['P256', 'P256' | 'ED25519'] }>
  >().toEqualTypeOf<'wrong'>();
  expectTypeOf<
    Surplus<{ keys: { id: string; nick: string }[]; rest: { any: string } }, { keys?: { id: string }[]; rest: unknown }>
  >().toEqualTypeOf<'nick'>();
});

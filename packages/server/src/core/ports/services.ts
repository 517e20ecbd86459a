import type { Signer } from '@mintmark/stamper/bundles';
import type { BoundedMap } from '../../storage/cache/bounded-map.ts';
import type { WeightedMap } from '../../storage/cache/weighted-map.ts';
import type { RowMacs } from '../authority/row-macs.ts';
import type { ChainAssets } from './chain-assets.ts';
import type { ClientSecrets } from './client-secrets.ts';
import type { ContractInterface } from './contract-interface.ts';
import type { RunsTasks } from './define-task.ts';
import type { Earn } from './earn.ts';
import type { EvmChain } from './evm-chain.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import type { KnowsDistribution } from './knows-distribution.ts';
import type { KnowsListeners } from './knows-listeners.ts';
import type { Mailer } from './mailer.ts';
import type { Oauth2Exchange } from './oauth2-exchange.ts';
import type { OidcVerifier } from './oidc-verifier.ts';
import type { CompiledExpression, PolicySet } from './policy-sets.ts';
import type { ProofSigner } from './proof-signer.ts';
import type { SealsSecrets } from './seals-secrets.ts';
import type { SignsMessages } from './signs-messages.ts';
import type { SmsGateway } from './sms-gateway.ts';
import type { SwapProvider } from './swap-provider.ts';
import type { TakesTurns } from './takes-turns.ts';
import type { TokenKeys } from './token-keys.ts';
import type { TracksStorage } from './tracks-storage.ts';
import type { UsageLimits } from './usage-limits.ts';
import type { WaitsInLine } from './waits-in-line.ts';
import type { WebhookSettings } from './webhook-settings.ts';

/**
 * What handlers use besides the database: one of each for the whole service. Anything else that handlers need is added here
 * and nowhere else. A test replaces only the members that it needs to control.
 */
export interface Services {
  /** Authenticates the rows that decide who may do what. */
  readonly macs: RowMacs;
  /** Seals secrets for the database, and opens them. */
  readonly vault: SealsSecrets;
  /** The keys of wallet accounts that were derived last, sealed by the vault, by organization and account. */
  readonly accountKeys: BoundedMap<Uint8Array>;
  /** The compiled policies of organizations, by the digest of the policies. */
  readonly policySets: WeightedMap<PolicySet>;
  /** The policies that are being compiled, by the same digest. */
  readonly policyCompilations: Map<string, Promise<PolicySet>>;
  /** The compiled scopes of session profiles, which never change, by the id of the profile. */
  readonly sessionScopes: BoundedMap<CompiledExpression>;
  /** The interfaces of contracts and programs that were read last, which never change, by their ids. */
  readonly contractInterfaces: WeightedMap<ContractInterface>;
  /** Signs the bundles of exports and imports. */
  readonly signer: Signer;
  /** Sign the tokens of the service, and verify them. */
  readonly tokenKeys: TokenKeys;
  readonly clientSecrets: ClientSecrets;
  /** Signs app proofs with the ephemeral key of this process. */
  readonly proofs: ProofSigner;
  /** Calls endpoints outside the service. Apart from mail, there is no other way out. */
  readonly fetch: GuardedFetch;
  /** Verifies the ID tokens of the identity providers that the operator accepts. */
  readonly oidc: OidcVerifier;
  /** Signs users in at the OAuth 2.0 providers that the operator configured. */
  readonly oauth2: Oauth2Exchange;
  /** Sends mail, if a mail server is configured or messages are kept for development. Only the outbox calls it. */
  readonly mail: Mailer | undefined;
  /** Sends text messages, if a gateway is configured. Only the outbox calls it. */
  readonly sms: SmsGateway | undefined;
  /** The nodes of the EVM chains that the operator configured, by the CAIP-2 identifiers of the chains. */
  readonly chains: ReadonlyMap<string, EvmChain>;
  /** The yield vaults that the operator lists, if there are any. */
  readonly earn: Earn | undefined;
  /** Pays out the fees of swaps, if a provider is configured. Only the outbox claims. */
  readonly swap: SwapProvider | undefined;
  /** The ids of the organizations on the top service tier. */
  readonly topTier: ReadonlySet<string>;
  /** Whether the rows of each organization are on one of several machines. */
  readonly distribution: KnowsDistribution;
  /** How much organizations may use. */
  readonly limits: UsageLimits;
  /** How much tenants have stored, and where changes are noted that are to be added up. */
  readonly storage: TracksStorage;
  /** Which events the webhook endpoints of parents get, if their rows may be on another machine. */
  readonly listeners: KnowsListeners;
  /** How events are sent to webhook endpoints. */
  readonly webhooks: WebhookSettings;
  /** The assets of the chains whose history is recorded, by the CAIP-2 identifiers of the chains. */
  readonly followedAssets: ReadonlyMap<string, ChainAssets>;
  /** Whether the first versions of verify_otp and otp_login are accepted, which send codes in the clear and need no client signature. */
  readonly allowsOtpV1: boolean;
  /** Signs with the keys of organizations. */
  readonly signing: SignsMessages;
  /** The activities of this process that wait for their turn to use a nonce, by account. */
  readonly nonceLines: WaitsInLine;
  /** Runs CPU-heavy work off the event loop. */
  readonly threads: RunsTasks;
  /** The turns in which work on the event loop is done that can take long. */
  readonly loop: TakesTurns;
  /** The current time. An activity reads it once, so that all its rows have the same time. */
  readonly clock: () => Date;
}

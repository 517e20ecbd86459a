import { countedTables } from '../activities/tables.ts';
import type { Kind } from '../core/handlers/define-kind.ts';
import { LoopTurns } from '../core/limits/loop-turns.ts';
import { WaitingLines } from '../core/limits/waiting-lines.ts';
import type { MailMessage } from '../core/ports/mailer.ts';
import { defaultLimits } from '../core/ports/usage-limits.ts';
import { createThreads } from '../custody/create-threads.ts';
import { MessageSigner } from '../custody/keys/message-signer.ts';
import { boot } from '../custody/proofs/boot.ts';
import { createAttesterCommand } from '../delivery/adapters/attestation/attester-command.ts';
import { createEvmChains } from '../delivery/adapters/evm/evm-chains.ts';
import { createGuardedFetch } from '../delivery/adapters/guarded-fetch.ts';
import { isProduction, openMailer } from '../delivery/adapters/mail/open-mailer.ts';
import { createOauth2Exchange } from '../delivery/adapters/oauth2/oauth2-exchange.ts';
import { createOidcVerifier } from '../delivery/adapters/oidc/oidc-verifier.ts';
import { createSmsGateway } from '../delivery/adapters/sms/sms-gateway.ts';
import { createSwapProvider } from '../delivery/adapters/swap/swap-provider.ts';
import type { DeliveryReport } from '../delivery/outbox/delivery-report.ts';
import { type DroppedEntries, Outbox } from '../delivery/outbox/outbox.ts';
import { releaseLeases } from '../delivery/outbox/release-leases.ts';
import { Listeners } from '../delivery/webhooks/listeners.ts';
import { createEarn } from '../funds/earn/create-earn.ts';
import { VaultSampler } from '../funds/earn/vault-sampler.ts';
import { createBalanceEvents } from '../funds/history/balance-events.ts';
import { ChainFollowers, followedAssets } from '../funds/history/chain-followers.ts';
import { TenantStorage } from '../identity/tenant-storage/tenant-storage.ts';
import { kinds as defaultKinds } from '../operations/kinds.ts';
import { createPolicyCaches } from '../policies/sets/policy-caches.ts';
import { BoundedMap } from '../storage/cache/bounded-map.ts';
import type { Store } from '../storage/postgres/open-store.ts';
import type { Database } from '../storage/store/database.ts';
import { Distribution } from '../storage/store/distribution.ts';
import { createApp } from './app.ts';
import type { Counts } from './auth/counts.ts';
import type { Root } from './bootstrap/make-organization.ts';
import type { App } from './http/exchange.ts';
import type { RequestLog } from './http/front-door.ts';
import { fetchOf } from './http/in-process.ts';
import type { Pages } from './http/pages.ts';
import { openService, type ServiceOptions } from './open-service.ts';
import { openStore } from './open-store.ts';
import type { Configuration } from './process/configuration-schema.ts';
import { openTraces, type Traces } from './traces/open-traces.ts';
import type { SpanOutcome } from './traces/span-exporter.ts';
import { tracedFetch } from './traces/traced-fetch.ts';

export interface ServerOptions extends ServiceOptions {
  /** The external services, as in the configuration file. */
  readonly configuration?: Configuration;
  /** Whether the first versions of verify_otp and otp_login are accepted, which are less safe. */
  readonly allowsOtpV1?: boolean;
  /** The most threads for CPU-heavy work; by default one less than there are cores, and at least one. */
  readonly threads?: number | undefined;
  /** Pages served besides the operations, by path, for example `/docs/`. */
  readonly pages?: Pages;
  /** Called for each request, never with its body or its stamp. */
  readonly log?: (entry: RequestLog) => void;
  /** The kinds of entries that the outbox delivers. */
  readonly outboxKinds?: readonly Kind[];
  /** Called after each attempt to deliver an entry of the outbox. */
  readonly onDelivery?: (report: DeliveryReport) => void;
  /** Called when entries of the outbox were dropped, because too many of their kind were waiting. */
  readonly onDropped?: (report: DroppedEntries) => void;
  /** The id of this process, a UUID, by which another one can end its leases of the outbox. */
  readonly outboxOwner?: string;
  /** Called when the outbox could not read or write its table. */
  readonly onOutboxError?: (error: unknown) => void;
  /** Called when a chain could not be followed. It is tried again after a pause. */
  readonly onFollowerError?: (caip2: string, error: unknown) => void;
  /** Called with what became of spans, if traces are configured. */
  readonly onSpans?: (outcome: SpanOutcome, count: number) => void;
  /** Called when the receiver of traces fails, and not again before it has accepted spans. */
  readonly onTraceError?: (error: unknown) => void;
  /** Called when a process that follows a chain knows how far behind it is, and without a number when it does not know. */
  readonly onFollowed?: (caip2: string, blocksBehind: bigint | undefined) => void;
  /** Called every few seconds with the bytes that tenants have stored, and how many each may store. */
  readonly onStored?: (tenants: ReadonlyMap<string, number>, limit: number) => void;
  /** Called when the storage of tenants could not be added up. It is tried again after a pause. */
  readonly onStorageError?: (error: unknown) => void;
  /** Called once if the outbox holds entries of a kind that this version does not know. */
  readonly onUnknownKind?: () => void;
}

/** The service, in this process. `await using` closes it. */
export interface Server extends AsyncDisposable {
  readonly app: App;
  /** Calls the service without a socket: pass it to the client as its `fetch`. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** How many connections to the database there may be, how many are in use, and how many requests wait for one. */
  readonly connections: () => Database['connections'];
  /** What has to happen outside, and the worker that delivers it. */
  readonly outbox: Outbox;
  /** The mail of an ephemeral server without a mail server, oldest first. */
  readonly mailbox: readonly MailMessage[];
  /** The organization that the first start created. */
  readonly organizationId: string;
  /** What this start created, if the database was empty. */
  readonly root: Root | undefined;
  close(): Promise<void>;
}

/** How many derived keys of wallet accounts a process keeps, sealed: 100 bytes each. */
const maxAccountKeys = 10_000;

/**
 * Opens the service on its database. `ephemeral` is for tests: real PostgreSQL, deleted when the server closes.
 *
 * @example
 * await using server = await createServer({ database: 'ephemeral' });
 */
export async function createServer(options: ServerOptions = {}): Promise<Server> {
  const { database = 'embedded', dataDirectory = '.mintmark', report = () => {}, onStep = () => {} } = options;
  return await createServerOn(await openStore({ database, dataDirectory, report, onStep }), options);
}

/**
 * The same on a database that is already open. If it fails, it closes the database. `counts` is for a process that shares with
 * others what it counts about its callers.
 */
export async function createServerOn(store: Store, options: ServerOptions, counts?: Counts): Promise<Server> {
  const { configuration = {}, threads: count, pages = new Map(), log = () => {} } = options;
  const { database: kind = 'embedded', dataDirectory = '.mintmark', allowsOtpV1 = false } = options;
  const threads = createThreads({ count });
  let outbox: Outbox | undefined;
  let followers: ChainFollowers | undefined;
  let sampler: VaultSampler | undefined;
  let storage: TenantStorage | undefined;
  let traces: Traces | undefined;
  const closing = new AbortController();
  const close = async () => {
    closing.abort();
    // First: their work needs the others.
    await Promise.all([outbox?.stop(), followers?.stop(), sampler?.stop(), storage?.stop()]);
    await threads.close();
    await store.close();
    await traces?.stop();
  };
  try {
    const { organizationId, root, webhookSigner, ...opened } = await openService(store.database, options);
    const proxyUrl = configuration.outbound?.proxyUrl;
    const fetch = createGuardedFetch({ proxyUrl });
    traces = configuration.traces && (await openTraces(configuration.traces, { proxyUrl, ...options }));
    const tracer = traces?.tracer;
    const caches = {
      accountKeys: new BoundedMap<Uint8Array>(maxAccountKeys),
      ...createPolicyCaches(),
    };
    const loop = new LoopTurns(store.database.timeoutMs);
    const clock = () => new Date();
    const oauth2 = createOauth2Exchange(configuration.oauth2, tracedFetch(fetch, 'oauth2'));
    const own =
      oauth2.issuer === undefined ? undefined : { issuer: oauth2.issuer, keys: opened.tokenKeys.notarizer.trusted };
    const oidc = createOidcVerifier({
      issuers: configuration.oidc?.issuers ?? [],
      fetch: tracedFetch(fetch, 'oidc'),
      clock,
      own,
    });
    const production = isProduction(process.env);
    const { mail, mailbox } = openMailer(configuration.mail, {
      database: kind,
      dataDirectory,
      isProduction: production,
    });
    const sms = configuration.sms && createSmsGateway(configuration.sms, tracedFetch(fetch, 'sms'));
    const chains = createEvmChains(configuration.chains, tracedFetch(fetch, 'evm'));
    const assets = followedAssets(configuration);
    const swap = configuration.swap && createSwapProvider(configuration.swap, tracedFetch(fetch, 'swap'));
    const topTier = new Set(configuration.topTier);
    const earn = createEarn(configuration.earn, chains, configuration.prices);
    const ways = {
      fetch: tracedFetch(fetch, 'webhook'),
      oidc,
      oauth2,
      mail,
      sms,
      chains,
      followedAssets: assets,
      earn,
      swap,
    };
    const webhooks = { signer: webhookSigner, allowsPrivate: configuration.webhooks?.allowPrivate ?? false };
    const attester = configuration.attestation && createAttesterCommand(configuration.attestation);
    const { macs, signer } = opened;
    const proofs = await boot({
      ...{ database: store.database, macs, signer, attester, now: clock() },
      closing: closing.signal,
      ...(options.report && { report: options.report }),
    });
    const { limits = defaultLimits } = configuration;
    const distribution = await Distribution.of(store.database);
    storage = new TenantStorage({
      database: store.database,
      tables: countedTables,
      isDistributed: distribution.isDistributed,
      onStored: (tenants) => options.onStored?.(tenants, limits.tenantBytes),
      onError: options.onStorageError,
    });
    const services = {
      ...opened,
      ...caches,
      ...ways,
      webhooks,
      listeners: new Listeners(),
      limits,
      distribution,
      storage,
      proofs,
      topTier,
      allowsOtpV1,
      signing: new MessageSigner(threads),
      nonceLines: new WaitingLines(),
      threads,
      loop,
      clock,
    };
    const { outboxKinds: kinds = defaultKinds, outboxOwner: owner, onDelivery, onUnknownKind } = options;
    const { onOutboxError: onError } = options;
    outbox = new Outbox({
      database: store.database,
      services,
      kinds,
      tracer,
      ...(owner !== undefined && { owner }),
      ...(onDelivery && { onDelivery }),
      ...(onError && { onError }),
      ...(options.onDropped && { onDropped: options.onDropped }),
      ...(onUnknownKind && { onUnknownKind }),
    });
    const app = createApp({
      database: store.database,
      services,
      outbox,
      pages,
      log,
      tracer,
      ...(counts && { counts }),
    });
    const connections = () => store.database.connections;
    followers = new ChainFollowers({
      database: store.database,
      macs: opened.macs,
      configuration,
      chains,
      assets,
      events: createBalanceEvents({ outbox, services, assets }),
      ...(options.onFollowerError && { onError: options.onFollowerError }),
      ...(options.onFollowed && { onFollowed: options.onFollowed }),
    });
    if (store.isOwn) await releaseLeases(store.database);
    outbox.start();
    followers.start();
    sampler = earn && new VaultSampler(store.database, earn);
    sampler?.start();
    storage.start();
    const serving = { app, fetch: fetchOf(app), connections, outbox, mailbox };
    return { ...serving, organizationId, root, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

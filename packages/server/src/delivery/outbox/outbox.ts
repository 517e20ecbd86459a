import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kind } from '../../core/handlers/define-kind.ts';
import { connectionShares } from '../../core/limits/connection-shares.ts';
import { Turns } from '../../core/limits/turns.ts';
import type { Share } from '../../core/model/share.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Span } from '../../core/spans/span.ts';
import type { Database, Sql, TransactionSql } from '../../storage/store/database.ts';
import { type Delivered, deliverEntry, type Outcome } from './deliver-entry.ts';
import type { DeliveryErrorCode } from './delivery-error.ts';
import { Depths } from './depths.ts';
import { type Lane, type OutboxClock, type TakenEntry, takeEntries } from './entries.ts';
import { type Depth, entryOfAnotherKind, lanesWithDueEntries, outboxDepths } from './entries-of-all.ts';
import { FailingTargets } from './failing-targets.ts';
import { Lanes } from './lanes.ts';
import { type LeavingOrganization, OutboxWriter } from './outbox-writer.ts';
import { type Attempt, endAttempt, endDelivery, isLast, organizationOf } from './settle-entry.ts';

/** How an attempt can end. It is `repeated` if it was delivered, and is to be delivered again after a pause. */
export const deliveryOutcomes = ['delivered', 'repeated', 'retried', 'failed', 'interrupted'] as const;

/** Entries for which there was no room. */
export interface DroppedEntries {
  readonly organizationId: string;
  readonly kind: string;
  readonly count: number;
}

/** The end of one attempt. */
export interface DeliveryReport {
  readonly organizationId: string;
  readonly kind: string;
  readonly id: string;
  readonly attempt: number;
  readonly outcome: (typeof deliveryOutcomes)[number];
  readonly errorCode?: DeliveryErrorCode;
  /** Whether a caller chose the target. */
  readonly isForeign: boolean;
  /** What was thrown. Its message may quote the contents. */
  readonly cause?: unknown;
}

type Result = Pick<DeliveryReport, 'outcome' | 'errorCode' | 'cause'>;

interface OutboxLimits {
  /** How many entries are delivered concurrently, besides those whose targets callers choose: 32. */
  readonly inAll: number;
  /** How many of one kind of one organization: 4. */
  readonly ofLane: number;
  /** How often to look for entries of other processes and for retries: every 5,000, with jitter. */
  readonly pollMs: number;
  /** How long an entry belongs to the process that took it: 60,000. */
  readonly leaseMs: number;
  /** The first pause of a target that callers chose, after its second failure in a row: 10,000. */
  readonly targetPauseMs: number;
  /** How long deliveries in flight may take after the outbox was told to stop: 10,000. */
  readonly graceMs: number;
  /** How long the depths are used before they are read again: 5,000. */
  readonly depthsAgeMs: number;
  /** How often to look for kinds that this process does not know: every 60,000. */
  readonly unknownKindsAgeMs: number;
}

/** How long deliveries in flight may take after the outbox was told to stop. */
export const outboxGraceMs = 10_000;

const defaultLimits: OutboxLimits = {
  inAll: 32,
  ofLane: 4,
  pollMs: 5_000,
  leaseMs: 60_000,
  targetPauseMs: 10_000,
  graceMs: outboxGraceMs,
  depthsAgeMs: 5_000,
  unknownKindsAgeMs: 60_000,
};

interface TracesDeliveries {
  /** Runs a delivery, with a span if it is recorded. */
  deliver<Result>(work: (span: Span | undefined) => Promise<Result>): Promise<Result>;
}

export interface OutboxOptions {
  readonly database: Database;
  readonly services: Services;
  readonly kinds: readonly Kind[];
  /** The id of this process, a UUID: its leases can be ended by it when the process is gone. */
  readonly owner?: string;
  readonly limits?: Partial<OutboxLimits>;
  readonly clock?: OutboxClock;
  /** For jitter, from 0 to 1. */
  readonly random?: () => number;
  /** Records deliveries, if traces are configured. */
  readonly tracer?: TracesDeliveries | undefined;
  readonly onDelivery?: (report: DeliveryReport) => void;
  /** Called when entries were dropped, because too many of their kind were waiting. */
  readonly onDropped?: (report: DroppedEntries) => void;
  /** Called when the outbox could not read or write its table. The entries stay as they are. */
  readonly onError?: (error: unknown) => void;
  /** Called once if entries are waiting whose kind this process does not know. It leaves them to a newer version. */
  readonly onUnknownKind?: () => void;
}

/** How many lanes one look at all organizations finds. The next one finds the others. */
const maxLanes = 1_000;
const settlePauseMs = 500;

/**
 * Delivers what transactions have left for the world outside. Each process has one. An entry is taken under a lease, and is
 * delivered without a connection or a lock. If the result of a delivery is lost, the delivery is repeated with the same
 * idempotency key after the lease has ended. Nothing else is repeated.
 */
export class Outbox {
  readonly #database: Database;
  readonly #services: Services;
  readonly #kinds: ReadonlyMap<string, Kind>;
  readonly #owner: string;
  readonly #limits: OutboxLimits;
  readonly #clock: OutboxClock;
  readonly #random: () => number;
  readonly #tracer: TracesDeliveries | undefined;
  readonly #onDelivery: (report: DeliveryReport) => void;
  readonly #onDropped: (report: DroppedEntries) => void;
  readonly #onError: (error: unknown) => void;
  readonly #onUnknownKind: () => void;
  readonly #lanes: Lanes;
  readonly #failing: FailingTargets;
  /** Who may use a connection next. All work goes through it, so that the outbox does not slow down requests. */
  readonly #turns: Turns;
  readonly #depths: Depths;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #state: 'new' | 'running' | 'stopped' = 'new';
  #timer: NodeJS.Timeout | undefined;
  #isTaking = false;
  #taking = Promise.resolve();
  #polling: Promise<void> | undefined;
  #kindsAskedAt = Number.NEGATIVE_INFINITY;
  #hasUnknownKind = false;

  constructor({ database, services, kinds, limits, clock, ...options }: OutboxOptions) {
    this.#database = database;
    this.#services = services;
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#owner = options.owner ?? randomUUID();
    this.#limits = { ...defaultLimits, ...limits };
    const { leaseMs, inAll, ofLane } = this.#limits;
    for (const { name, timeLimitMs } of kinds)
      if (timeLimitMs > leaseMs / 2) throw new Error(`the time limit of ${name} is more than half of a lease`);
    this.#clock = clock;
    this.#random = options.random ?? Math.random;
    this.#tracer = options.tracer;
    this.#onDelivery = options.onDelivery ?? (() => {});
    this.#onDropped = options.onDropped ?? (() => {});
    this.#onError = options.onError ?? (() => {});
    this.#onUnknownKind = options.onUnknownKind ?? (() => {});
    this.#failing = new FailingTargets(this.#limits.targetPauseMs);
    this.#lanes = new Lanes({
      ...{ inAll, ofLane, failing: this.#failing },
      ofKind: (kind) => this.#kinds.get(kind)?.places ?? ofLane,
      isForeign: (kind) => this.#kinds.get(kind)?.hasForeignTargets ?? false,
      sharesBySource: (kind) => this.#kinds.get(kind)?.sharesPlacesBySource ?? false,
    });
    const { outbox: connections } = connectionShares(database.connections.limit);
    this.#turns = new Turns({ inAll: connections, ofSource: connections, longestWaitMs: leaseMs });
    this.#depths = new Depths({
      kinds: this.#kinds,
      ageMs: this.#limits.depthsAgeMs,
      read: () => this.#query((sql) => outboxDepths(sql).execute()),
    });
  }

  /** Leaves entries within a transaction. After its commit, pass the writer to `wake`. */
  writer(sql: TransactionSql, organization: LeavingOrganization): OutboxWriter {
    return new OutboxWriter(sql, organization, { services: this.#services, kinds: this.#kinds, clock: this.#clock });
  }

  /** Begins to deliver, if there is a kind to deliver. */
  start(): void {
    if (this.#state !== 'new' || this.#kinds.size === 0) return;
    this.#state = 'running';
    this.#schedule(0);
  }

  /** Delivers immediately what was left by a writer whose transaction is committed. */
  wake(writer: Pick<OutboxWriter, 'tenantId' | 'source' | 'organizationId' | 'lanes' | 'takeDropped'>): void {
    const { tenantId, source, organizationId, lanes } = writer;
    for (const [kind, count] of writer.takeDropped()) this.#onDropped({ organizationId, kind, count });
    if (this.#state !== 'running') return;
    for (const { kind, target } of lanes) this.#lanes.add({ tenantId, source, organizationId, kind, target });
    this.#take();
  }

  /**
   * Looks for entries that are due, whichever process left them, and begins to deliver them. A look that is under way may have
   * missed what became due since it began: this one comes after it.
   */
  poll(): Promise<void> {
    const polling = Promise.resolve(this.#polling)
      .then(() => this.#look())
      .finally(() => {
        if (this.#polling === polling) this.#polling = undefined;
      });
    this.#polling = polling;
    return polling;
  }

  /** Resolves when all entries that were found have been tried. */
  async idle(): Promise<void> {
    while (this.#polling || this.#isTaking || this.#inFlight.size > 0)
      await Promise.all([this.#polling, this.#taking, ...this.#inFlight]);
  }

  /** Takes no more entries, waits for the deliveries in flight, aborts those that take too long, and hands their leases back. */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    clearTimeout(this.#timer);
    const late = setTimeout(() => this.#stopping.abort(), this.#limits.graceMs);
    await this.idle();
    clearTimeout(late);
    this.#stopping.abort();
  }

  /**
   * How many entries there were when the table was last read; empty if it was not read yet. It never waits: if the depths are
   * old, it begins to read them for the next call.
   */
  depths(): readonly Depth[] {
    if (this.#state !== 'stopped') this.#depths.refresh();
    return this.#depths.last;
  }

  #schedule(delayMs: number): void {
    if (this.#state !== 'running') return;
    this.#timer = setTimeout(async () => {
      await this.poll();
      this.#schedule(this.#limits.pollMs * (0.75 + this.#random() / 2));
    }, delayMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    try {
      const options = { max: maxLanes, kinds: [...this.#kinds.keys()], clock: this.#clock };
      const found = await this.#query((sql) => lanesWithDueEntries(sql, options).execute());
      for (const lane of found) this.#lanes.add(lane);
      this.#take();
      await this.#findUnknownKind();
    } catch (error) {
      this.#onError(error);
    }
  }

  /** A process of an older version must not take what it cannot deliver: that would use up the attempts of the entry. */
  async #findUnknownKind(): Promise<void> {
    const now = performance.now();
    if (this.#hasUnknownKind || now - this.#kindsAskedAt < this.#limits.unknownKindsAgeMs) return;
    this.#kindsAskedAt = now;
    const [found] = await this.#query((sql) => entryOfAnotherKind(sql, [...this.#kinds.keys()]).execute());
    if (!found) return;
    this.#hasUnknownKind = true;
    this.#onUnknownKind();
  }

  /** Takes entries as long as there are lanes and places for them. One call at a time does all the work. */
  #take(): void {
    if (this.#isTaking) return;
    this.#isTaking = true;
    this.#taking = this.#takeAll().catch(this.#onError);
  }

  async #takeAll(): Promise<void> {
    try {
      // While this waits, lanes and places may be added: the loop finds them.
      for (let next = this.#next(); next; next = this.#next()) {
        const { lane, places } = next;
        const { leaseMs } = this.#limits;
        const endsWithOrganization = this.#kinds.get(lane.kind)?.endsWithOrganization ?? false;
        // The lease begins later, when the statement runs.
        const leaseEndsAt = performance.now() + leaseMs;
        const entries = await this.#change(lane, (sql) =>
          takeEntries(sql, lane, {
            max: places,
            leaseMs,
            owner: this.#owner,
            clock: this.#clock,
            endsWithOrganization,
          }),
        ).catch((error) => {
          this.#lanes.add(lane);
          throw error;
        });
        if (entries.length === places) this.#lanes.add(lane);
        for (const entry of entries) this.#begin(lane, entry, leaseEndsAt);
      }
    } finally {
      // Synchronously, since a lane that is added later must start a new call.
      this.#isTaking = false;
    }
  }

  #next() {
    return this.#state === 'running' ? this.#lanes.next() : undefined;
  }

  #begin(lane: Lane, entry: TakenEntry, leaseEndsAt: number): void {
    const end = this.#lanes.begin(lane);
    const deliver = (span?: Span) => this.#deliver(lane, entry, leaseEndsAt, span);
    const work = (this.#tracer?.deliver(deliver) ?? deliver()).catch(this.#onError).finally(() => {
      end();
      this.#inFlight.delete(work);
      this.#take();
    });
    this.#inFlight.add(work);
  }

  async #deliver(lane: Lane, entry: TakenEntry, leaseEndsAt: number, span?: Span): Promise<void> {
    const { organizationId, kind, id, attempts: attempt } = entry;
    span?.set({ organizationId, kind, entryId: id, attempt });
    const noteTarget = lane.target === null ? undefined : this.#failing.begin(lane.target);
    const outcome = await deliverEntry(entry, {
      tenantId: lane.tenantId,
      query: (work) => this.#query(work, lane),
      change: (work) => this.#change(lane, work),
      services: this.#services,
      kinds: this.#kinds,
      stopping: this.#stopping.signal,
      isInTime: () => leaseEndsAt - performance.now() >= this.#limits.leaseMs / 2,
    });
    // A refusal that is final came quickly, and says nothing about the next event.
    if (isDelivered(outcome)) noteTarget?.('delivered');
    else if (typeof outcome === 'object' && !outcome.error.isFinal) noteTarget?.('failed');
    const attempted = {
      ...{ lane, entry },
      kind: this.#kinds.get(kind),
      services: this.#services,
      clock: this.#clock,
      random: this.#random,
    };
    const repeats = await this.#settle(attempted, outcome, leaseEndsAt);
    if (outcome === 'late') return;
    const report: Result = repeats ? { outcome: 'repeated' } : resultOf(attempted, outcome);
    const isForeign = attempted.kind?.hasForeignTargets ?? false;
    if (span) {
      span.set({ outcome: report.outcome, errorCode: report.errorCode });
      span.isError = report.errorCode !== undefined;
    }
    this.#onDelivery({ organizationId, kind, id, attempt, isForeign, ...report });
  }

  /**
   * Writes the result. If that fails, it is tried again until the lease ends: without the result, the delivery is repeated. Returns
   * whether the entry is to be delivered again.
   */
  async #settle(attempt: Attempt, outcome: Outcome, leaseEndsAt: number): Promise<boolean> {
    for (;;) {
      try {
        if (isDelivered(outcome)) return await this.#record(attempt, outcome);
        await this.#change(attempt.lane, (sql) => endAttempt(sql, attempt, outcome));
        return false;
      } catch (error) {
        if (this.#stopping.signal.aborted || performance.now() + settlePauseMs > leaseEndsAt) throw error;
        await pause(settlePauseMs, undefined, { ref: false });
      }
    }
  }

  /** Ends a delivery, and delivers what its kind has left in turn. */
  async #record(attempt: Attempt, delivered: Delivered): Promise<boolean> {
    const { lane } = attempt;
    const { again, left } = await this.#change(lane, async (sql) => {
      const writer = this.writer(sql, organizationOf(lane));
      return { again: await endDelivery(sql, attempt, delivered, writer), left: writer };
    });
    if (!left.isEmpty) this.wake(left);
    if (again) this.#wakeLater(lane, again.againAfterMs);
    return again !== undefined;
  }

  /** The next poll may come much later than the pause ends. */
  #wakeLater(lane: Lane, pauseMs: number): void {
    setTimeout(() => {
      if (this.#state !== 'running') return;
      this.#lanes.add(lane);
      this.#take();
    }, pauseMs).unref();
  }

  #change<Result>(lane: Lane, work: (sql: TransactionSql) => Promise<Result>): Promise<Result> {
    return this.#turns.run(shareOfLane(lane), () => this.#database.transaction(work));
  }

  /** Without a lane, for a statement about all of them. */
  #query<Result>(work: (sql: Sql) => Promise<Result>, lane?: Lane): Promise<Result> {
    return this.#turns.run(shareOfLane(lane), () => this.#database.query(work));
  }
}

/** Tenants take turns, and then organizations. */
function shareOfLane({ tenantId, organizationId }: Pick<Lane, 'tenantId' | 'organizationId'> = ofAll): Share {
  return { tenantId, source: organizationId, organizationId, credentialId: '' };
}

const ofAll = { tenantId: '', organizationId: '' };

function resultOf(attempt: Attempt, outcome: Exclude<Outcome, 'late'>): Result {
  if (outcome === 'interrupted') return { outcome };
  if (isDelivered(outcome)) return { outcome: 'delivered' };
  const { code: errorCode, cause } = outcome.error;
  return { outcome: isLast(attempt, outcome) ? 'failed' : 'retried', errorCode, cause };
}

const isDelivered = (outcome: Outcome): outcome is Delivered => typeof outcome === 'object' && 'result' in outcome;

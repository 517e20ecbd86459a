import { randomUUID } from 'node:crypto';
import type { Kind } from '../../core/handlers/define-kind.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Span } from '../../core/spans/span.ts';
import type { Database, TransactionSql } from '../../storage/store/database.ts';
import { isNoAnswer } from '../../storage/store/distribution.ts';
import { patience } from '../../storage/store/patience.ts';
import { type DeliverOptions, deliverTaken } from './deliver-taken.ts';
import type { DeliveryReport } from './delivery-report.ts';
import { Depths } from './depths.ts';
import { type Lane, type OutboxClock, type TakenEntry, takeEntries } from './entries.ts';
import {
  type Depth,
  entryOfAnotherKind,
  lanesOfPresentMachines,
  lanesWithDueEntries,
  outboxDepths,
} from './entries-of-all.ts';
import { FailingTargets } from './failing-targets.ts';
import { LaneConnections } from './lane-connections.ts';
import { Lanes } from './lanes.ts';
import { defaultLimits, distributedLimits, type OutboxLimits } from './outbox-limits.ts';
import { type LeavingOrganization, OutboxWriter } from './outbox-writer.ts';

/** Entries for which there was no room. */
export interface DroppedEntries {
  readonly organizationId: string;
  readonly kind: string;
  readonly count: number;
}

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

/** How long a lane waits whose entries could not be taken: long enough for a busy database. */
const takePauseMs = 1_000;
/** How many lanes one look at all organizations finds. The next one finds the others. */
const maxLanes = 1_000;

/**
 * Delivers what transactions have left for the world outside. Each process has one. An entry is taken under a lease, and is
 * delivered without a connection or a lock. If the result of a delivery is lost, the delivery is repeated with the same
 * idempotency key after the lease has ended. Nothing else is repeated.
 */
export class Outbox {
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
  readonly #connections: LaneConnections;
  readonly #delivering: DeliverOptions;
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
    this.#services = services;
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#owner = options.owner ?? randomUUID();
    this.#limits = { ...(services.distribution.isDistributed ? distributedLimits : defaultLimits), ...limits };
    const { leaseMs, inAll, ofLane } = this.#limits;
    for (const { name, timeLimitMs } of kinds)
      if (timeLimitMs > leaseMs / 2) throw new Error(`the time limit of ${name} exceeds half of a lease`);
    this.#clock = clock;
    this.#random = options.random ?? Math.random;
    this.#tracer = options.tracer;
    this.#onDelivery = options.onDelivery ?? (() => {});
    this.#onDropped = options.onDropped ?? (() => {});
    this.#onError = options.onError ?? (() => {});
    this.#onUnknownKind = options.onUnknownKind ?? (() => {});
    const failing = new FailingTargets(this.#limits.targetPauseMs);
    this.#lanes = new Lanes({
      ...{ inAll, ofLane, failing },
      ofKind: (kind) => this.#kinds.get(kind)?.places ?? ofLane,
      isForeign: (kind) => this.#kinds.get(kind)?.hasForeignTargets ?? false,
      sharesBySource: (kind) => this.#kinds.get(kind)?.sharesPlacesBySource ?? false,
    });
    this.#connections = new LaneConnections(database, leaseMs);
    this.#delivering = {
      ...{
        services,
        kinds: this.#kinds,
        connections: this.#connections,
        failing,
        leaseMs,
        clock,
        random: this.#random,
      },
      stopping: this.#stopping.signal,
      writer: (sql, organization) => this.writer(sql, organization),
      wake: (left) => this.wake(left),
      wakeLater: (lane, pauseMs) => this.#wakeLater(lane, pauseMs),
    };
    this.#depths = new Depths({
      kinds: this.#kinds,
      ageMs: this.#limits.depthsAgeMs,
      read: () => this.#connections.query((sql) => outboxDepths(sql).execute()),
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
      for (const lane of await this.#lanesWithDueEntries()) this.#lanes.add(lane);
      this.#take();
      await this.#findUnknownKind();
    } catch (error) {
      this.#onError(error);
    }
  }

  async #lanesWithDueEntries(): Promise<readonly Lane[]> {
    const options = { max: maxLanes, kinds: [...this.#kinds.keys()], clock: this.#clock };
    try {
      return await this.#connections.query((sql) => lanesWithDueEntries(sql, options).execute());
    } catch (error) {
      if (!this.#services.distribution.isDistributed || !isNoAnswer(error)) throw error;
      this.#onError(error);
      return await this.#connections.ofAll((sql) => lanesOfPresentMachines(sql, options), patience);
    }
  }

  /** A process of an older version must not take what it cannot deliver: that would use up the attempts of the entry. */
  async #findUnknownKind(): Promise<void> {
    const now = performance.now();
    if (this.#hasUnknownKind || now - this.#kindsAskedAt < this.#limits.unknownKindsAgeMs) return;
    this.#kindsAskedAt = now;
    const [found] = await this.#connections.query((sql) => entryOfAnotherKind(sql, [...this.#kinds.keys()]).execute());
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
        const entries = await this.#connections
          .change(lane, (sql) =>
            takeEntries(sql, lane, {
              max: places,
              leaseMs,
              owner: this.#owner,
              clock: this.#clock,
              endsWithOrganization,
            }),
          )
          .catch((error) => {
            this.#wakeLater(lane, takePauseMs);
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
    const deliver = async (span?: Span) => {
      const report = await deliverTaken({ lane, entry, leaseEndsAt }, this.#delivering, span);
      if (report) this.#onDelivery(report);
    };
    const work = (this.#tracer?.deliver(deliver) ?? deliver()).catch(this.#onError).finally(() => {
      end();
      this.#inFlight.delete(work);
      this.#take();
    });
    this.#inFlight.add(work);
  }

  /** The next poll may come much later than the pause ends. */
  #wakeLater(lane: Lane, pauseMs: number): void {
    setTimeout(() => {
      if (this.#state !== 'running') return;
      this.#lanes.add(lane);
      this.#take();
    }, pauseMs).unref();
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { countEarlierBytes } from '../../core/budgets/earlier-bytes.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import { type Organization, tenantIdOf } from '../../core/model/organization.ts';
import type { TracksStorage } from '../../core/ports/tracks-storage.ts';
import type { Table } from '../../core/tables/define-table.ts';
import type { Database } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';
import {
  storedByOrganizations,
  storedByTenants,
  subOrganizations,
  topOrganizations,
} from '../organizations/across-organizations.ts';

interface TenantStorageOptions {
  readonly database: Database;
  /** The tables whose rows count. */
  readonly tables: readonly Table[];
  /** Whether the totals of all tenants are on several machines. They are then read rarely. */
  readonly isDistributed?: boolean;
  /** Called with the bytes of all tenants whenever they were read. */
  readonly onStored?: ((tenants: ReadonlyMap<string, number>) => void) | undefined;
  /** Called when the database could not be used. It is tried again after a pause. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** What became of organizations that were to be added. */
interface Added {
  /** There is no such organization, at least not yet. */
  readonly missing: readonly string[];
  /** What they had stored before an upgrade is not known yet. */
  readonly uncounted: readonly string[];
  /** The total of the tenant now. */
  readonly total: bigint;
}

/** How often totals are gathered and read. */
const pauseMs = 2_000;
/** How often the totals that other processes gather are read from several machines. */
const distributedReadMs = 300_000;
/** How many organizations are added up together. */
const batchSize = 500;
/** How often the total is compared with all organizations, for what a process that was killed has not added. */
const comparedMs = 60 * 60_000;
/** The same when a process starts. Several that start together compare once. */
const comparedAtStartMs = 60_000;
/** How often an organization is looked for whose creation may not be committed yet. */
const maxLooks = 5;

/**
 * What tenants have stored. The bytes of an organization are exact: the transaction of each activity counts them. The total of a
 * tenant would be one row that the activities of all its organizations wait for. So each process remembers which organizations
 * have changed, and adds them to the total every few seconds. The total can always be computed again from the organizations.
 */
export class TenantStorage implements TracksStorage {
  readonly #options: TenantStorageOptions;
  #used = new Map<string, number>();
  #readAgainAt = Number.NEGATIVE_INFINITY;
  /** The organizations that have changed, by tenant, and how often they were looked for. */
  readonly #changed = new Map<string, Map<string, number>>();
  /** The organizations that have changed, and whose rows of an older version are not counted, with their tenants. */
  readonly #uncounted = new Map<string, string>();
  readonly #ending = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: TenantStorageOptions) {
    this.#options = options;
  }

  usedBy(tenantId: string): number {
    return this.#used.get(tenantId) ?? 0;
  }

  note(organization: Pick<Organization, 'id' | 'parentId'>): void {
    this.#changedOf(tenantIdOf(organization)).set(organization.id, 0);
  }

  start(): void {
    this.#running = Promise.all([
      this.#always(pauseMs, () => this.gather()),
      this.#always(pauseMs, () => this.count()),
      this.#always(comparedMs, (isFirst) => this.compare(isFirst ? comparedAtStartMs : comparedMs)),
    ]);
  }

  /** Adds what has changed since the last time, and waits for the work in flight, which needs the database. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    await this.gather().catch(() => {});
  }

  /** Adds the organizations that have changed to the totals, and reads the totals of all tenants. */
  async gather(): Promise<void> {
    const failures: unknown[] = [];
    // One after the other: requests need the connections, too.
    for (const tenantId of [...this.#changed.keys()])
      await this.#gatherTenant(tenantId).catch((error: unknown) => failures.push(error));
    if (performance.now() >= this.#readAgainAt) await this.#readTotals();
    this.#options.onStored?.(this.#used);
    if (failures.length > 0) throw failures[0];
  }

  async #readTotals(): Promise<void> {
    const { database, isDistributed = false } = this.#options;
    const totals = await database.query((sql) => storedByTenants(sql));
    this.#used = new Map(totals.map(({ organizationId, bytes }) => [organizationId, Number(bytes)]));
    this.#readAgainAt = performance.now() + (isDistributed ? distributedReadMs : 0);
  }

  async #gatherTenant(tenantId: string): Promise<void> {
    const changed = this.#changedOf(tenantId);
    this.#changed.delete(tenantId);
    for (const ids of partsOf([...changed.keys()])) {
      const added = await this.#add(tenantId, ids).catch((error: unknown) => {
        for (const [id, looks] of changed) this.#changedOf(tenantId).set(id, looks);
        throw error;
      });
      this.#used.set(tenantId, Number(added.total));
      for (const id of added.missing) {
        const looks = (changed.get(id) ?? 0) + 1;
        if (looks < maxLooks) this.#changedOf(tenantId).set(id, looks);
      }
      for (const id of added.uncounted) this.#uncounted.set(id, tenantId);
      for (const id of ids) changed.delete(id);
    }
  }

  /** Counts what the organizations that have changed since an upgrade had stored before. A large one takes a while. */
  async count(): Promise<void> {
    for (const [id, tenantId] of this.#uncounted) {
      await this.#countEarlier(id, tenantId);
      this.#uncounted.delete(id);
    }
  }

  async #countEarlier(id: string, tenantId: string): Promise<void> {
    const { database, tables } = this.#options;
    await countEarlierBytes(database, id, { tables, signal: this.#ending.signal });
    this.#changedOf(tenantId).set(id, 0);
  }

  /**
   * Compares the totals with all organizations, unless a process has begun that within this time. It also counts the organizations
   * of an older version.
   */
  async compare(withinMs: number): Promise<void> {
    const { database } = this.#options;
    const tops = readInBatches<{ readonly id: string }>(batchSize, (last, max) =>
      database.query((sql) => topOrganizations(sql, { max, after: last?.id })),
    );
    for await (const organizations of tops)
      for (const { id } of organizations) if (await this.#begins(id, withinMs)) await this.#compareTenant(id);
  }

  async #compareTenant(tenantId: string): Promise<void> {
    const { database } = this.#options;
    const add = async (ids: readonly string[]) => {
      const { uncounted } = await this.#add(tenantId, ids);
      for (const id of uncounted) await this.#countEarlier(id, tenantId);
    };
    await add([tenantId]);
    const members = readInBatches<{ readonly id: string }>(batchSize, (last, max) =>
      database.query((sql) => subOrganizations(sql, tenantId, { max, after: last?.id })),
    );
    for await (const organizations of members) {
      if (this.#ending.signal.aborted) return;
      const start = performance.now();
      await add(organizations.map(({ id }) => id));
      // Others get at least half of the time.
      await this.#pause(performance.now() - start);
    }
  }

  /** Whether this process is the one that compares a tenant now. */
  async #begins(tenantId: string, withinMs: number): Promise<boolean> {
    const now = new Date();
    const { count } = await this.#options.database.transaction(
      (sql) => sql`
        insert into storage_totals ${sql({ organizationId: tenantId, bytes: 0, comparedAt: now })}
        on conflict (organization_id) do update set compared_at = excluded.compared_at
          where storage_totals.compared_at is null or storage_totals.compared_at < ${new Date(now.getTime() - withinMs)}`,
    );
    return count > 0;
  }

  /** Sets the shares of organizations in the total of their tenant to what they have stored. */
  async #add(tenantId: string, ids: readonly string[]): Promise<Added> {
    const { stored, total } = await this.#options.database.transaction(async (sql) => {
      const here = ofOrganization(sql, { id: tenantId });
      await sql`
        insert into storage_totals ${sql({ organizationId: tenantId, bytes: 0 })}
        on conflict (organization_id) do nothing`;
      // Under this lock the organizations are read no earlier than by whoever had it before.
      const [{ bytes: total }] = await sql<[{ bytes: bigint }]>`
        select bytes from storage_totals where ${here} for update`;
      const [stored, shares] = await Promise.all([
        storedByOrganizations(sql, ids).execute(),
        sql<{ memberId: string; bytes: bigint }[]>`
          select member_id, bytes from storage_shares where ${here} and member_id = any(${[...ids]}::uuid[])`,
      ]);
      const before = new Map(shares.map(({ memberId, bytes }) => [memberId, bytes]));
      const changed = stored.filter(({ organizationId, bytes }) => before.get(organizationId) !== bytes);
      if (changed.length === 0) return { stored, total };
      const rows = changed.map(({ organizationId: memberId, bytes }) => ({
        organizationId: tenantId,
        memberId,
        bytes,
      }));
      const difference = rows.reduce((sum, { memberId, bytes }) => sum + bytes - (before.get(memberId) ?? 0n), 0n);
      await Promise.all([
        sql`
          insert into storage_shares ${sql(rows)}
          on conflict (organization_id, member_id) do update set bytes = excluded.bytes`.execute(),
        sql`update storage_totals set bytes = bytes + ${difference} where ${here}`,
      ]);
      return { stored, total: total + difference };
    });
    const found = new Set(stored.map(({ organizationId }) => organizationId));
    return {
      missing: ids.filter((id) => !found.has(id)),
      uncounted: stored.filter(({ isCounted }) => !isCounted).map(({ organizationId }) => organizationId),
      total,
    };
  }

  #changedOf(tenantId: string): Map<string, number> {
    const known = this.#changed.get(tenantId) ?? new Map<string, number>();
    this.#changed.set(tenantId, known);
    return known;
  }

  /** Does a piece of work again and again. Of failures in a row, only the first is told. */
  async #always(ms: number, work: (isFirst: boolean) => Promise<void>): Promise<void> {
    let isFailing = false;
    for (let isFirst = true; !this.#ending.signal.aborted; isFirst = false) {
      try {
        await work(isFirst);
        isFailing = false;
      } catch (error) {
        if (!isFailing && !this.#ending.signal.aborted) this.#options.onError?.(error);
        isFailing = true;
      }
      await this.#pause(ms);
    }
  }

  /** Ends early when the service stops. */
  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { ref: false, signal: this.#ending.signal }).catch(() => {});
  }
}

const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, part) =>
    ids.slice(part * batchSize, (part + 1) * batchSize),
  );

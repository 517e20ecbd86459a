import type { Sql } from '../store/database.ts';

/** A recorded block. The block before the first one that was recorded has no hash. */
export interface Head {
  readonly number: bigint;
  readonly hash: string | null;
}

/** How far a chain was followed, for the process that has its lease. */
export interface ChainPosition {
  readonly caip2: string;
  /** The number of the lease. */
  readonly fence: bigint;
  readonly firstNumber: bigint | null;
  readonly headNumber: bigint | null;
  readonly headHash: string | null;
  readonly finalizedNumber: bigint | null;
}

/** What names a lease. */
export type Lease = Pick<ChainPosition, 'caip2' | 'fence'>;

/** Another process follows the chain now. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

const columns = (sql: Sql) =>
  sql(['caip2', 'fence', 'firstNumber', 'headNumber', 'headHash', 'finalizedNumber'] as const);

const later = (sql: Sql, leaseMs: number) => sql`now() + ${leaseMs} * interval '1 millisecond'`;

/** Makes the row of a chain that was never followed. */
export const addChain = (sql: Sql, caip2: string) => sql`
  insert into followed_chains (caip2, fence, lease_ends_at) values (${caip2}, 0, now()) on conflict do nothing`;

/** Takes the lease of a chain, if no process has it or the process that had it is late. */
export const takeLease = (sql: Sql, caip2: string, leaseMs: number) => sql<ChainPosition[]>`
  update followed_chains set fence = fence + 1, lease_ends_at = ${later(sql, leaseMs)}
  where caip2 = ${caip2} and lease_ends_at <= now()
  returning ${columns(sql)}`;

/** Extends a lease. It may have ended, as long as no other process has taken it. */
export const extendLease = (sql: Sql, { caip2, fence }: Lease, leaseMs: number) => sql<ChainPosition[]>`
  update followed_chains set lease_ends_at = ${later(sql, leaseMs)}
  where caip2 = ${caip2} and fence = ${fence}
  returning ${columns(sql)}`;

/** Ends a lease, so that another process can begin at once. */
export const endLease = (sql: Sql, { caip2, fence }: Lease) => sql`
  update followed_chains set lease_ends_at = now() where caip2 = ${caip2} and fence = ${fence}`;

/** The number of the newest final block, and whether the chain was followed at all. */
export const chainProgress = (sql: Sql, caip2: string) => sql<Pick<ChainPosition, 'headNumber' | 'finalizedNumber'>[]>`
  select head_number, finalized_number from followed_chains where caip2 = ${caip2}`;

interface Move {
  readonly lease: Lease;
  /** Where the chain was followed to. */
  readonly from: Head;
  readonly leaseMs: number;
}

/** Moves the head of a chain and extends the lease. Fails if another process has the lease. */
export async function moveHead(sql: Sql, { lease: { caip2, fence }, from, leaseMs }: Move, to: Head): Promise<void> {
  const { count } = await sql`
    update followed_chains
    set head_number = ${to.number}, head_hash = ${to.hash}, lease_ends_at = ${later(sql, leaseMs)}
    where caip2 = ${caip2} and fence = ${fence}
      and head_number = ${from.number} and head_hash is not distinct from ${from.hash}`;
  if (count !== 1) throw new LeaseLost();
}

/** Chooses the block to begin with. */
export async function setFirst(sql: Sql, { caip2, fence }: Lease, number: bigint): Promise<void> {
  const { count } = await sql`
    update followed_chains set first_number = ${number}, head_number = ${number - 1n}
    where caip2 = ${caip2} and fence = ${fence} and first_number is null`;
  if (count !== 1) throw new LeaseLost();
}

/** Moves the newest final block. */
export async function setFinalized(sql: Sql, { caip2, fence }: Lease, number: bigint): Promise<void> {
  const { count } = await sql`
    update followed_chains set finalized_number = ${number}
    where caip2 = ${caip2} and fence = ${fence} and coalesce(finalized_number < ${number}, true)`;
  if (count !== 1) throw new LeaseLost();
}

/** How many hashes of recorded blocks are kept: for an hour of the fastest chains. */
const mostHashes = 20_000n;

/** Adds the hashes of new blocks, and removes those that are too old to matter. */
export async function addHashes(sql: Sql, caip2: string, blocks: readonly { number: bigint; hash: string }[]) {
  const newest = blocks.at(-1)?.number ?? 0n;
  await Promise.all([
    sql`insert into followed_blocks ${sql(blocks.map(({ number, hash }) => ({ caip2, number, hash })))}`.execute(),
    sql`delete from followed_blocks where caip2 = ${caip2} and number <= ${newest - mostHashes}`.execute(),
  ]);
}

/** Removes the hashes of dropped blocks. */
export const removeHashesAbove = (sql: Sql, caip2: string, number: bigint) => sql`
  delete from followed_blocks where caip2 = ${caip2} and number > ${number}`;

/** Removes hashes that are no longer needed, since the chain cannot drop their blocks. */
export const removeHashesBelow = (sql: Sql, caip2: string, number: bigint) => sql`
  delete from followed_blocks where caip2 = ${caip2} and number < ${number}`;

/** The hash of a recorded block, if it is still kept. */
export async function hashOf(sql: Sql, caip2: string, number: bigint): Promise<string | undefined> {
  const [row] = await sql<{ hash: string }[]>`
    select hash from followed_blocks where caip2 = ${caip2} and number = ${number}`;
  return row?.hash;
}

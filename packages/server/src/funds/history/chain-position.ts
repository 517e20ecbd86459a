import type { Authenticated, RowMacs } from '../../core/authority/row-macs.ts';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { Sql } from '../../storage/store/database.ts';
import { followedChainsTable } from './followed-chains-table.ts';

/** A recorded block. The block before the first one that was recorded has no hash. */
export interface Head {
  readonly headNumber: bigint;
  readonly headHash: string | null;
}

/** How far a chain was followed, for the process that has its lease. */
export type ChainPosition = Authenticated<Omit<RowOf<typeof followedChainsTable>, 'leaseEndsAt'>>;

/** The position of a chain whose first block was chosen. */
export type BegunPosition = ChainPosition & Head & { readonly firstNumber: bigint };

/** What names a lease. */
export type Lease = Pick<ChainPosition, 'caip2' | 'fence'>;

/** Another process follows the chain now. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The columns that the MAC covers, besides the name of the chain. */
type Progress = Pick<ChainPosition, 'firstNumber' | 'headNumber' | 'headHash' | 'finalizedNumber'>;

const columns = (sql: Sql) =>
  sql(['caip2', 'fence', 'firstNumber', 'headNumber', 'headHash', 'finalizedNumber', 'mac'] as const);

const later = (sql: Sql, leaseMs: number) => sql`now() + ${leaseMs} * interval '1 millisecond'`;

/** Refuses a position that was changed outside of the service: it says which payments are final. */
function genuine(macs: RowMacs, caip2: string, rows: readonly ChainPosition[]): ChainPosition | undefined {
  const [position] = macs.genuine(followedChainsTable, rows, { caip2 });
  if (rows.length > 0 && !position)
    throw new TamperedError(`the position of the chain ${caip2} was changed outside of this service`);
  return position;
}

/** Makes the row of a chain that was never followed. */
export async function addChain(sql: Sql, macs: RowMacs, caip2: string): Promise<void> {
  const row = { caip2, firstNumber: null, headNumber: null, headHash: null, finalizedNumber: null };
  const mac = macs.macOf(followedChainsTable, row);
  await sql`
    insert into followed_chains (caip2, fence, lease_ends_at, mac) values (${caip2}, 0, now(), ${mac})
    on conflict do nothing`;
}

/** Takes the lease of a chain, if no process has it or the process that had it is late. */
export const takeLease = async (sql: Sql, macs: RowMacs, caip2: string, leaseMs: number) =>
  genuine(
    macs,
    caip2,
    await sql<ChainPosition[]>`
      update followed_chains set fence = fence + 1, lease_ends_at = ${later(sql, leaseMs)}
      where caip2 = ${caip2} and lease_ends_at <= now()
      returning ${columns(sql)}`,
  );

/** Extends a lease. It may have ended, as long as no other process has taken it. */
export const extendLease = async (sql: Sql, macs: RowMacs, { caip2, fence }: Lease, leaseMs: number) =>
  genuine(
    macs,
    caip2,
    await sql<ChainPosition[]>`
      update followed_chains set lease_ends_at = ${later(sql, leaseMs)}
      where caip2 = ${caip2} and fence = ${fence}
      returning ${columns(sql)}`,
  );

/** Ends a lease, so that another process can begin immediately. */
export const endLease = (sql: Sql, { caip2, fence }: Lease) => sql`
  update followed_chains set lease_ends_at = now() where caip2 = ${caip2} and fence = ${fence}`;

/** How far a chain was followed; undefined if it never was. */
export const readPosition = async (sql: Sql, macs: RowMacs, caip2: string) =>
  genuine(macs, caip2, await sql<ChainPosition[]>`select ${columns(sql)} from followed_chains where caip2 = ${caip2}`);

/** Writes a position, and extends the lease. Fails if another process has the lease. Returns the new position. */
export async function movePosition<Position extends ChainPosition, Changes extends Partial<Progress>>(
  sql: Sql,
  { macs, leaseMs }: { readonly macs: RowMacs; readonly leaseMs: number },
  position: Position,
  changes: Changes,
): Promise<Position & Changes> {
  const { caip2, fence } = position;
  const moved = { ...position, ...changes };
  const { firstNumber, headNumber, headHash, finalizedNumber } = moved;
  const mac = macs.macOf(followedChainsTable, moved, { isReadAgain: true });
  // Whoever has the lease has written the row last. The MAC stands for all its columns.
  const { count } = await sql`
    update followed_chains
    set ${sql({ firstNumber, headNumber, headHash, finalizedNumber, mac })}, lease_ends_at = ${later(sql, leaseMs)}
    where caip2 = ${caip2} and fence = ${fence} and mac = ${position.mac}`;
  if (count !== 1) throw new LeaseLost();
  return { ...moved, mac };
}

/** How many hashes of recorded blocks are kept: for an hour of the fastest chains. */
const maxHashes = 20_000n;

/** Adds the hashes of new blocks, and removes those that are too old to matter. */
export async function addHashes(sql: Sql, caip2: string, blocks: readonly { number: bigint; hash: string }[]) {
  const newest = blocks.at(-1)?.number ?? 0n;
  await Promise.all([
    sql`insert into followed_blocks ${sql(blocks.map(({ number, hash }) => ({ caip2, number, hash })))}`.execute(),
    sql`delete from followed_blocks where caip2 = ${caip2} and number <= ${newest - maxHashes}`.execute(),
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

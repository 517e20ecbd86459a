import type { ActivityContext, PrepareContext } from '../../core/handlers/implement.ts';
import { ActivityFailure, ApiError } from '../../core/model/api-error.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import { readOpenNonce, readUsedNonces } from './sent-transaction.ts';

/** An account on a chain. The address is in lower case. */
export interface ChainAccount {
  readonly caip2: string;
  readonly address: string;
}

/** How many transactions of an account a node has: those in blocks, and with those that wait. */
interface TransactionCounts {
  readonly mined: bigint;
  readonly pending: bigint;
}

/** How long an activity has its turn, unless it ends it. If it takes longer, another may take the turn, and its commit is refused. */
const turnSeconds = 10;
/** How often to look whether a turn has ended in another process. In this one, the next activity is told. */
const waitMs = 100;

const nameOf = (organizationId: string, { caip2, address }: ChainAccount) => `${organizationId} ${caip2} ${address}`;

/**
 * Takes the turn of an account, and returns its next nonce. Activities take turns because a nonce that was given away and then not
 * used would hold up all later transactions. A turn that is neither used nor ended, for example after a crash, ends by itself.
 *
 * The nonce of a transaction that no node took comes first, whatever the node counts: the node may have kept the transaction. With any
 * other nonce, lower or higher, both could be included.
 */
export async function takeNonceTurn(
  { change, organization, activityId, services, signal }: PrepareContext,
  account: ChainAccount,
  { mined, pending }: TransactionCounts,
): Promise<bigint> {
  const { caip2, address } = account;
  for (;;) {
    const nonce = await change(async (sql) => {
      // A turn that is over is ended by a statement of its own: the condition of an upsert may not call now() on a distributed database.
      const [, taken] = await Promise.all([
        sql`
          update nonce_turns set activity_id = null
          where ${ofOrganization(sql, organization)} and caip2 = ${caip2} and address = ${address} and ends_at < now()`.execute(),
        sql`
          insert into nonce_turns (organization_id, caip2, address, activity_id, ends_at)
          values (${organization.id}, ${caip2}, ${address}, ${activityId}, now() + ${turnSeconds} * interval '1 second')
          on conflict (organization_id, caip2, address)
            do update set activity_id = excluded.activity_id, ends_at = excluded.ends_at
            where nonce_turns.activity_id is null or nonce_turns.activity_id = excluded.activity_id
          returning activity_id`,
      ]);
      if (taken.length === 0) return undefined;
      const open = await readOpenNonce({ sql, organization }, account);
      if (open === undefined) return nextNonce(pending, await readUsedNonces({ sql, organization }, account, pending));
      if (open < mined) throw notFinal(account, open);
      return open;
    });
    if (nonce !== undefined) return nonce;
    await services.nonceLines.wait(nameOf(organization.id, account), { maxMs: waitMs, signal });
  }
}

/** A block has used the nonce of a transaction that no node took. Only a final block tells whether it was that transaction. */
const notFinal = ({ caip2 }: ChainAccount, nonce: bigint) =>
  new ActivityFailure(
    'RPC_CALL_ERROR',
    `${caip2}: no node accepted an earlier transaction with the nonce ${nonce}, and a block has used this nonce. Send again once the node shows the transaction that used it in a final block, or set a nonce`,
  );

/** The first of some adjacent free nonces after one that was taken: for further transactions in the same turn. */
export const followingNonce = (
  { read, organization }: PrepareContext,
  account: ChainAccount,
  nonce: bigint,
  count: number,
): Promise<bigint> =>
  read(async (sql) => {
    const context = { sql, organization };
    const start = nextNonce(nonce + 1n, await readUsedNonces(context, account, nonce + 1n), count);
    const open = await readOpenNonce(context, account, nonce + 1n);
    if (open !== undefined && open < start)
      throw new ActivityFailure(
        'INVALID_TRANSACTION',
        `no node accepted an earlier transaction with the nonce ${open}: send another one with this nonce first`,
      );
    return start;
  });

/** The first nonce that no transaction uses, nor any of those after it up to a count. */
function nextNonce(pending: bigint, used: readonly bigint[], count = 1): bigint {
  let next = pending;
  for (const nonce of used) if (nonce < next + BigInt(count)) next = nonce + 1n;
  return next;
}

/**
 * Ends a turn together with the commit that uses it. Refuses the commit if the turn was lost, if the nonce was used meanwhile by a
 * request that named it, or if an earlier transaction was refused meanwhile.
 */
export async function useNonceTurn(context: ActivityContext, account: ChainAccount, nonce: bigint): Promise<void> {
  const { sql, organization, activityId } = context;
  const { caip2, address } = account;
  const used = await sql`
    update nonce_turns set activity_id = null
    where ${ofOrganization(sql, organization)} and caip2 = ${caip2} and address = ${address} and activity_id = ${activityId}
    returning caip2`;
  const open = await readOpenNonce(context, account);
  if (used.length === 0 || (open !== undefined && open !== nonce)) throw new ApiError('CONCURRENT_CHANGE');
  await requireFreeNonce(context, account, nonce);
}

/** Refuses the commit if a request that named the nonce has used it meanwhile. */
export async function requireFreeNonce(context: ActivityContext, account: ChainAccount, nonce: bigint): Promise<void> {
  const [next] = await readUsedNonces(context, account, nonce);
  if (next === nonce) throw new ApiError('CONCURRENT_CHANGE');
}

/** Ends a turn if the commit did not, and tells the activity that waits for it. */
export async function endNonceTurn(
  { change, organization, activityId, services }: PrepareContext,
  account: ChainAccount,
): Promise<void> {
  const { caip2, address } = account;
  await change(
    (sql) => sql`
      update nonce_turns set activity_id = null
      where ${ofOrganization(sql, organization)} and caip2 = ${caip2} and address = ${address}
        and activity_id = ${activityId}`,
  );
  services.nonceLines.tell(nameOf(organization.id, account));
}

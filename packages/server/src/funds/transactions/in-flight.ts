import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { SignedTransaction } from './sent-transaction.ts';

/**
 * How many transactions of an account may be in flight: nodes keep about as many of one account. A transaction that replaces another
 * one, or that fills a gap in the nonces, does not wait behind the others, and may even end their wait: there may be twice as many
 * with these.
 */
const maxInFlight = 64;

/** Refuses a transaction if too many of its account are in flight. */
export async function requireRoom(
  { sql, organization }: Pick<RowsContext, 'sql' | 'organization'>,
  { caip2, address, nonce }: Pick<SignedTransaction, 'caip2' | 'address' | 'nonce'>,
): Promise<void> {
  const [{ count, last }] = await sql<[{ readonly count: number; readonly last: bigint | null }]>`
    select count(*)::int as count, max(nonce) as last from sent_transactions
    where ${ofOrganization(sql, organization)} and caip2 = ${caip2} and address = ${address}
      and status in ('INITIALIZED', 'BROADCASTING') and block_number is null`;
  const isLast = last === null || nonce > last;
  if (count >= (isLast ? maxInFlight : 2 * maxInFlight))
    throw new ApiError(
      'RESOURCE_LIMIT_EXCEEDED',
      `the account has ${count} transactions on ${caip2} that are not in a block yet`,
    );
}

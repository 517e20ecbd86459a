import type { ReadContext } from '../../core/handlers/implement.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { ChainTransactionRow } from './chain-transaction.ts';
import { chainTransactionsTable } from './chain-transactions-table.ts';
import type { TransactionPlace } from './transaction-cursor.ts';

interface Page {
  readonly caip2: string;
  readonly address: string;
  /** The page begins after this one, which is newer. */
  readonly after: TransactionPlace | undefined;
  /** The page ends before this one, which is older. */
  readonly before: TransactionPlace | undefined;
  readonly limit: number;
}

interface TransactionPage {
  readonly rows: readonly ChainTransactionRow[];
  /** The places of the first and the last row; undefined if the page is empty. */
  readonly start: TransactionPlace | undefined;
  readonly end: TransactionPlace | undefined;
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
}

/** The most transfers on a page, unless its first transaction alone has more: building the answer delays all other requests. */
const maxTransfers = 2_000;

/** Reads a page of the transactions of an address, newest first. A page with large transactions may be short. */
export async function readTransactions(
  { sql, organization, services: { macs } }: ReadContext,
  { caip2, address, after, before, limit }: Page,
): Promise<TransactionPage> {
  const ofList = sql`${ofOrganization(sql, organization)} and caip2 = ${caip2} and address = ${address}`;
  const place = sql`(block_number, transaction_index)`;
  const placeOf = ({ blockNumber, transactionIndex }: TransactionPlace) =>
    sql`(${blockNumber}::bigint, ${transactionIndex}::integer)`;
  // The page before a cursor consists of the nearest newer rows, so they are read oldest first.
  const isUpwards = before !== undefined && after === undefined;
  const newestFirst = sql`block_number desc, transaction_index desc`;
  const oldestFirst = sql`block_number, transaction_index`;
  const order = isUpwards ? oldestFirst : newestFirst;
  const found = await sql<(ChainTransactionRow & { total: bigint })[]>`
    with page as (
      select * from chain_transactions
      where ${ofList}
        ${after ? sql`and ${place} < ${placeOf(after)}` : sql``}
        ${before ? sql`and ${place} > ${placeOf(before)}` : sql``}
      order by ${order} limit ${limit}
    ), measured as (
      select *, sum(transfer_count) over (order by ${order}) as total from page
    )
    select * from measured where total <= ${maxTransfers} or total = transfer_count order by ${order}`;
  const rows = isUpwards ? found.toReversed() : found;
  const [start, end] = [rows.at(0), rows.at(-1)];
  // Beside an empty page is what its cursors name.
  const isThere = async (isNewer: boolean) => {
    const edge = isNewer ? (start ?? after) : (end ?? before);
    if (!edge) return false;
    const side = isNewer ? sql`>` : sql`<`;
    // In the order of the key: without an order PostgreSQL reads the whole table if there is no such row.
    const [row] = await sql`
      select from chain_transactions
      where ${ofList} and ${place} ${side}${start ? sql`` : sql`=`} ${placeOf(edge)}
      order by ${isNewer ? oldestFirst : newestFirst} limit 1`;
    return row !== undefined;
  };
  const [hasNewer, hasOlder] = await Promise.all([isThere(true), isThere(false)]);
  const genuine = macs.genuine(chainTransactionsTable, rows, { ...ownerColumns(organization), caip2, address });
  return { rows: genuine, start, end, hasNewer, hasOlder };
}

import { checksummed } from '@mintmark/chains/addresses';
import type { Authenticated, RowMacs } from '../../core/authority/row-macs.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { BlockContents, ContentsTransaction } from '../../delivery/adapters/evm/block-contents.ts';
import type { Sql } from '../../storage/store/database.ts';
import { chainTransactionsTable } from './chain-transactions-table.ts';

/** A transaction of one address of one organization. */
export type ChainTransactionRow = Authenticated<RowOf<typeof chainTransactionsTable>>;

/** The address of a wallet account, with its checksum, and an organization that has it. */
export interface ManagedAddress {
  readonly organizationId: string;
  readonly address: string;
}

/** Value that moved to or from the address of a row, as the row has it. */
export interface StoredTransfer {
  readonly direction: 'IN' | 'OUT';
  /** The contract of the token, or null for the native asset. */
  readonly token: string | null;
  readonly amount: string;
  readonly counterparty: string;
}

/** Who moved value or sent or got a transaction. */
export const partiesOf = ({ from, to, transfers }: ContentsTransaction): ReadonlySet<string> =>
  new Set([from, ...(to === null ? [] : [to]), ...transfers.flatMap((transfer) => [transfer.from, transfer.to])]);

/** The rows of a block: one for each transaction and each address of an organization that took part in it. */
export const rowsOf = (
  macs: RowMacs,
  caip2: string,
  block: BlockContents,
  managed: ReadonlyMap<string, readonly ManagedAddress[]>,
): ChainTransactionRow[] =>
  block.transactions.flatMap((transaction) =>
    [...partiesOf(transaction)].flatMap((party) =>
      (managed.get(party) ?? []).map(({ organizationId, address }) => {
        const transfers = transfersOf(transaction, party);
        const row = {
          organizationId,
          caip2,
          address,
          blockNumber: block.number,
          transactionIndex: transaction.index,
          transactionHash: transaction.hash,
          blockHash: block.hash,
          blockTime: block.time,
          sender: checksummed(transaction.from),
          recipient: transaction.to && checksummed(transaction.to),
          fee: String(transaction.fee),
          transfers: JSON.stringify(transfers),
          transferCount: transfers.length,
        };
        return { ...row, mac: macs.macOf(chainTransactionsTable, row) };
      }),
    ),
  );

const transfersOf = ({ transfers }: ContentsTransaction, party: string): StoredTransfer[] =>
  transfers.flatMap(({ token, from, to, amount }) => {
    const one = { token: token && checksummed(token), amount: String(amount) };
    return [
      ...(from === party ? [{ direction: 'OUT' as const, ...one, counterparty: checksummed(to) }] : []),
      // An account that pays itself did both.
      ...(to === party ? [{ direction: 'IN' as const, ...one, counterparty: checksummed(from) }] : []),
    ];
  });

/** The protocol limits how many values a statement has. */
const rowsPerStatement = 1_000;

export async function insertTransactions(sql: Sql, rows: readonly ChainTransactionRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += rowsPerStatement)
    await sql`insert into chain_transactions ${sql(rows.slice(first, first + rowsPerStatement))}`;
}

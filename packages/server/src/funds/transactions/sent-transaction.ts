import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ActivityContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { Sql, TransactionSql } from '../../storage/store/database.ts';
import { sentTransactionsTable } from './sent-transactions-table.ts';

type SentTransaction = RowOf<typeof sentTransactionsTable>;

/** A transaction that the service sends. */
export type SentTransactionRow = Authenticated<SentTransaction>;

/** What is known of a transaction when it is signed. */
export type SignedTransaction = Pick<SentTransaction, 'caip2' | 'address' | 'nonce' | 'hash' | 'raw'>;

/** Stores a signed transaction, which was not sent yet. */
export async function insertSentTransaction(
  { sql, organization, activityId, now, writer }: ActivityContext,
  signed: SignedTransaction,
  id: string,
): Promise<SentTransaction> {
  const row = {
    ...ownerColumns(organization),
    id,
    activityId,
    ...signed,
    status: 'INITIALIZED',
    releasedAt: null,
    blockNumber: null,
    blockHash: null,
    error: null,
    createdAt: now,
    updatedAt: now,
  } as const;
  await sql`insert into sent_transactions ${sql([writer.sealed(sentTransactionsTable, row)])}`;
  return row;
}

/** The transaction with this id, or a refusal. */
export async function requireSentTransaction(
  { sql, organization, services: { macs } }: RowsContext,
  id: string,
): Promise<SentTransactionRow> {
  const rows = await sql<SentTransactionRow[]>`
    select * from sent_transactions where ${ofOrganization(sql, organization)} and id = ${id}`;
  const [row] = macs.genuine(sentTransactionsTable, rows, { ...ownerColumns(organization), id });
  if (!row) throw new ApiError('RESOURCE_NOT_FOUND', 'this organization has not sent a transaction with this ID');
  return row;
}

/** The transactions with these ids, by their ids. */
export async function readSentTransactionsById(
  { sql, organization, services: { macs } }: RowsContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SentTransactionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<SentTransactionRow[]>`
    select * from sent_transactions where ${ofOrganization(sql, organization)} and id = any(${[...ids]}::uuid[])`;
  const genuine = macs.genuine(sentTransactionsTable, rows, { ...ownerColumns(organization), id: ids });
  return new Map(genuine.map((row) => [row.id, row]));
}

/** The transactions with these hashes on a chain. */
export async function readSentTransactions(
  { sql, organization, services: { macs } }: RowsContext,
  caip2: string,
  hashes: readonly string[],
): Promise<SentTransactionRow[]> {
  const rows = await sql<SentTransactionRow[]>`
    select * from sent_transactions
    where ${ofOrganization(sql, organization)} and caip2 = ${caip2} and hash = any(${hashes}::text[])`;
  return macs.genuine(sentTransactionsTable, rows, { ...ownerColumns(organization), caip2, hash: hashes });
}

/** The transaction with this id for a change: locks the row. Finds nothing if the row was changed outside of the service. */
export async function lockSentTransaction(
  { sql, organization, services: { macs } }: RowsContext & { readonly sql: TransactionSql },
  id: string,
): Promise<SentTransactionRow | undefined> {
  const rows = await sql<SentTransactionRow[]>`
    select * from sent_transactions where ${ofOrganization(sql, organization)} and id = ${id} for update`;
  return macs.genuine(sentTransactionsTable, rows, { ...ownerColumns(organization), id })[0];
}

/** What callers see of a status. */
export const shownStatus = ({ status }: Pick<SentTransaction, 'status'>) =>
  status === 'REFUSED' || status === 'DENIED' ? 'INITIALIZED' : status;

/** Whether no node has taken a transaction, as far as the nodes say. */
export const wasNeverTaken = ({ status }: Pick<SentTransaction, 'status'>): boolean =>
  shownStatus({ status }) === 'INITIALIZED';

/** Whether a transaction failed without being in a block. It cannot be included any more, and is never sent again. */
export const hasEndedUnsent = ({ status, blockHash }: SentTransactionRow): boolean =>
  status === 'FAILED' && blockHash === null;

/** What changes while a chain is watched. */
export type ChainState = Pick<SentTransaction, 'status' | 'blockNumber' | 'blockHash' | 'error'>;

/** Writes what a chain has of a transaction. */
export async function changeChainState(
  { sql, organization, services: { macs }, now }: RowsContext & { readonly sql: TransactionSql; readonly now: Date },
  row: SentTransactionRow,
  state: ChainState,
): Promise<void> {
  await writeChanges({ sql, organization, services: { macs } }, row, { ...state, updatedAt: now });
}

/** Changes columns of a row that was locked. */
export async function writeChanges(
  { sql, organization, services: { macs } }: RowsContext & { readonly sql: TransactionSql },
  row: SentTransactionRow,
  changes: Partial<ChainState & Pick<SentTransaction, 'releasedAt' | 'updatedAt'>>,
): Promise<void> {
  const mac = macs.macOf(sentTransactionsTable, { ...row, ...changes });
  await sql`
    update sent_transactions set ${sql({ ...changes, mac })}
    where ${ofOrganization(sql, organization)} and id = ${row.id}`;
}

type Account = Pick<SentTransaction, 'caip2' | 'address'>;

const ofAccount = ({ sql, organization }: Pick<RowsContext, 'sql' | 'organization'>, { caip2, address }: Account) =>
  sql`${ofOrganization(sql, organization)} and caip2 = ${caip2} and address = ${address}`;

/** Transactions that do not keep their nonce: the next one gets it. */
const leavesNonce = (sql: Sql) =>
  sql`(status in ('REFUSED', 'DENIED') or (status = 'FAILED' and block_number is null))`;

/** The nonces from this one on that transactions of an account use. */
export async function readUsedNonces(
  context: Pick<RowsContext, 'sql' | 'organization'>,
  account: Account,
  from: bigint,
): Promise<bigint[]> {
  const { sql } = context;
  const rows = await sql<{ readonly nonce: bigint }[]>`
    select distinct nonce from sent_transactions
    where ${ofAccount(context, account)} and nonce >= ${from} and not ${leavesNonce(sql)}
    order by nonce`;
  return rows.map(({ nonce }) => nonce);
}

/**
 * The first nonce from this one on that only transactions have which no node took. A node may have kept one of them. It cannot be
 * included beside another transaction with its nonce, so this nonce is used before any higher one.
 */
export async function readOpenNonce(
  context: Pick<RowsContext, 'sql' | 'organization'>,
  account: Account,
  from = 0n,
): Promise<bigint | undefined> {
  const { sql } = context;
  const [row] = await sql<{ readonly nonce: bigint }[]>`
    select nonce from sent_transactions
    where ${ofAccount(context, account)} and nonce >= ${from} and nonce = any(array(
      select nonce from sent_transactions where ${ofAccount(context, account)} and status in ('REFUSED', 'DENIED')
    ))
    group by nonce having bool_and(${leavesNonce(sql)}) order by nonce limit 1`;
  return row?.nonce;
}

/** The other transactions with the nonce of one that have not ended, for a change: locks their rows. */
export async function lockRivals(
  context: RowsContext & { readonly sql: TransactionSql },
  { id, caip2, address, nonce, hash }: SentTransactionRow,
): Promise<SentTransactionRow[]> {
  const { sql, organization, services } = context;
  const rows = await sql<SentTransactionRow[]>`
    select * from sent_transactions
    where ${ofAccount(context, { caip2, address })} and nonce = ${nonce} and id <> ${id} and hash <> ${hash}
      and not (status = 'FAILED' and block_number is null)
    order by id for update`;
  return services.macs.genuine(sentTransactionsTable, rows, { ...ownerColumns(organization), caip2, address, nonce });
}

/** Whether the nonce of a transaction was given to a later one. */
export async function isSuperseded(
  context: Pick<RowsContext, 'sql' | 'organization'>,
  { caip2, address, nonce, createdAt }: SentTransactionRow,
): Promise<boolean> {
  const { sql } = context;
  const later = await sql`
    select from sent_transactions
    where ${ofAccount(context, { caip2, address })} and nonce = ${nonce} and created_at > ${createdAt}
      and not (status = 'FAILED' and block_number is null)
    limit 1`;
  return later.length > 0;
}

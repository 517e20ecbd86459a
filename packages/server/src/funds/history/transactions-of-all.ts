import type { Organization } from '../../core/model/organization.ts';
import type { Sql } from '../../storage/store/database.ts';
import type { ChainTransactionRow, ManagedAddress } from './chain-transaction.ts';

/*
 * The statements about the accounts and transactions of all organizations. On a distributed database they go to all machines.
 */

/**
 * The wallet accounts of all organizations with one of these addresses, which are in lower case. Somebody who can write to the
 * database can add accounts here, but nobody can list the transactions of an account whose MAC is not valid.
 */
export const accountsWithAddresses = (sql: Sql, addresses: readonly string[]) => sql<ManagedAddress[]>`
  select distinct organization_id, address from wallet_accounts
  where address_format = 'ADDRESS_FORMAT_ETHEREUM' and lower(address) = any(${addresses}::text[])`;

/** Organizations with their parents. */
export const parentsOf = (sql: Sql, ids: readonly string[]) => sql<Pick<Organization, 'id' | 'parentId' | 'source'>[]>`
  select id, parent_id, source from organizations where id = any(${ids}::uuid[]) and deleted_at is null`;

/** Removes what was recorded from blocks that a chain has dropped. */
export const removeTransactionsAbove = (sql: Sql, caip2: string, number: bigint) => sql`
  delete from chain_transactions where caip2 = ${caip2} and block_number > ${number}`;

interface Blocks {
  readonly caip2: string;
  readonly after: bigint;
  readonly to: bigint;
}

/** The block of the first transaction after this many others, if there are that many. */
export const blockAfterTransactions = (sql: Sql, { caip2, after, to }: Blocks, count: number) => sql<
  Pick<ChainTransactionRow, 'blockNumber'>[]
>`
  select block_number from chain_transactions
  where caip2 = ${caip2} and block_number > ${after} and block_number <= ${to}
  order by block_number offset ${count} limit 1`;

/** What was recorded from a range of blocks, oldest first. */
export const transactionsOfBlocks = (sql: Sql, { caip2, after, to }: Blocks) => sql<ChainTransactionRow[]>`
  select * from chain_transactions
  where caip2 = ${caip2} and block_number > ${after} and block_number <= ${to}
  order by block_number, transaction_index, organization_id, address`;

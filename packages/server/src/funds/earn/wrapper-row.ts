import { checksummed } from '@mintmark/chains/addresses';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { readSentTransactionsById, type SentTransactionRow } from '../transactions/sent-transaction.ts';
import { earnWrappersTable } from './earn-wrappers-table.ts';

export type WrapperRow = Authenticated<RowOf<typeof earnWrappersTable>>;

/** A wrapper to be stored. */
export type NewWrapper = Omit<
  RowOf<typeof earnWrappersTable>,
  'organizationId' | 'depositsDisabled' | 'createdAt' | 'updatedAt'
>;

/** A wrapper with the transaction that deploys it, unless it was found on the chain. */
export interface Wrapper {
  readonly row: WrapperRow;
  readonly transaction: SentTransactionRow | undefined;
}

/** Whether the wrapper is on its chain. */
export const isDeployed = ({ row, transaction }: Wrapper): boolean =>
  row.deployTransactionId === null || transaction?.status === 'INCLUDED';

/** All wrappers that an organization deployed or tried to deploy, oldest first. */
export async function readWrappers(context: RowsContext): Promise<Wrapper[]> {
  const { sql, organization, services } = context;
  const rows = await sql<WrapperRow[]>`
    select * from earn_wrappers where ${ofOrganization(sql, organization)} order by created_at, address`;
  return await withTransactions(context, services.macs.genuine(earnWrappersTable, rows, ownerColumns(organization)));
}

async function withTransactions(context: RowsContext, rows: readonly WrapperRow[]): Promise<Wrapper[]> {
  const ids = rows.flatMap(({ deployTransactionId }) => deployTransactionId ?? []);
  const transactions = await readSentTransactionsById(context, ids);
  return rows.map((row) => ({ row, transaction: transactions.get(row.deployTransactionId ?? '') }));
}

/** A deployed wrapper of an organization, or a refusal. */
export async function requireWrapper(context: RowsContext, wrapperAddress: string): Promise<WrapperRow> {
  const { sql, organization, services } = context;
  const address = checksummed(wrapperAddress);
  const rows = await sql<WrapperRow[]>`
    select * from earn_wrappers where ${ofOrganization(sql, organization)} and address = ${address}`;
  const genuine = services.macs.genuine(earnWrappersTable, rows, { ...ownerColumns(organization), address });
  const [wrapper] = await withTransactions(context, genuine);
  if (!wrapper || !isDeployed(wrapper)) throw new ApiError('EARN_WRAPPER_NOT_FOUND');
  return wrapper.row;
}

/** Stores a wrapper, or how it is deployed now if an earlier deployment failed. Returns the id of its deployment. */
export async function putWrapper(context: ChangeContext, wrapper: NewWrapper): Promise<string> {
  const { sql, organization, now, writer, services } = context;
  const rows = await sql<WrapperRow[]>`
    select * from earn_wrappers where ${ofOrganization(sql, organization)} and address = ${wrapper.address}`;
  const { address } = wrapper;
  const [row] = services.macs.genuine(earnWrappersTable, rows, { ...ownerColumns(organization), address });
  if (row) {
    const { deployTransactionId } = wrapper;
    await writer.change(earnWrappersTable, [row], { deployTransactionId, updatedAt: now });
    return row.id;
  }
  const added = { ...ownerColumns(organization), ...wrapper, depositsDisabled: false, createdAt: now, updatedAt: now };
  await sql`insert into earn_wrappers ${sql([writer.sealed(earnWrappersTable, added)])}`;
  return added.id;
}

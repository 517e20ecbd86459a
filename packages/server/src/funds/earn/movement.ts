import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ActivityContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { requireSentTransaction } from '../transactions/sent-transaction.ts';
import { earnMovementsTable } from './earn-movements-table.ts';
import { type RequestStatus, requestStatus } from './request-status.ts';

type Movement = RowOf<typeof earnMovementsTable>;

/** Stores that an activity deposits or withdraws. Its transaction has the same id. */
export async function insertMovement(
  { sql, organization, activityId, now, writer }: ActivityContext,
  kind: Movement['kind'],
  wrapperAddress: string,
): Promise<void> {
  const row = { ...ownerColumns(organization), id: activityId, kind, wrapperAddress, createdAt: now };
  await sql`insert into earn_movements ${sql([writer.sealed(earnMovementsTable, row)])}`;
}

/** What became of a deposit or a withdrawal, or a refusal if the organization has none with this id. */
export async function requireMovementStatus(
  context: RowsContext,
  kind: Movement['kind'],
  requestId: string,
): Promise<RequestStatus> {
  const { sql, organization, services } = context;
  const id = requestId.toLowerCase();
  const rows = await sql<Authenticated<Movement>[]>`
    select * from earn_movements where ${ofOrganization(sql, organization)} and id = ${id}`;
  const [row] = services.macs.genuine(earnMovementsTable, rows, { ...ownerColumns(organization), id });
  if (row?.kind !== kind) throw new ApiError('RESOURCE_NOT_FOUND', `this organization has no ${kind} with this ID`);
  return requestStatus(await requireSentTransaction(context, id));
}

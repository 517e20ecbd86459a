import { activitiesTable } from '../../core/audit/activities-table.ts';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { hasEndedUnsent, readSentTransactions } from '../transactions/sent-transaction.ts';

/** A transaction that the service submitted for an organization. */
export interface OwnTransaction {
  readonly sponsored: boolean;
  /** The activity that submitted it. */
  readonly activityFingerprint?: string | undefined;
  readonly submittedAt: Date;
}

/** Finds which of these transactions the organization has submitted itself, by the hash of the transaction. */
export async function readOwnTransactions(
  context: RowsContext,
  caip2: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, OwnTransaction>> {
  const rows = hashes.length === 0 ? [] : await readSentTransactions(context, caip2, hashes);
  // The same bytes may have been refused, and sent again by another activity. The last one counts.
  const sent = rows
    .filter((row) => !hasEndedUnsent(row))
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  if (sent.length === 0) return new Map();
  const fingerprints = await readFingerprints(
    context,
    sent.map(({ activityId }) => activityId),
  );
  return new Map(
    sent.map(({ hash, activityId, createdAt }) => {
      const activityFingerprint = fingerprints.get(activityId);
      return [hash, { sponsored: false, activityFingerprint, submittedAt: createdAt }];
    }),
  );
}

type ActivityRow = Authenticated<RowOf<typeof activitiesTable>>;

/** The fingerprints of activities, by their ids. */
async function readFingerprints(
  { sql, organization, services: { macs } }: RowsContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  // All columns that the MAC covers, and no bodies.
  const rows = await sql<Omit<ActivityRow, 'body' | 'createdAt' | 'updatedAt'>[]>`
    select organization_id, id, type, status, fingerprint, result, failure, denied_user_id, approvals_since, mac
    from activities where ${ofOrganization(sql, organization)} and id = any(${ids}::uuid[])`;
  const genuine = macs.genuine(activitiesTable, rows, { ...ownerColumns(organization), id: ids });
  return new Map(genuine.map(({ id, fingerprint }) => [id, `sha256:${Buffer.from(fingerprint).toString('hex')}`]));
}

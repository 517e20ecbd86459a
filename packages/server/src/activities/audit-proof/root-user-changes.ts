import { activitiesTable } from '../../core/audit/activities-table.ts';
import type { Authenticated, RowMacs } from '../../core/authority/row-macs.ts';
import { activityTypes } from '../../core/handlers/activity-types.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import { storedParameters } from '../../core/requests/read-activity.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { allOrganizations } from '../../identity/organizations/across-organizations.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import type { Database, Sql } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';
import type { ActivityRow } from '../record/activity-row.ts';
import { hasItsBody } from '../record/activity-store.ts';
import { votesOn } from '../record/votes.ts';

/** A change of the contacts or credentials of a root user that this user has not approved. */
export interface RootUserChange {
  readonly organizationId: string;
  readonly userId: string;
  readonly activityId: string;
  readonly type: string;
  readonly at: string;
  /** The users who approved it. */
  readonly approvedBy: readonly string[];
}

/** The operations that change contacts or credentials of a user. Logins with a token of the user are not among them. */
const changing: readonly string[] = [
  'create_api_keys',
  'delete_api_keys',
  'create_authenticators',
  'delete_authenticators',
  'create_oauth_providers',
  'delete_oauth_providers',
  'create_read_write_session',
  'update_user',
  'update_user_email',
  'update_user_phone_number',
];
const types = [...activityTypes.values()].flatMap(({ unit, type }) => (changing.includes(unit.name) ? type : []));

/** The changes of the present root users of an organization that others made, oldest first. */
export async function rootUserChanges(sql: Sql, macs: RowMacs, organization: Organization): Promise<RootUserChange[]> {
  const here = ofOrganization(sql, organization);
  const rows = await sql<Authenticated<RowOf<typeof usersTable>>[]>`
    select * from users where ${here} and is_root and deleted_at is null`;
  const asked = { ...ownerColumns(organization), isRoot: true, deletedAt: null };
  const roots = new Set(macs.genuine(usersTable, rows, asked).map(({ id }) => id));
  const changes: RootUserChange[] = [];
  const batches = readInBatches<ActivityRow>(
    50,
    (last, size) => sql`
      select * from activities
      where ${here} and type = any(${types}::text[]) and status = 'ACTIVITY_STATUS_COMPLETED'
        ${last ? sql`and id > ${last.id}` : sql``}
      order by id limit ${size}`,
  );
  for await (const activities of batches) {
    // What was changed in the database is reported elsewhere, and may not even parse.
    const genuine = macs.genuine(activitiesTable, activities, ownerColumns(organization), { isReadAgain: false });
    const candidates = genuine.filter(hasItsBody).flatMap((activity) => {
      const userId = changedUserOf(activity);
      return userId !== undefined && roots.has(userId) ? [{ activity, userId }] : [];
    });
    const ids = candidates.map(({ activity }) => activity.id);
    const votes = Map.groupBy(await votesOn(sql, organization, ids), ({ activityId }) => activityId);
    for (const { activity, userId } of candidates) {
      const { id: activityId, type, updatedAt } = activity;
      const approvals = (votes.get(activityId) ?? []).filter(
        ({ selection }) => selection === 'VOTE_SELECTION_APPROVED',
      );
      const approvedBy = approvals.map((vote) => vote.userId);
      if (approvedBy.includes(userId)) continue;
      const at = updatedAt.toISOString();
      changes.push({ organizationId: organization.id, userId, activityId, type, at, approvedBy });
    }
  }
  return changes;
}

/** The user whose contacts or credentials an activity has changed. */
function changedUserOf(activity: ActivityRow): string | undefined {
  const name = activityTypes.get(activity.type)?.unit.name;
  const parameters = storedParameters(activity) as Readonly<Record<string, unknown>>;
  if (name === 'update_user' && !('userEmail' in parameters || 'userPhoneNumber' in parameters)) return undefined;
  // A session may name nobody, or an e-mail address; its result names the user.
  const named = name === 'create_read_write_session' ? JSON.parse(activity.result ?? '{}') : parameters;
  return typeof named.userId === 'string' ? named.userId.toLowerCase() : undefined;
}

/** The same for all organizations, as far as the time allows. */
export async function allRootUserChanges(
  database: Database,
  macs: RowMacs,
  { maxMs }: { readonly maxMs: number },
): Promise<{ readonly changes: readonly RootUserChange[]; readonly isComplete: boolean }> {
  const end = performance.now() + maxMs;
  const changes: RootUserChange[] = [];
  const batches = readInBatches<Organization>(100, (last, max) =>
    database.query(async (sql) => allOrganizations(sql, { max, after: last?.id })),
  );
  for await (const organizations of batches)
    for (const organization of organizations) {
      if (performance.now() > end) return { changes, isComplete: false };
      changes.push(...(await database.query((sql) => rootUserChanges(sql, macs, organization))));
    }
  return { changes, isComplete: true };
}

/** A change in words. */
export const changeText = ({ organizationId, userId, activityId, type, at, approvedBy }: RootUserChange): string =>
  `${organizationId}: root user ${userId} was changed by ${approvedBy.join(', ')} (${type}, activity ${activityId}, ${at})`;

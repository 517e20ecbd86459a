import type { Head } from '../../core/audit/audit-chain.ts';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { isOrganization, keyColumns } from '../../core/model/of-organization.ts';
import { tenantIdOf } from '../../core/model/organization.ts';
import { type AppProofRow, readAppProofs } from '../../custody/proofs/app-proof-row.ts';
import { type EndpointRow, gets, readEndpoints } from '../../delivery/webhooks/endpoint-row.ts';
import { readProxyUserId } from '../../identity/organizations/auth-proxy-row.ts';
import { type OrganizationRow, requireOrganization } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import { readUsers, type UserRow } from '../../identity/users/user-record.ts';
import type { ActivityRow, VoteRow } from '../record/activity-row.ts';
import { readHeadAndActivities } from '../record/activity-store.ts';
import { votesOn } from '../record/votes.ts';
import type { ActivityRequest } from './activity-request.ts';

/** What the decisions about some requests to an organization depend on. */
export interface State {
  readonly organization: OrganizationRow;
  /** The callers, and the users who voted on their activities, by id. */
  readonly users: ReadonlyMap<string, UserRow>;
  /** The parent and its users among the callers, if there are any. */
  readonly parent: { readonly organization: OrganizationRow; readonly users: ReadonlyMap<string, UserRow> } | undefined;
  /** The user that the sign-up proxy acts as, if a request may come from it. */
  readonly proxyUserId: string | undefined;
  /** The newest link of the audit chain. */
  readonly head: Head | undefined;
  /** How much the organization had stored; undefined while the rows of an older version are not counted. */
  readonly bytes: number | undefined;
  readonly known: KnownActivities;
  /** The webhook endpoints that get the activities, those of the parent included. Read only under the lock. */
  readonly endpoints: readonly EndpointRow[];
}

/** The existing activities that requests are about, with their votes and proofs. */
class KnownActivities {
  readonly #activities = new Map<string, ActivityRow>();
  readonly #votes = new Map<string, readonly VoteRow[]>();
  readonly #proofs = new Map<string, readonly AppProofRow[]>();

  find(fingerprint: Uint8Array): ActivityRow | undefined {
    return this.#activities.get(keyOf(fingerprint));
  }

  votesOn(activity: ActivityRow): readonly VoteRow[] {
    return this.#votes.get(activity.id) ?? [];
  }

  proofsOn(activity: ActivityRow): readonly AppProofRow[] {
    return this.#proofs.get(activity.id) ?? [];
  }

  /** Proofs are never replaced: these are added to those that are known. */
  set(activity: ActivityRow, votes: readonly VoteRow[], proofs: readonly AppProofRow[]): void {
    this.#activities.set(keyOf(activity.fingerprint), activity);
    this.#votes.set(activity.id, votes);
    if (proofs.length > 0) this.#proofs.set(activity.id, [...this.proofsOn(activity), ...proofs]);
  }
}

/** A fingerprint as the key of a map. */
export const keyOf = (fingerprint: Uint8Array) => Buffer.from(fingerprint).toString('base64');

/**
 * Reads the state of an organization.
 *
 * @param isLocked Whether to lock the organization for the rest of the transaction.
 */
export async function readState(
  { sql, services, organization: asked }: ReadContext,
  requests: readonly ActivityRequest[],
  { isLocked }: { readonly isLocked: boolean },
): Promise<State> {
  const { macs } = services;
  const isOwn = ({ caller }: ActivityRequest) => caller.organization.id === asked.id;
  const callers = requests.filter(isOwn).map(({ caller }) => caller.userId);
  const ofParent = requests.filter((request) => !isOwn(request)).map(({ caller }) => caller.userId);
  const mayBeOfProxy = requests.some((request) => 'execution' in request && request.execution.byProxy);
  // Sent together, run in order: the later statements see everything that was committed before the first one got its lock.
  // `execute` sends it first: otherwise the statements that the functions await would be sent before it.
  const [organizations, readCallers, { head, bytes, activities, hasEndpoints }, parent, proxyUserId, ofTop] =
    await Promise.all([
      sql<OrganizationRow[]>`
      select * from organizations
      where ${isOrganization(sql, asked)} and deleted_at is null
      ${isLocked ? sql`for no key update` : sql``}`.execute(),
      readUsers({ sql, services, organization: asked }, callers),
      readHeadAndActivities(
        sql,
        asked,
        requests.map(({ fingerprint }) => fingerprint),
      ),
      ofParent.length > 0 ? readParent({ sql, services, organization: asked }, ofParent) : undefined,
      mayBeOfProxy ? readProxyUserId({ sql, services, organization: { id: tenantIdOf(asked) } }) : undefined,
      isLocked && asked.parentId !== null
        ? readEndpoints({ sql, services, organization: { id: asked.parentId } })
        : undefined,
    ]);
  const [organization] = macs.genuine(organizationsTable, organizations, { ...keyColumns(asked), deletedAt: null });
  if (!organization) throw new ApiError('ORGANIZATION_NOT_FOUND');
  const users = new Map(readCallers.map((user) => [user.id, user]));
  const known = new KnownActivities();
  const fingerprints = new Set(requests.map(({ fingerprint }) => keyOf(fingerprint)));
  for (const { id, fingerprint } of activities)
    if (!fingerprints.has(keyOf(fingerprint)))
      throw new TamperedError(`the database returned activity ${id}, which was not requested`);
  if (activities.length > 0) {
    const ids = activities.map(({ id }) => id);
    const [readVotes, readProofs] = await Promise.all([
      votesOn(sql, asked, ids),
      readAppProofs({ sql, services, organization: asked }, ids),
    ]);
    const votes = Map.groupBy(readVotes, ({ activityId }) => activityId);
    const proofs = Map.groupBy(readProofs, ({ activityId }) => activityId);
    for (const activity of activities) known.set(activity, votes.get(activity.id) ?? [], proofs.get(activity.id) ?? []);
    const voters = [...votes.values()].flat().map(({ userId }) => userId);
    const others = voters.filter((id) => !users.has(id));
    if (others.length > 0)
      for (const user of await readUsers({ sql, services, organization: asked }, others)) users.set(user.id, user);
  }
  const own = isLocked && hasEndpoints ? await readEndpoints({ sql, services, organization: asked }) : [];
  const endpoints = [...own, ...(ofTop ?? [])].filter((endpoint) => gets(endpoint, 'ACTIVITY_UPDATES'));
  return { organization, users, parent, proxyUserId, head, bytes, known, endpoints };
}

/** The parent of an organization, with some of its users. */
async function readParent({ sql, services, organization }: ReadContext, userIds: readonly string[]) {
  const parent = { ...organization, id: tenantIdOf(organization), parentId: null };
  const context = { sql, services, organization: parent };
  const [row, users] = await Promise.all([requireOrganization(context), readUsers(context, userIds)]);
  return { organization: row, users: new Map(users.map((user) => [user.id, user])) };
}

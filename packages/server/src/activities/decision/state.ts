import type { Head } from '../../core/audit/audit-chain.ts';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { keyColumns } from '../../core/model/of-organization.ts';
import { tenantIdOf } from '../../core/model/organization.ts';
import type { Services } from '../../core/ports/services.ts';
import { readAppProofs } from '../../custody/proofs/app-proof-row.ts';
import { findRecipients, parentToAsk, type Recipients } from '../../delivery/webhooks/recipients.ts';
import { readProxyUserId } from '../../identity/organizations/auth-proxy-row.ts';
import { type OrganizationRow, requireOrganization } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import { readUsers, type UserRow } from '../../identity/users/user-record.ts';
import type { Sql } from '../../storage/store/database.ts';
import { votesOn } from '../record/votes.ts';
import { type Ask, type FoundRows, findRows } from './found-rows.ts';
import { KnownActivities, keyOf } from './known-activities.ts';

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
  /** Who gets the activities as events. Read only under the lock. */
  readonly recipients: Recipients;
}

/** How a state is read. */
export interface ReadStateOptions {
  /**
   * How the organizations are locked for the rest of the transaction: `wait` for each lock, or `skip` those that somebody else has
   * locked. Several are locked in the order of their ids, so that no two transactions wait for each other.
   */
  readonly lock?: 'wait' | 'skip' | undefined;
}

interface StatesContext extends Pick<ReadContext, 'sql'> {
  readonly services: Pick<Services, 'macs' | 'distribution' | 'listeners'>;
}

/** The state of an organization, or what is wrong with it. */
export type ReadState = PromiseSettledResult<State>;

/** Reads the states of several organizations of one tenant, by id. Those that could not be locked are missing. */
export async function readStates(
  context: StatesContext,
  asks: readonly Ask[],
  { lock }: ReadStateOptions = {},
): Promise<ReadonlyMap<string, ReadState>> {
  // Sent together, run in order: the later statements see everything that was committed before the first one got its locks.
  // `execute` sends it first: otherwise the statements that the functions await would be sent before it.
  const locked = lock && lockOrganizations(context.sql, asks, lock).execute();
  const [organizations, found, surroundings] = await Promise.all([
    locked,
    findRows(context, asks, { withOrganization: !lock, isDistributed: context.services.distribution.isDistributed }),
    Promise.allSettled(asks.map((ask) => readSurroundings(context, ask))),
  ]);
  const rowOf = new Map(organizations?.map((row) => [row.id, row]));
  const states = asks.map(async (ask, index) => {
    const { id } = ask.organization;
    const rows = found.get(id);
    const organization = lock ? rowOf.get(id) : rows?.organization;
    const around = surroundings[index] as PromiseSettledResult<Surroundings>;
    if (around.status === 'rejected') throw around.reason;
    return stateOf(context, ask, { organization, rows, surroundings: around.value, lock });
  });
  const settled = await Promise.allSettled(states);
  const isSkipped = ({ organization }: Ask) => lock === 'skip' && !rowOf.has(organization.id);
  return new Map(
    asks.flatMap((ask, index) => (isSkipped(ask) ? [] : [[ask.organization.id, settled[index] as ReadState] as const])),
  );
}

/** Reads the state of one organization. */
export async function readState(context: StatesContext, ask: Ask, options?: ReadStateOptions): Promise<State> {
  const read = (await readStates(context, [ask], options)).get(ask.organization.id);
  if (!read) throw new Error('an organization that is waited for is not skipped');
  if (read.status === 'rejected') throw read.reason;
  return read.value;
}

const lockOrganizations = (sql: Sql, asks: readonly Ask[], lock: 'wait' | 'skip') => {
  const ids = asks.map(({ organization }) => organization.id);
  const [id = '', ...others] = ids;
  return sql<OrganizationRow[]>`
    select * from organizations
    where ${others.length === 0 ? sql`id = ${id}` : sql`id = any(${ids}::uuid[])`} and deleted_at is null
    ${others.length === 0 ? sql`` : sql`order by id`}
    for no key update ${lock === 'skip' ? sql`skip locked` : sql``}`;
};

/** What some requests need besides the rows of their organization. */
interface Surroundings {
  readonly parent: State['parent'];
  readonly proxyUserId: string | undefined;
}

async function readSurroundings(
  { sql, services }: StatesContext,
  { organization, requests }: Ask,
): Promise<Surroundings> {
  const { id } = organization;
  const tenant = { ...organization, id: tenantIdOf(organization), parentId: null };
  const ofTenant = { sql, services, organization: tenant };
  const fromParent = requests.filter(({ caller }) => caller.organization.id !== id).map(({ caller }) => caller.userId);
  const mayBeOfProxy = requests.some((request) => 'execution' in request && request.execution.byProxy);
  const [parent, users, proxyUserId] = await Promise.all([
    fromParent.length > 0 ? requireOrganization(ofTenant) : undefined,
    fromParent.length > 0 ? readUsers(ofTenant, fromParent) : [],
    mayBeOfProxy ? readProxyUserId(ofTenant) : undefined,
  ]);
  return {
    parent: parent && { organization: parent, users: new Map(users.map((user) => [user.id, user])) },
    proxyUserId,
  };
}

interface ReadRows {
  readonly organization: OrganizationRow | undefined;
  readonly rows: FoundRows | undefined;
  readonly surroundings: Surroundings;
  readonly lock: ReadStateOptions['lock'];
}

async function stateOf(
  { sql, services }: StatesContext,
  { organization: asked, requests }: Ask,
  { organization: read, rows, surroundings, lock }: ReadRows,
): Promise<State> {
  const { macs } = services;
  const isAsked = { ...keyColumns(asked), deletedAt: null };
  const [organization] = read ? macs.genuine(organizationsTable, [read], isAsked) : [];
  if (!organization || !rows) throw new ApiError('ORGANIZATION_NOT_FOUND');
  const { head, bytes, activities, hasEndpoints } = rows;
  const { parent, proxyUserId } = surroundings;
  const users = new Map(rows.users().map((user) => [user.id, user]));
  const known = new KnownActivities();
  const fingerprints = new Set(requests.map(({ fingerprint }) => keyOf(fingerprint)));
  for (const { id, fingerprint } of activities)
    if (!fingerprints.has(keyOf(fingerprint)))
      throw new TamperedError(`the database returned activity ${id}, which was not requested`);
  const here = { sql, services, organization: asked };
  if (activities.length > 0) {
    const ids = activities.map(({ id }) => id);
    const [readVotes, readProofs] = await Promise.all([votesOn(sql, asked, ids), readAppProofs(here, ids)]);
    const votes = Map.groupBy(readVotes, ({ activityId }) => activityId);
    const proofs = Map.groupBy(readProofs, ({ activityId }) => activityId);
    for (const activity of activities) known.set(activity, votes.get(activity.id) ?? [], proofs.get(activity.id) ?? []);
    const voters = [...votes.values()].flat().map(({ userId }) => userId);
    const others = voters.filter((id) => !users.has(id));
    if (others.length > 0) for (const user of await readUsers(here, others)) users.set(user.id, user);
  }
  const recipients = lock ? await recipientsOf(here, hasEndpoints) : nobody;
  return { organization, users, parent, proxyUserId, head, bytes, known, recipients };
}

const nobody: Recipients = { endpoints: [], parentId: undefined };

const recipientsOf = async (
  context: StatesContext & Pick<ReadContext, 'organization'>,
  hasEndpoints: boolean,
): Promise<Recipients> =>
  hasEndpoints
    ? findRecipients(context, 'ACTIVITY_UPDATES')
    : { ...nobody, parentId: parentToAsk(context, 'ACTIVITY_UPDATES') };

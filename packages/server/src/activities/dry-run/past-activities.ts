import type { FindHandler, PolicyContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { tenantIdOf } from '../../core/model/organization.ts';
import { readStoredActivity } from '../../core/requests/read-activity.ts';
import type { ApiKeyRow } from '../../identity/credentials/api-key-record.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import type { AuthenticatorRow } from '../../identity/credentials/authenticator-record.ts';
import { authenticatorsTable } from '../../identity/credentials/authenticators-table.ts';
import { readProxyUserId } from '../../identity/organizations/auth-proxy-row.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { readUsers, type UserRow } from '../../identity/users/user-record.ts';
import type { ActivityRow, VoteRow } from '../record/activity-row.ts';
import { genuineActivities } from '../record/activity-store.ts';
import type { Approver } from '../record/voter.ts';
import { votesOn } from '../record/votes.ts';
import type { Question } from './ruling.ts';

/** The organization whose activities are asked about, as it is now. */
interface Home {
  readonly organization: OrganizationRow;
  /** The user that the sign-up proxy acts as. */
  readonly proxyUserId: string | undefined;
}

/** An activity of the past, and the question that it was when it was decided. */
export interface PastActivity {
  readonly row: ActivityRow;
  /** The user who submitted it, if that user still exists. */
  readonly user: UserRow | undefined;
  /** The question, or why it cannot be asked again. */
  readonly question: Question | string;
}

/** The user that the sign-up proxy acts as in an organization. */
export const readProxyUser = (context: PolicyContext, organization: OrganizationRow): Promise<string | undefined> =>
  readProxyUserId({ ...context, organization: { id: tenantIdOf(organization) } });

/** Some of the activities since a time, oldest first, after the one that was read last. */
export const activitiesSince = (
  { sql, organization }: Pick<PolicyContext, 'sql' | 'organization'>,
  since: Date,
  { last, max }: { readonly last: ActivityRow | undefined; readonly max: number },
) => sql<ActivityRow[]>`
  select * from activities
  where ${ofOrganization(sql, organization)} and created_at >= ${since}
    ${last ? sql`and (created_at, id) > (${last.createdAt}, ${last.id}::uuid)` : sql``}
  order by created_at, id limit ${max}`;

/** The activity with this id, if there is one. */
export const activityWithId = async (
  { sql, organization }: Pick<PolicyContext, 'sql' | 'organization'>,
  id: string,
): Promise<ActivityRow | undefined> => {
  const [row] = await sql<ActivityRow[]>`
    select * from activities where ${ofOrganization(sql, organization)} and id = ${id}`;
  return row;
};

/** Reads how activities were decided: by whom, and when. */
export async function readPastActivities(
  context: PolicyContext,
  home: Home,
  rows: readonly ActivityRow[],
  findHandler: FindHandler,
): Promise<PastActivity[]> {
  const { sql, services, organization } = context;
  const ids = rows.map(({ id }) => id);
  const votes = Map.groupBy(await votesOn(sql, organization, ids), ({ activityId }) => activityId);
  const users = await readVoters(context, rows, [...votes.values()].flat());
  const credentialIds = [...votes.values()].flat().map(({ credentialId }) => credentialId);
  const credentials = await readCredentials(context, [...new Set(credentialIds)]);
  const genuine = new Set(genuineActivities(services.macs, rows, organization).map(({ id }) => id));
  return rows.map((row) => {
    const approvers = approversOf(row, votes.get(row.id) ?? [], users, credentials);
    const user = approvers[0]?.user;
    if (!genuine.has(row.id)) return { row, user, question: 'it was changed outside of this service' };
    return { row, user, question: questionOf(row, votes.get(row.id) ?? [], approvers, home, findHandler) };
  });
}

/** Those who submitted activities and voted on them, if they still exist. */
async function readVoters(
  context: PolicyContext,
  rows: readonly ActivityRow[],
  votes: readonly VoteRow[],
): Promise<ReadonlyMap<string, UserRow>> {
  const ids = [...votes.map(({ userId }) => userId), ...rows.flatMap(({ deniedUserId }) => deniedUserId ?? [])];
  return new Map((await readUsers(context, [...new Set(ids)])).map((user) => [user.id, user]));
}

function questionOf(
  row: ActivityRow,
  votes: readonly VoteRow[],
  [submitter, ...others]: readonly Approver[],
  { organization, proxyUserId }: Home,
  findHandler: FindHandler,
): Question | string {
  if (!submitter) return 'the user who submitted it was deleted, or belongs to the parent organization';
  // Time policies are to be asked about the moment of the decision.
  const times = votes.filter(isApproval).map(({ createdAt }) => createdAt.getTime());
  const now = new Date(Math.max(row.createdAt.getTime(), ...times));
  try {
    const execution = readStoredActivity(row, findHandler);
    return { execution, organization, approvers: [submitter, ...others], proxyUserId, now };
  } catch (error) {
    if (error instanceof ApiError) return `this version cannot read it: ${error.message}`;
    throw error;
  }
}

const isApproval = ({ selection }: VoteRow) => selection === 'VOTE_SELECTION_APPROVED';

type CredentialRow = ApiKeyRow | AuthenticatorRow;

/** The users who approved an activity, the one who submitted it first. None if that user no longer exists. */
function approversOf(
  { deniedUserId }: ActivityRow,
  votes: readonly VoteRow[],
  users: ReadonlyMap<string, UserRow>,
  credentials: ReadonlyMap<string, CredentialRow>,
): Approver[] {
  const approver = (userId: string, credential: CredentialRow | undefined): Approver[] => {
    const user = users.get(userId);
    return user ? [{ user, credential, marks: () => ({}) }] : [];
  };
  // A denied submission is not a vote, and the credential is only in the audit log.
  const denied = deniedUserId === null ? [] : [deniedUserId];
  const approvals = votes.filter(isApproval);
  const submission = approvals.find(({ message }) => message === null) ?? approvals[0];
  const [submitterId] = [...denied, ...(submission ? [submission.userId] : [])];
  if (submitterId === undefined || !users.has(submitterId)) return [];
  const ofVote = ({ userId, credentialId }: VoteRow) => approver(userId, credentials.get(credentialId));
  const others = approvals.filter(({ userId }) => userId !== submitterId);
  const own = approvals.find(({ userId }) => userId === submitterId);
  return [...(own ? ofVote(own) : approver(submitterId, undefined)), ...others.flatMap(ofVote)];
}

/** Credentials by id, also those that have ended since: they are never removed. */
async function readCredentials(
  { sql, organization, services: { macs } }: PolicyContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CredentialRow>> {
  if (ids.length === 0) return new Map();
  const are = sql`${ofOrganization(sql, organization)} and id = any(${[...ids]}::uuid[])`;
  const asked = { ...ownerColumns(organization), id: ids };
  const keys = macs.genuine(apiKeysTable, await sql<ApiKeyRow[]>`select * from api_keys where ${are}`, asked);
  const passkeys = macs.genuine(
    authenticatorsTable,
    await sql<AuthenticatorRow[]>`select * from authenticators where ${are}`,
    asked,
  );
  return new Map([...keys, ...passkeys].map((row) => [row.id, row]));
}

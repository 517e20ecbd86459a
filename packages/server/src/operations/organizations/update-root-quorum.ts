import updateRootQuorum from '@mintmark/schema/operations/organizations/update-root-quorum';
import { type ActivityContext, implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { requireOrganization } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import { keepAccess } from '../../identity/users/access.ts';
import { requireChangeableUsers } from '../../identity/users/require-users.ts';
import { readUsers, type UserRow } from '../../identity/users/user-record.ts';
import { usersTable } from '../../identity/users/users-table.ts';

export default implement(updateRootQuorum, async (context, { threshold, userIds }) => {
  const { now: updatedAt, writer } = context;
  const ids = distinctIds(userIds);
  const [, users, organization] = await Promise.all([
    requireChangeableUsers(context, ids, 'quorum users missing'),
    readUsers(context),
    requireOrganization(context),
  ]);
  const [joining, leaving] = [
    users.filter(({ id, isRoot }) => !isRoot && ids.includes(id)),
    users.filter(({ id, isRoot }) => isRoot && !ids.includes(id)),
  ];
  if (joining.some((user) => hasChangedSince(user, context))) throw new ApiError('QUORUM_USER_CHANGED');
  const change = async () => {
    await writer.change(usersTable, joining, { isRoot: true, updatedAt });
    await writer.change(usersTable, leaving, { isRoot: false, updatedAt });
    await writer.change(organizationsTable, [organization], { rootThreshold: threshold, updatedAt });
  };
  await keepAccess(context, change, { min: 1 });
  return {};
});

/** Only the user can start these. */
const sessions = ['CREDENTIAL_TYPE_LOGIN', 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256'];

/**
 * Whether somebody has changed a user while the activity waited for approvals. Whoever may add credentials to users who are not root
 * could otherwise wait for one to become root.
 */
function hasChangedSince(
  { updatedAt, apiKeys, authenticators, oauthProviders }: UserRow,
  { submittedAt, now }: Pick<ActivityContext, 'submittedAt' | 'now'>,
): boolean {
  if (submittedAt >= now) return false;
  const keys = apiKeys.filter(({ type }) => !sessions.includes(type));
  const times = [updatedAt, ...[...keys, ...authenticators, ...oauthProviders].map(({ createdAt }) => createdAt)];
  return times.some((time) => time > submittedAt);
}

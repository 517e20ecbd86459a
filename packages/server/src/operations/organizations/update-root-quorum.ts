import updateRootQuorum from '@mintmark/schema/operations/organizations/update-root-quorum';
import { distinctIds } from '../../contract/ids.ts';
import { implement } from '../../contract/implement.ts';
import { requireOrganization } from '../../organizations/organization-row.ts';
import { keepAccess } from '../../users/access.ts';
import { requireChangeableUsers } from '../../users/require-users.ts';
import { readUsers } from '../../users/user-record.ts';

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
  const change = async () => {
    await writer.change('users', joining, { isRoot: true, updatedAt });
    await writer.change('users', leaving, { isRoot: false, updatedAt });
    await writer.change('organizations', [organization], { rootThreshold: threshold, updatedAt });
  };
  await keepAccess(context, change, { least: 1 });
  return {};
});

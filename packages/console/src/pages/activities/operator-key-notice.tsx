import { useQuery } from '../../data/use-query.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { UserName } from '../../ui/user-name.tsx';

/** Tells a root user which keys of the operator work now. Stands inside UserNames. */
export function OperatorKeyNotice() {
  const { shownOrganizationId, canChange, userId } = useSession();
  const { data } = useQuery(
    async (client, signal) => (await client.getOrganizationConfigs({}, { signal })).configs,
    [shownOrganizationId],
    { isWanted: canChange },
  );
  const keys = data?.operatorKeys?.filter(({ deletedAt }) => !deletedAt) ?? [];
  if (keys.length === 0 || !data?.quorum?.userIds.includes(userId)) return null;
  return (
    <Notice kind="warning">
      {keys.map((key) => (
        <p key={key.apiKeyId}>
          The operator of the service added a key to the root user <UserName id={key.userId} /> on{' '}
          <Time at={key.createdAt} />.
        </p>
      ))}
      <p>
        If none of you requested it, delete the key and review the activities since then.{' '}
        <a href={linkTo(shownOrganizationId, 'settings')}>See the settings</a>
      </p>
    </Notice>
  );
}

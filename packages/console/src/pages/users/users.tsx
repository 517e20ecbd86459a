import type { components } from '@mintmark/client';
import { useMemo, useState } from 'preact/hooks';
import { useQuery } from '../../data/use-query.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Field } from '../../ui/field.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import type { PageProps } from '../page-props.ts';
import { CreateUser } from './create-user.tsx';
import { RootQuorum } from './root-quorum.tsx';
import { UserDetail } from './user-detail.tsx';
import { UserTags } from './user-tags.tsx';
import { credentialWords, isFound } from './user-words.ts';

type User = components['schemas']['User'];

/** The users of the organization, their tags and the root quorum; or one user. */
export const Users = ({ id }: PageProps) => (id === undefined ? <AllUsers /> : <UserDetail id={id} />);

function AllUsers() {
  const { shownOrganizationId, canChange } = useSession();
  const [made, setMade] = useState('');
  const [search, setSearch] = useState('');
  const users = useQuery(
    async (client, signal) => (await client.listUsers({}, { signal })).users,
    [shownOrganizationId],
  );
  const tags = useQuery(
    async (client, signal) => (await client.listUserTags({}, { signal })).userTags,
    [shownOrganizationId],
  );
  const configs = useQuery(
    async (client, signal) => (await client.getOrganizationConfigs({}, { signal })).configs,
    [shownOrganizationId],
  );
  const reload = () => {
    users.reload();
    tags.reload();
    configs.reload();
  };

  const columns = useMemo<readonly Column<User>[]>(() => {
    const nameOf = new Map(tags.data?.map(({ tagId, tagName }) => [tagId, tagName]));
    const rootUsers = configs.data?.quorum?.userIds ?? [];
    return [
      {
        title: 'Name',
        cell: ({ userId, userName }) => (
          <>
            <a href={linkTo(shownOrganizationId, 'users', userId)}>{userName}</a>{' '}
            {rootUsers.includes(userId) && <span class="badge">root</span>}
          </>
        ),
      },
      { title: 'E-mail', cell: ({ userEmail }) => userEmail ?? '–', isMinor: true },
      { title: 'Tags', cell: ({ userTags }) => userTags.map((id) => nameOf.get(id) ?? id).join(', ') || '–' },
      { title: 'Signs in with', cell: credentialWords, isMinor: true },
      { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isMinor: true },
    ];
  }, [shownOrganizationId, tags.data, configs.data]);
  const found = useMemo(() => users.data?.filter((user) => isFound(user, search)), [users.data, search]);

  return (
    <Page
      title="Users"
      actions={
        canChange && (
          <DialogButton label="Create a user" isMain onChanged={reload}>
            {({ onClose, onChanged }) => (
              <CreateUser
                tags={tags.data ?? []}
                onClose={onClose}
                onCreated={(name) => {
                  setMade(`${name} was created.`);
                  onChanged();
                }}
              />
            )}
          </DialogButton>
        )
      }
    >
      {made && <Notice kind="good">{made}</Notice>}
      <Section title="All users">
        <div class="stack">
          {(users.data?.length ?? 0) > 8 && (
            <Field label="Search by name, e-mail address or id" value={search} onInput={setSearch} />
          )}
          <WholeList
            of={{ ...users, data: found }}
            label="Users"
            columns={columns}
            keyOf={({ userId }) => userId}
            empty={search ? 'No user found. Search for something else.' : 'There are no users yet. Create one.'}
          />
        </div>
      </Section>
      <UserTags tags={tags} users={users.data ?? []} onChanged={reload} />
      <RootQuorum configs={configs} users={users.data ?? []} onChanged={reload} />
    </Page>
  );
}

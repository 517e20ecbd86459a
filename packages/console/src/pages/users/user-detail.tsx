import { useState } from 'preact/hooks';
import { useQuery } from '../../data/use-query.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { DangerButton } from '../../ui/change.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { QueryNotice } from '../../ui/query-notice.tsx';
import { Time } from '../../ui/time.tsx';
import { EditUser, type Part } from './edit-user.tsx';
import { UserApiKeys } from './user-api-keys.tsx';
import { UserIdentities } from './user-identities.tsx';
import { UserPasskeys } from './user-passkeys.tsx';

/** One user: who it is, its tags and its credentials. */
export function UserDetail({ id }: { readonly id: string }) {
  const { shownOrganizationId, canChange, userId: ownId } = useSession();
  const [part, setPart] = useState<Part>();
  const query = useQuery(
    async (client, signal) => (await client.getUser({ userId: id }, { signal })).user,
    [shownOrganizationId, id],
  );
  const tags = useQuery(
    async (client, signal) => (await client.listUserTags({}, { signal })).userTags,
    [shownOrganizationId],
  );
  const configs = useQuery(
    async (client, signal) => (await client.getOrganizationConfigs({}, { signal })).configs,
    [shownOrganizationId],
  );
  const list = linkTo(shownOrganizationId, 'users');
  const { data: user, reload } = query;
  if (!user)
    return (
      <Page title="User">
        <QueryNotice of={query} />
        <p>
          <a href={list}>All users</a>
        </p>
      </Page>
    );

  const edit = (each: Part, words: string) =>
    canChange && (
      <button type="button" class="quiet" aria-label={words} onClick={() => setPart(each)}>
        Change
      </button>
    );
  const nameOf = new Map(tags.data?.map(({ tagId, tagName }) => [tagId, tagName]));
  const isRoot = configs.data?.quorum?.userIds.includes(id);
  return (
    <Page
      title={user.userName}
      actions={
        canChange && (
          <DangerButton
            label="Delete the user…"
            title="Delete a user"
            name={user.userName}
            work={(client) => client.deleteUsers({ userIds: [id] })}
            onCompleted={() => go(list)}
          >
            <p>
              All keys, passkeys and linked identities of <strong class="name">{user.userName}</strong> are deleted.
              Programs that use its API keys are refused immediately. This cannot be undone.
            </p>
            {isRoot && <p>This is a root user. Enough other root users must remain.</p>}
            {id === ownId && <p>This is you: you will be signed out.</p>}
          </DangerButton>
        )
      }
    >
      <p>
        <a href={list}>All users</a>
      </p>
      <QueryNotice of={query} />
      <Section title="About">
        <Facts
          rows={[
            ['Id', <Copyable key="id" value={id} label="user id" />],
            [
              'Name',
              <>
                {user.userName} {id === ownId && <span class="badge">you</span>}{' '}
                {isRoot && <span class="badge">root</span>} {edit('name', 'Change the name')}
              </>,
            ],
            [
              'E-mail address',
              <>
                {user.userEmail ?? '–'} {edit('email', 'Change the e-mail address')}
              </>,
            ],
            [
              'Phone number',
              <>
                {user.userPhoneNumber ?? '–'} {edit('phone', 'Change the phone number')}
              </>,
            ],
            [
              'Tags',
              <>
                {user.userTags.map((tag) => nameOf.get(tag) ?? tag).join(', ') || '–'} {edit('tags', 'Change the tags')}
              </>,
            ],
            ['Created', <Time key="created" at={user.createdAt} />],
            ['Changed', <Time key="changed" at={user.updatedAt} />],
          ]}
        />
      </Section>
      <UserApiKeys user={user} onChanged={reload} />
      <UserPasskeys user={user} onChanged={reload} />
      <UserIdentities user={user} onChanged={reload} />
      {part && (
        <EditUser
          key={part}
          {...{ user, part, tags: tags.data ?? [] }}
          onClose={() => setPart(undefined)}
          onSaved={() => {
            setPart(undefined);
            reload();
          }}
        />
      )}
    </Page>
  );
}

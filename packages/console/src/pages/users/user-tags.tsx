import type { components } from '@mintmark/client';
import { useMemo, useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import type { Query } from '../../data/use-query.ts';
import { useSession } from '../../session/session-context.ts';
import { ChangeDialog, DangerButton } from '../../ui/change.tsx';
import { Checks } from '../../ui/checks.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Field } from '../../ui/field.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Section } from '../../ui/page.tsx';
import { difference } from './user-words.ts';

type Tag = components['schemas']['Tag'];
type User = components['schemas']['User'];

interface UserTagsProps {
  readonly tags: Query<readonly Tag[]>;
  readonly users: readonly User[];
  readonly onChanged: () => void;
}

const membersOf = (users: readonly User[], tagId: string) => users.filter(({ userTags }) => userTags.includes(tagId));

/** The tags that group users, for policies. */
export function UserTags({ tags, users, onChanged }: UserTagsProps) {
  const { canChange } = useSession();
  const [edited, setEdited] = useState<Tag | 'new'>();
  const columns = useMemo<readonly Column<Tag>[]>(
    () => [
      { title: 'Tag', cell: ({ tagName }) => tagName },
      {
        title: 'Users',
        cell: ({ tagId }) =>
          membersOf(users, tagId)
            .map(({ userName }) => userName)
            .join(', ') || 'nobody',
      },
      { title: 'Id', cell: ({ tagId }) => <Copyable value={tagId} label="tag id" isShort />, isMinor: true },
      ...(canChange
        ? [
            {
              title: 'Change',
              cell: (tag: Tag) => (
                <div class="actions">
                  <button type="button" aria-label={`Change ${tag.tagName}`} onClick={() => setEdited(tag)}>
                    Change
                  </button>
                  <DangerButton
                    label="Delete…"
                    ariaLabel={`Delete ${tag.tagName}`}
                    title="Delete a user tag"
                    name={tag.tagName}
                    work={(client) => client.deleteUserTags({ userTagIds: [tag.tagId] })}
                    onCompleted={onChanged}
                  >
                    <p>Users with this tag, who lose it: {membersOf(users, tag.tagId).length}.</p>
                    <p>Policies that name the tag no longer match anyone through it.</p>
                  </DangerButton>
                </div>
              ),
            },
          ]
        : []),
    ],
    [users, canChange],
  );
  return (
    <Section title="User tags">
      <div class="stack">
        <WholeList
          of={tags}
          label="User tags"
          columns={columns}
          keyOf={({ tagId }) => tagId}
          empty="There are no tags. Create one to let policies refer to a group of users."
        />
        {canChange && (
          <div class="actions">
            <button type="button" onClick={() => setEdited('new')}>
              Create a tag
            </button>
          </div>
        )}
      </div>
      {edited && (
        <TagForm
          tag={edited === 'new' ? undefined : edited}
          users={users}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            onChanged();
          }}
        />
      )}
    </Section>
  );
}

interface TagFormProps {
  readonly tag: Tag | undefined;
  readonly users: readonly User[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function TagForm({ tag, users, onClose, onSaved }: TagFormProps) {
  const [before] = useState(() => (tag ? membersOf(users, tag.tagId).map(({ userId }) => userId) : []));
  const [name, setName] = useState(tag?.tagName ?? '');
  const [members, setMembers] = useState<readonly string[]>(before);
  const change = useChange<unknown>(onSaved);
  const tagName = name.trim();
  const { added, removed } = difference(before, members);
  return (
    <ChangeDialog
      title={tag ? 'Change a user tag' : 'Create a user tag'}
      action={tag ? 'Save' : 'Create'}
      of={change}
      isReady={tagName !== '' && (!tag || tagName !== tag.tagName || added.length + removed.length > 0)}
      onClose={onClose}
      onSubmit={() =>
        void change.submit((client) =>
          tag
            ? client.updateUserTag({
                userTagId: tag.tagId,
                ...(tagName !== tag.tagName && { newUserTagName: tagName }),
                addUserIds: added,
                removeUserIds: removed,
              })
            : client.createUserTag({ userTagName: tagName, userIds: [...members] }),
        )
      }
    >
      <Field label="Name" value={name} onInput={setName} max={256} isRequired />
      <Checks
        label="Users"
        options={users.map(({ userId, userName }) => [userId, userName])}
        chosen={members}
        onChange={setMembers}
      />
    </ChangeDialog>
  );
}

import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { useSession } from '../../session/session-context.ts';
import { ChangeDialog } from '../../ui/change.tsx';
import { Checks } from '../../ui/checks.tsx';
import { emptyUser, userOf } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';

interface CreateUserProps {
  readonly tags: readonly components['schemas']['Tag'][];
  readonly onClose: () => void;
  readonly onCreated: (name: string) => void;
}

/** The form for a new user. */
export function CreateUser({ tags, onClose, onCreated }: CreateUserProps) {
  const { organizationId } = useSession();
  const [draft, setDraft] = useState(emptyUser);
  const [userTags, setUserTags] = useState<readonly string[]>([]);
  const change = useChange(() => onCreated(draft.userName.trim()));
  const user = userOf(draft);
  return (
    <ChangeDialog
      title="Create a user"
      action="Create"
      of={change}
      isReady={user !== undefined}
      onClose={onClose}
      onSubmit={() => {
        if (user) void change.submit((client) => client.createUsers({ users: [{ ...user, userTags: [...userTags] }] }));
      }}
    >
      <UserFields draft={draft} onChange={setDraft} organizationId={organizationId} />
      <Checks
        label="Tags"
        options={tags.map(({ tagId, tagName }) => [tagId, tagName])}
        chosen={userTags}
        onChange={setUserTags}
        empty="There are no user tags. Policies use them to refer to groups of users."
      />
      <p class="hint">A user needs an API key, or an e-mail address or phone number to receive codes.</p>
    </ChangeDialog>
  );
}

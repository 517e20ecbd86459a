import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { ChangeDialog } from '../../ui/change.tsx';
import { Checks } from '../../ui/checks.tsx';
import { Field } from '../../ui/field.tsx';

/** The parts of a user that are changed one by one, because each is an operation that policies decide on. */
export type Part = 'name' | 'email' | 'phone' | 'tags';

interface EditUserProps {
  readonly user: components['schemas']['User'];
  readonly tags: readonly components['schemas']['Tag'][];
  readonly part: Part;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const titles: Readonly<Record<Part, string>> = {
  name: 'Change the name',
  email: 'Change the e-mail address',
  phone: 'Change the phone number',
  tags: 'Change the tags',
};

/** The form for one part of a user. */
export function EditUser({ user, tags, part, onClose, onSaved }: EditUserProps) {
  const [text, setText] = useState(
    { name: user.userName, email: user.userEmail, phone: user.userPhoneNumber, tags: '' }[part] ?? '',
  );
  const [userTagIds, setUserTagIds] = useState<readonly string[]>(user.userTags);
  const change = useChange<unknown>(onSaved);
  const { userId } = user;
  const submit = () => {
    const value = text.trim();
    void change.submit((client) => {
      switch (part) {
        case 'name':
          return client.updateUser({ userId, userName: value });
        case 'email':
          return client.updateUserEmail({ userId, userEmail: value });
        case 'phone':
          return client.updateUserPhoneNumber({ userId, userPhoneNumber: value.replaceAll(/[\s()-]/g, '') });
        case 'tags':
          return client.updateUser({ userId, userTagIds: [...userTagIds] });
      }
    });
  };
  return (
    <ChangeDialog
      title={titles[part]}
      action="Save"
      of={change}
      isReady={part !== 'name' || text.trim() !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      {part === 'name' && <Field label="Name" value={text} onInput={setText} max={256} isRequired />}
      {part === 'email' && (
        <Field
          label="E-mail address"
          type="email"
          value={text}
          onInput={setText}
          hint="Leave it empty to remove it. A new address counts as not verified."
        />
      )}
      {part === 'phone' && (
        <Field
          label="Phone number"
          type="tel"
          value={text}
          onInput={setText}
          hint="With the country: +4915112345678. Leave it empty to remove it. A new number counts as not verified."
        />
      )}
      {part === 'tags' && (
        <Checks
          label="Tags"
          options={tags.map(({ tagId, tagName }) => [tagId, tagName])}
          chosen={userTagIds}
          onChange={setUserTagIds}
          empty="There are no user tags. Create one on the page of all users."
        />
      )}
    </ChangeDialog>
  );
}

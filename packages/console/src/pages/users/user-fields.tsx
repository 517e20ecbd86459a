import { Field } from '../../ui/field.tsx';
import { ApiKeyFields } from './api-key-fields.tsx';
import type { UserDraft } from './user-draft.ts';

interface UserFieldsProps {
  readonly draft: UserDraft;
  readonly onChange: (draft: UserDraft) => void;
  readonly organizationId?: string | undefined;
}

/** The fields of a new user. */
export function UserFields({ draft, onChange, organizationId }: UserFieldsProps) {
  const set = (change: Partial<UserDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <Field
        label="Name"
        value={draft.userName}
        onInput={(userName) => set({ userName })}
        max={256}
        isRequired
        hint="People see it when they are asked to vote."
      />
      <Field
        label="E-mail address"
        type="email"
        value={draft.userEmail}
        onInput={(userEmail) => set({ userEmail })}
        hint="Optional. Sign-in codes are sent there."
      />
      <Field
        label="Phone number"
        type="tel"
        value={draft.userPhoneNumber}
        onInput={(userPhoneNumber) => set({ userPhoneNumber })}
        hint="Optional, with the country: +4915112345678."
      />
      <ApiKeyFields
        draft={draft.apiKey}
        onChange={(apiKey) => set({ apiKey })}
        organizationId={organizationId}
        isOptional
      />
    </>
  );
}

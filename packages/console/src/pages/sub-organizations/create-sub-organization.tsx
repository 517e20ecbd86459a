import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { ChangeDialog } from '../../ui/change.tsx';
import { Checks } from '../../ui/checks.tsx';
import { Check, Field } from '../../ui/field.tsx';
import { UserFields } from '../users/user-fields.tsx';
import { quorumProblem, quorumWords } from '../users/user-words.ts';
import {
  chainNames,
  emptySubOrganization,
  type SubOrganizationDraft,
  subOrganizationOf,
  withRootUser,
} from './sub-organization-draft.ts';

type Created = components['schemas']['CreateSubOrganizationResultV8'];

interface CreateSubOrganizationProps {
  readonly onClose: () => void;
  readonly onCreated: (created: Created) => void;
}

/** The form for a new sub-organization. */
export function CreateSubOrganization({ onClose, onCreated }: CreateSubOrganizationProps) {
  const [draft, setDraft] = useState(emptySubOrganization);
  const change = useChange<Created>(onCreated);
  const parameters = subOrganizationOf(draft);
  const set = (part: Partial<SubOrganizationDraft>) => setDraft({ ...draft, ...part });
  const { rootUsers, threshold } = draft;
  return (
    <ChangeDialog
      title="Create a sub-organization"
      action="Create"
      of={change}
      isReady={parameters !== undefined}
      onClose={onClose}
      onSubmit={() => {
        if (parameters) void change.submit((client) => client.createSubOrganization(parameters));
      }}
    >
      <Field
        label="Name of the sub-organization"
        value={draft.name}
        onInput={(name) => set({ name })}
        max={256}
        hint="You can view it and find it by this name. Only its own users can change it."
      />
      {rootUsers.map((user, index) => (
        <fieldset key={user.key}>
          <legend>Root user {index + 1}</legend>
          <UserFields
            draft={user}
            onChange={(changed) =>
              set({ rootUsers: rootUsers.map((each) => (each === user ? { ...changed, key: user.key } : each)) })
            }
          />
          {rootUsers.length > 1 && (
            <div class="actions">
              <button type="button" onClick={() => set({ rootUsers: rootUsers.filter((each) => each !== user) })}>
                Remove root user {index + 1}
              </button>
            </div>
          )}
        </fieldset>
      ))}
      <div class="actions">
        <button type="button" onClick={() => setDraft(withRootUser(draft))}>
          Add a root user
        </button>
      </div>
      <Field
        label="How many root users must approve"
        type="number"
        value={threshold}
        onInput={(value) => set({ threshold: value })}
        isRequired
        hint={quorumProblem(Number(threshold), rootUsers.length) ?? quorumWords(Number(threshold), rootUsers.length)}
      />
      <Check label="Create a wallet in it" isOn={draft.hasWallet} onChange={(hasWallet) => set({ hasWallet })} />
      {draft.hasWallet && (
        <>
          <Field
            label="Name of the wallet"
            value={draft.walletName}
            onInput={(walletName) => set({ walletName })}
            max={256}
            isRequired
          />
          <Checks
            label="First account for"
            options={chainNames}
            chosen={draft.chains}
            onChange={(chains) => set({ chains })}
          />
        </>
      )}
    </ChangeDialog>
  );
}

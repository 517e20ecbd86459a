import type { components } from '@mintmark/client';
import { createPasskey, type Passkey } from '@mintmark/stamper';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { useSession } from '../../session/session-context.ts';
import { ChangeDialog, DangerButton } from '../../ui/change.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Field } from '../../ui/field.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import type { CredentialsProps } from './user-api-keys.tsx';

type Authenticator = components['schemas']['Authenticator'];

/** The passkeys of a user. Only the user can add one: the passkey is made on the user's own device. */
export function UserPasskeys({ user, onChanged }: CredentialsProps) {
  const { canChange, userId: ownId } = useSession();
  const isOwn = user.userId === ownId;
  const columns = useMemo<readonly Column<Authenticator>[]>(
    () => [
      { title: 'Name', cell: ({ authenticatorName }) => authenticatorName },
      { title: 'Model', cell: ({ model }) => model, isMinor: true },
      { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isMinor: true },
      ...(canChange
        ? [
            {
              title: 'Change',
              cell: ({ authenticatorId, authenticatorName }: Authenticator) => (
                <DangerButton
                  label="Delete…"
                  ariaLabel={`Delete ${authenticatorName}`}
                  title="Delete a passkey"
                  name={authenticatorName}
                  work={(client) =>
                    client.deleteAuthenticators({ userId: user.userId, authenticatorIds: [authenticatorId] })
                  }
                  onCompleted={onChanged}
                >
                  <p>This passkey can no longer be used to sign in. This cannot be undone.</p>
                </DangerButton>
              ),
            },
          ]
        : []),
    ],
    [canChange, user.userId, onChanged],
  );
  return (
    <Section title="Passkeys">
      <div class="stack">
        <WholeList
          of={{ data: user.authenticators, failure: undefined, isLoading: false, reload: onChanged }}
          label="Passkeys"
          columns={columns}
          keyOf={({ authenticatorId }) => authenticatorId}
          empty={
            isOwn
              ? 'You have no passkey. Add one to sign in without a key file.'
              : 'There is no passkey. Users add their own when they are signed in.'
          }
        />
        {canChange && isOwn && (
          <div class="actions">
            <DialogButton label="Add a passkey" onChanged={onChanged}>
              {(dialog) => <AddPasskey user={user} {...dialog} />}
            </DialogButton>
          </div>
        )}
      </div>
    </Section>
  );
}

function AddPasskey({ user, onChanged, onClose }: CredentialsProps & { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const made = useRef<Passkey | undefined>(undefined);
  const change = useChange<unknown>(onChanged);
  const { userId, userName, userEmail, authenticators } = user;
  return (
    <ChangeDialog
      title="Add a passkey"
      action="Create the passkey"
      of={change}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onSubmit={() =>
        void change.submit(async (client) => {
          // After a failure the same passkey is registered: the device should not keep one that nobody knows.
          made.current ??= await createPasskey({
            rp: { name: 'Mintmark console' },
            user: { name: userEmail ?? userName, displayName: userName },
            excludeCredentials: authenticators,
          });
          const passkey = { ...made.current, authenticatorName: name.trim() };
          return client.createAuthenticators({ userId, authenticators: [passkey] });
        })
      }
    >
      <Field
        label="Name of the passkey"
        value={name}
        onInput={setName}
        max={256}
        isRequired
        placeholder="My laptop"
        hint={`It is bound to ${location.hostname}, and works only there.`}
      />
    </ChangeDialog>
  );
}

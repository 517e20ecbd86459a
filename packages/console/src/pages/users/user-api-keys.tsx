import type { components } from '@mintmark/client';
import { useMemo, useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { useSession } from '../../session/session-context.ts';
import { ChangeDialog, DangerButton } from '../../ui/change.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { apiKeysOf, emptyApiKey } from './api-key-draft.ts';
import { ApiKeyFields } from './api-key-fields.tsx';
import { expiryOf, keyKind } from './user-words.ts';

type ApiKey = components['schemas']['ApiKey'];

/** What each part of the credentials of a user gets. */
export interface CredentialsProps {
  readonly user: components['schemas']['User'];
  readonly onChanged: () => void;
}

/** The API keys of a user, with the keys of its sessions. */
export function UserApiKeys({ user, onChanged }: CredentialsProps) {
  const { canChange } = useSession();
  const columns = useMemo<readonly Column<ApiKey>[]>(
    () => [
      { title: 'Name', cell: ({ apiKeyName }) => apiKeyName },
      { title: 'Kind', cell: keyKind, isMinor: true },
      {
        title: 'Public key',
        cell: ({ credential }) => <Copyable value={credential.publicKey} label="public key" isShort />,
        isMinor: true,
      },
      { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isMinor: true },
      { title: 'Expires', cell: (key) => (expiryOf(key) ? <Time at={expiryOf(key)} /> : 'never') },
      ...(canChange
        ? [
            {
              title: 'Change',
              cell: ({ apiKeyId, apiKeyName }: ApiKey) => (
                <DangerButton
                  label="Delete…"
                  ariaLabel={`Delete ${apiKeyName}`}
                  title="Delete an API key"
                  name={apiKeyName}
                  work={(client) => client.deleteApiKeys({ userId: user.userId, apiKeyIds: [apiKeyId] })}
                  onCompleted={onChanged}
                >
                  <p>Requests with this key are refused immediately. This cannot be undone.</p>
                  <p>If you are signed in with it, you are signed out.</p>
                </DangerButton>
              ),
            },
          ]
        : []),
    ],
    [canChange, user.userId, onChanged],
  );
  return (
    <Section title="API keys and sessions">
      <div class="stack">
        <WholeList
          of={{ data: user.apiKeys, failure: undefined, isLoading: false, reload: onChanged }}
          label="API keys and sessions"
          columns={columns}
          keyOf={({ apiKeyId }) => apiKeyId}
          empty="There is no API key. Add one to let a program act as this user."
        />
        {canChange && (
          <div class="actions">
            <DialogButton label="Add an API key" onChanged={onChanged}>
              {(dialog) => <AddApiKey user={user} {...dialog} />}
            </DialogButton>
          </div>
        )}
      </div>
    </Section>
  );
}

function AddApiKey({ user, onChanged, onClose }: CredentialsProps & { readonly onClose: () => void }) {
  const { organizationId } = useSession();
  const [draft, setDraft] = useState(() => emptyApiKey('made'));
  const change = useChange<unknown>(onChanged);
  const apiKeys = apiKeysOf(draft);
  return (
    <ChangeDialog
      title="Add an API key"
      action="Add"
      of={change}
      isReady={apiKeys !== undefined}
      onClose={onClose}
      onSubmit={() => {
        if (apiKeys) void change.submit((client) => client.createApiKeys({ userId: user.userId, apiKeys }));
      }}
    >
      <ApiKeyFields draft={draft} onChange={setDraft} organizationId={organizationId} />
    </ChangeDialog>
  );
}

import { useState } from 'preact/hooks';
import { useSession } from '../../session/session-context.ts';
import { DangerButton } from '../../ui/change.tsx';
import { Check } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';

/** Deletes the organization of the user, if it is a sub-organization. Its parent cannot. */
export function DeleteSubOrganization() {
  const { organizationId, organizationName, signOut } = useSession();
  const [isWithoutExport, setIsWithoutExport] = useState(false);
  return (
    <Section title="Delete this sub-organization">
      <div class="stack">
        <p>
          If <strong class="name">{organizationName || organizationId}</strong> is itself a sub-organization, its root
          users can delete it. A parent organization cannot be deleted.
        </p>
        <div class="actions">
          <DangerButton
            label="Delete this sub-organization…"
            title="Delete this sub-organization"
            name={organizationName || organizationId}
            work={(client) => client.deleteSubOrganization({ deleteWithoutExport: isWithoutExport })}
            onCompleted={signOut}
          >
            <p>
              All wallets, private keys, users and policies of{' '}
              <strong class="name">{organizationName || organizationId}</strong> are deleted, and you are signed out.
              This cannot be undone.
            </p>
            <p>The deletion is refused if a wallet or private key was never exported, unless you allow it here.</p>
            <Check
              label="Delete wallets and private keys that were never exported. What they hold is permanently lost."
              isOn={isWithoutExport}
              onChange={setIsWithoutExport}
            />
          </DangerButton>
        </div>
      </div>
    </Section>
  );
}

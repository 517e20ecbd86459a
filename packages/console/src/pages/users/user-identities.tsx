import type { components } from '@mintmark/client';
import { useMemo } from 'preact/hooks';
import { useSession } from '../../session/session-context.ts';
import { DangerButton } from '../../ui/change.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Section } from '../../ui/page.tsx';
import type { CredentialsProps } from './user-api-keys.tsx';

type OauthProvider = components['schemas']['OauthProvider'];

/** The OpenID Connect identities of a user. */
export function UserIdentities({ user, onChanged }: CredentialsProps) {
  const { canChange } = useSession();
  const columns = useMemo<readonly Column<OauthProvider>[]>(
    () => [
      { title: 'Provider', cell: ({ providerName }) => providerName },
      { title: 'Issuer', cell: ({ issuer }) => issuer },
      { title: 'Subject', cell: ({ subject }) => subject, isMinor: true },
      { title: 'Audience', cell: ({ audience }) => audience, isMinor: true },
      ...(canChange
        ? [
            {
              title: 'Change',
              cell: ({ providerId, providerName }: OauthProvider) => (
                <DangerButton
                  label="Unlink…"
                  ariaLabel={`Unlink ${providerName}`}
                  title="Unlink an identity"
                  name={providerName}
                  work={(client) => client.deleteOauthProviders({ userId: user.userId, providerIds: [providerId] })}
                  onCompleted={onChanged}
                >
                  <p>The user can no longer sign in with this identity.</p>
                </DangerButton>
              ),
            },
          ]
        : []),
    ],
    [canChange, user.userId, onChanged],
  );
  return (
    <Section title="Linked identities">
      <WholeList
        of={{ data: user.oauthProviders, failure: undefined, isLoading: false, reload: onChanged }}
        label="Linked identities"
        columns={columns}
        keyOf={({ providerId }) => providerId}
        empty="No identity of another service is linked. Users link theirs in your application."
      />
    </Section>
  );
}

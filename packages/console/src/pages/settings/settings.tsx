import { useQuery } from '../../data/use-query.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { quorumWords } from '../users/user-words.ts';
import { AuditHead } from './audit-head.tsx';
import { AuthProxy } from './auth-proxy.tsx';
import { BootProof } from './boot-proof.tsx';
import { Features } from './features.tsx';
import { OperatorKeys } from './operator-keys.tsx';
import { SignInLink } from './sign-in-link.tsx';

/** What holds for the whole organization. */
export function Settings() {
  const { shownOrganizationId, canChange, organizationName } = useSession();
  const quorum = useQuery(
    async (client, signal) => (await client.getOrganizationConfigs({}, { signal })).configs.quorum,
    [shownOrganizationId],
  );
  const proxy = useQuery(
    async (client, signal) => (await client.getAuthProxyConfig({}, { signal })).authProxyConfig,
    [shownOrganizationId],
  );
  const isProxyOn = !proxy.failure;
  return (
    <Page title="Settings">
      <Section title="Organization">
        <Facts
          rows={[
            canChange && ['Name', organizationName],
            ['Id', <Copyable key="id" value={shownOrganizationId} label="organization id" />],
            quorum.data && [
              'Root quorum',
              <>
                {quorumWords(quorum.data.threshold, quorum.data.userIds.length)}{' '}
                <a href={linkTo(shownOrganizationId, 'users')}>See the root users</a>
              </>,
            ],
          ]}
        />
      </Section>
      <SignInLink authProxyConfigId={isProxyOn ? proxy.data?.configId : undefined} />
      <Features onChanged={proxy.reload} />
      <AuthProxy config={proxy} onChanged={proxy.reload} />
      <OperatorKeys />
      <AuditHead />
      <BootProof />
    </Page>
  );
}

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
import { storageWords } from './storage-words.ts';

/** What holds for the whole organization. */
export function Settings() {
  const { shownOrganizationId, canChange, organizationName } = useSession();
  const configs = useQuery(
    async (client, signal) => (await client.getOrganizationConfigs({}, { signal })).configs,
    [shownOrganizationId],
  );
  const proxy = useQuery(
    async (client, signal) => (await client.getAuthProxyConfig({}, { signal })).authProxyConfig,
    [shownOrganizationId],
  );
  const isProxyOn = !proxy.failure;
  const { quorum, storage } = configs.data ?? {};
  return (
    <Page title="Settings">
      <Section title="Organization">
        <Facts
          rows={[
            canChange && ['Name', organizationName],
            ['Id', <Copyable key="id" value={shownOrganizationId} label="organization id" />],
            quorum && [
              'Root quorum',
              <>
                {quorumWords(quorum.threshold, quorum.userIds.length)}{' '}
                <a href={linkTo(shownOrganizationId, 'users')}>See the root users</a>
              </>,
            ],
            storage && ['Storage', storageWords(storage)],
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

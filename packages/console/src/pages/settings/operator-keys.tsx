import type { components } from '@mintmark/client';
import { useQuery } from '../../data/use-query.ts';
import { UserNames } from '../../data/user-names.tsx';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { UserName } from '../../ui/user-name.tsx';

type OperatorKey = components['schemas']['OperatorKey'];

const columns: readonly Column<OperatorKey>[] = [
  { title: 'Root user', cell: ({ userId }) => <UserName id={userId} /> },
  {
    title: 'Public key',
    cell: ({ credential }) => <Copyable value={credential.publicKey} label="public key" isShort />,
  },
  { title: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Deleted', cell: ({ deletedAt }) => (deletedAt ? <Time at={deletedAt} /> : 'no, it works') },
];

/** The keys that the operator of the service added to root users. */
export function OperatorKeys() {
  const { shownOrganizationId } = useSession();
  const keys = useQuery(
    async (client, signal) => (await client.getOrganizationConfigs({}, { signal })).configs.operatorKeys ?? [],
    [shownOrganizationId],
  );
  return (
    <Section title="Keys added by the operator">
      <div class="stack">
        <p>
          The operator of the service can add a key to a root user who lost theirs, with{' '}
          <code>mintmark root add-key</code>. Nobody in the organization approves it. All root users with an e-mail
          address get a mail.
        </p>
        <UserNames>
          <WholeList
            of={keys}
            label="Keys added by the operator"
            columns={columns}
            keyOf={({ apiKeyId }) => apiKeyId}
            empty="The operator has added no key."
          />
        </UserNames>
      </div>
    </Section>
  );
}

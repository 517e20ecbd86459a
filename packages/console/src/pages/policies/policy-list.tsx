import type { components } from '@mintmark/client';
import { useQuery } from '../../data/use-query.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { effectWords } from './effect-words.ts';

type Policy = components['schemas']['Policy'];

const columnsIn = (organizationId: string): readonly Column<Policy>[] => [
  {
    title: 'Name',
    cell: ({ policyId, policyName }) => <a href={linkTo(organizationId, 'policies', policyId)}>{policyName}</a>,
  },
  {
    title: 'Effect',
    cell: ({ effect }) => <span class={`tag ${effect === 'EFFECT_DENY' ? 'bad' : 'good'}`}>{effectWords[effect]}</span>,
  },
  {
    title: 'Condition',
    cell: ({ condition }) => (condition === '' ? 'Everything' : <code class="cut">{condition}</code>),
    isMinor: true,
  },
  {
    title: 'Consensus',
    cell: ({ consensus }) => (consensus === '' ? 'Nobody else' : <code class="cut">{consensus}</code>),
    isMinor: true,
  },
  { title: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} />, isMinor: true },
];

/** The policies of the organization. */
export function PolicyList() {
  const { shownOrganizationId, canChange } = useSession();
  const policies = useQuery(
    async (client, signal) => (await client.listPolicies({}, { signal })).policies,
    [shownOrganizationId],
  );
  const create = <a href={linkTo(shownOrganizationId, 'policies', 'new')}>Create a policy</a>;
  return (
    <Page title="Policies" actions={canChange && create}>
      <p class="hint">
        A policy says who may do what. One that denies wins over every one that allows. Only the root quorum can do what
        no policy allows.
      </p>
      <WholeList
        of={policies}
        label="Policies"
        columns={columnsIn(shownOrganizationId)}
        keyOf={({ policyId }) => policyId}
        empty={<>There are no policies, so only the root quorum can act. {canChange && create}</>}
      />
    </Page>
  );
}

import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useQuery } from '../../data/use-query.ts';
import { useSubmit } from '../../data/use-submit.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { DeletePolicy } from './delete-policy.tsx';
import { creationOf, draftOf, emptyDraft, isChanged, updateOf } from './policy-draft.ts';
import { PolicyEditor } from './policy-editor.tsx';

type Policy = components['schemas']['Policy'];

function AllPolicies() {
  const { shownOrganizationId } = useSession();
  return <a href={linkTo(shownOrganizationId, 'policies')}>All policies</a>;
}

/** A policy that is not stored yet. */
export function NewPolicy() {
  const { shownOrganizationId } = useSession();
  const [draft, setDraft] = useState(emptyDraft);
  const save = useSubmit<unknown>();
  const create = async () => {
    const outcome = await save.submit((client) => client.createPolicy(creationOf(draft)));
    if (outcome?.status === 'completed') go(linkTo(shownOrganizationId, 'policies'), { replace: true });
  };
  return (
    <Page title="New policy" actions={<AllPolicies />}>
      <PolicyEditor
        {...{ draft, save }}
        onChange={setDraft}
        onSave={create}
        action="Create the policy"
        policyId={undefined}
        isChanged={isChanged(draft, undefined)}
      />
    </Page>
  );
}

/** A policy that is stored. */
export function EditPolicy({ id }: { readonly id: string }) {
  const { shownOrganizationId } = useSession();
  const stored = useQuery(
    async (client, signal) => (await client.getPolicy({ policyId: id }, { signal })).policy,
    [shownOrganizationId, id],
  );
  const { data: policy, failure, isLoading, reload } = stored;
  return (
    <Page title={policy?.policyName ?? 'Policy'} actions={<AllPolicies />}>
      <FailureNotice failure={failure} onRetry={reload} />
      {!policy && isLoading && <p role="status">Loading…</p>}
      {policy && <Stored policy={policy} onSaved={reload} />}
    </Page>
  );
}

function Stored({ policy, onSaved }: { readonly policy: Policy; readonly onSaved: () => void }) {
  const { canChange } = useSession();
  const [draft, setDraft] = useState(() => draftOf(policy));
  const save = useSubmit<unknown>();
  const { policyId, createdAt, updatedAt } = policy;
  const update = async () => {
    const outcome = await save.submit((client) => client.updatePolicy(updateOf(draft, policy)));
    if (outcome?.status === 'completed') onSaved();
  };
  return (
    <>
      <Facts
        rows={[
          ['Policy', <Copyable key="id" value={policyId} label="policy id" />],
          ['Created', <Time key="created" at={createdAt} />],
          ['Last changed', <Time key="changed" at={updatedAt} />],
        ]}
      />
      <PolicyEditor
        {...{ draft, save, policyId }}
        onChange={setDraft}
        onSave={update}
        action="Save the changes"
        isChanged={isChanged(draft, policy)}
      />
      {canChange && <DeletePolicy policy={policy} />}
    </>
  );
}

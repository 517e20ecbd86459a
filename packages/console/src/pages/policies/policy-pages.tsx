import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { useQuery } from '../../data/use-query.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryNotice } from '../../ui/query-notice.tsx';
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
  const save = useChange<unknown>(() => go(linkTo(shownOrganizationId, 'policies'), { replace: true }));
  return (
    <Page title="New policy" actions={<AllPolicies />}>
      <PolicyEditor
        {...{ draft, save }}
        onChange={setDraft}
        onSave={() => void save.submit((client) => client.createPolicy(creationOf(draft)))}
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
  const { data: policy, reload } = stored;
  return (
    <Page title={policy?.policyName ?? 'Policy'} actions={<AllPolicies />}>
      <QueryNotice of={stored} />
      {policy && <Stored policy={policy} onSaved={reload} />}
    </Page>
  );
}

function Stored({ policy, onSaved }: { readonly policy: Policy; readonly onSaved: () => void }) {
  const { canChange } = useSession();
  // What the draft was made from. A change that somebody else saved meanwhile is not one of the draft.
  const [before, setBefore] = useState(policy);
  const [draft, setDraft] = useState(() => draftOf(policy));
  const [sent, setSent] = useState(draft);
  // What was read before the last save: it differs from the draft because of that save.
  const [outdated, setOutdated] = useState<Policy>();
  const save = useChange<unknown>(() => {
    setBefore({ ...before, ...sent });
    setOutdated(policy);
    onSaved();
  });
  const { policyId, createdAt, updatedAt } = policy;
  return (
    <>
      <Facts
        rows={[
          ['Policy', <Copyable key="id" value={policyId} label="policy id" />],
          ['Created', <Time key="created" at={createdAt} />],
          ['Last changed', <Time key="changed" at={updatedAt} />],
        ]}
      />
      {policy !== outdated && isChanged(draftOf(before), policy) && (
        <Notice kind="warning">
          <p>This policy was changed after you opened it. Saving sends only what you changed.</p>
          <button
            type="button"
            onClick={() => {
              setBefore(policy);
              setDraft(draftOf(policy));
            }}
          >
            Show the current version
          </button>
        </Notice>
      )}
      <PolicyEditor
        {...{ draft, save, policyId }}
        onChange={setDraft}
        onSave={() => {
          setSent(draft);
          void save.submit((client) => client.updatePolicy(updateOf(draft, before)));
        }}
        action="Save the changes"
        isChanged={isChanged(draft, before)}
      />
      {canChange && <DeletePolicy policy={policy} />}
    </>
  );
}

import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useSubmit } from '../../data/use-submit.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { DangerDialog } from '../../ui/dialog.tsx';
import { OutcomeNotice } from '../../ui/outcome-notice.tsx';
import { Section } from '../../ui/page.tsx';
import { ReplayPanel } from './replay-panel.tsx';

type Policy = components['schemas']['Policy'];

/** Deletes a policy, after a look at what would have been decided without it. */
export function DeletePolicy({ policy: { policyId, policyName, effect } }: { readonly policy: Policy }) {
  const { shownOrganizationId } = useSession();
  const [isAsked, setAsked] = useState(false);
  const deletion = useSubmit<unknown>();
  const remove = async () => {
    setAsked(false);
    const outcome = await deletion.submit((client) => client.deletePolicy({ policyId }));
    if (outcome?.status === 'completed') go(linkTo(shownOrganizationId, 'policies'), { replace: true });
  };
  return (
    <Section title="Delete this policy">
      <ReplayPanel change={{ withoutPolicyIds: [policyId] }} action="Replay past activities without it" />
      <div class="actions">
        <button
          type="button"
          class="danger"
          disabled={deletion.submission.state === 'busy'}
          onClick={() => setAsked(true)}
        >
          Delete the policy
        </button>
      </div>
      <OutcomeNotice of={deletion} />
      {isAsked && (
        <DangerDialog
          title="Delete the policy"
          name={policyName}
          action="Delete the policy"
          onConfirm={remove}
          onClose={() => setAsked(false)}
        >
          <p>
            {effect === 'EFFECT_ALLOW'
              ? 'What only this policy allows can then be done by the root quorum alone.'
              : 'What this policy denies is then decided by the other policies.'}{' '}
            This cannot be undone.
          </p>
        </DangerDialog>
      )}
    </Section>
  );
}

import type { components } from '@mintmark/client';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { DangerButton } from '../../ui/change.tsx';
import { Section } from '../../ui/page.tsx';
import { ReplayPanel } from './replay-panel.tsx';

type Policy = components['schemas']['Policy'];

/** Deletes a policy, after a look at what would have been decided without it. */
export function DeletePolicy({ policy: { policyId, policyName, effect } }: { readonly policy: Policy }) {
  const { shownOrganizationId } = useSession();
  return (
    <Section title="Delete this policy">
      <div class="stack">
        <ReplayPanel change={{ withoutPolicyIds: [policyId] }} action="Replay past activities without it" />
        <DangerButton
          label="Delete the policy…"
          title="Delete the policy"
          name={policyName}
          work={(client) => client.deletePolicy({ policyId })}
          onCompleted={() => go(linkTo(shownOrganizationId, 'policies'), { replace: true })}
        >
          <p>
            {effect === 'EFFECT_ALLOW'
              ? 'What only this policy allows then requires the root quorum.'
              : 'What this policy denies is then decided by the other policies.'}{' '}
            This cannot be undone.
          </p>
        </DangerButton>
      </div>
    </Section>
  );
}

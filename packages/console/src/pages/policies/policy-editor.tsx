import type { Submit } from '../../data/use-submit.ts';
import { useSession } from '../../session/session-context.ts';
import { Choice, Field } from '../../ui/field.tsx';
import { OutcomeNotice } from '../../ui/outcome-notice.tsx';
import { Section } from '../../ui/page.tsx';
import { DryRunPanel } from './dry-run-panel.tsx';
import { effects } from './effect-words.ts';
import { type ExpressionError, readExpressionErrors } from './expression-error.ts';
import { ExpressionField } from './expression-field.tsx';
import { type Part, type PolicyDraft, proposalOf } from './policy-draft.ts';
import { ReplayPanel } from './replay-panel.tsx';
import { useCheckedDraft } from './use-checked-draft.ts';

interface PolicyEditorProps {
  readonly draft: PolicyDraft;
  readonly onChange: (draft: PolicyDraft) => void;
  readonly save: Submit<unknown>;
  readonly onSave: () => void;
  readonly action: string;
  /** The stored policy that is edited. */
  readonly policyId: string | undefined;
  readonly isChanged: boolean;
}

const expressions: readonly (readonly [part: Part, label: string, hint: string])[] = [
  [
    'condition',
    'Condition',
    "What the activity must be, such as activity.kind == 'SIGN_TRANSACTION' && eth.tx.value <= 1000000. Empty: everything.",
  ],
  [
    'consensus',
    'Consensus',
    'Who must approve, such as approvers.count() >= 2. Empty: nobody besides the user who submits it.',
  ],
  ['time', 'Time', 'When the policy applies. Empty: always.'],
];

/** The form of a policy, with dry runs and a replay of what is typed. Nothing is stored before it is saved. */
export function PolicyEditor(props: PolicyEditorProps) {
  const { draft, onChange, save, onSave, action, policyId, isChanged } = props;
  const { canChange } = useSession();
  const { submission } = save;
  const refused = submission.state === 'failed' ? readExpressionErrors(submission.failure.fields) : [];
  const checked = useCheckedDraft(draft, policyId);
  const errorOf = (part: Part): ExpressionError | undefined =>
    [...checked, ...refused].find((one) => one.part === part);
  const change = (changed: Partial<PolicyDraft>) => {
    // What the service said about the text before is no longer true.
    if (save.canSubmit) save.clear();
    onChange({ ...draft, ...changed });
  };
  const proposal = { ...proposalOf(draft, policyId), policyName: draft.policyName || 'New policy' };
  const hasErrors = checked.length > 0;
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <Field
          label="Name"
          value={draft.policyName}
          onInput={(policyName) => change({ policyName })}
          isRequired
          isDisabled={!canChange}
          max={256}
        />
        {canChange ? (
          <Choice label="Effect" value={draft.effect} options={effects} onChange={(effect) => change({ effect })} />
        ) : (
          <p>{effects.find(([effect]) => effect === draft.effect)?.[1]}</p>
        )}
        {expressions.map(([part, label, hint]) => (
          <ExpressionField
            key={part}
            {...{ label, hint }}
            value={draft[part]}
            error={errorOf(part)}
            isDisabled={!canChange}
            onInput={(text) => change({ [part]: text })}
          />
        ))}
        <Field
          label="Notes"
          value={draft.notes}
          onInput={(notes) => change({ notes })}
          rows={2}
          isDisabled={!canChange}
          max={4096}
          hint="For people; they decide nothing."
        />
        {canChange && (
          <div class="actions">
            <button type="submit" class="main" disabled={!save.canSubmit || hasErrors || !isChanged}>
              {submission.state === 'busy' ? 'Sending…' : action}
            </button>
            {!save.canSubmit && submission.state !== 'busy' && (
              <button type="button" onClick={save.clear}>
                Continue editing
              </button>
            )}
          </div>
        )}
        <OutcomeNotice of={save} completed="The policy is saved." />
      </form>
      {canChange && (
        <>
          <Section title="Try it before saving">
            <DryRunPanel proposal={proposal} isWrong={hasErrors} />
          </Section>
          <Section title="Replay it on past activities">
            <ReplayPanel
              change={{ proposedPolicies: [proposal] }}
              isWrong={hasErrors}
              action="Replay with this policy"
            />
          </Section>
        </>
      )}
    </>
  );
}

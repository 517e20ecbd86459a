import type { components } from '@mintmark/client';
import { useQuery } from '../../data/use-query.ts';
import { DecisionTree } from '../../decision/decision-tree.tsx';
import { policyWords, tookPart } from '../../decision/outcome-words.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { QueryNotice } from '../../ui/query-notice.tsx';
import { Time } from '../../ui/time.tsx';
import type { Activity } from './activity-columns.tsx';

type Evaluation = components['schemas']['ActivityPolicyEvaluation'];

/** Which policies decided about an activity, and why. */
export function ActivityDecision({ activity }: { readonly activity: Activity }) {
  const { id, votes, updatedAt, organizationId } = activity;
  const inputs = [organizationId, id, updatedAt, votes.length];
  const recorded = useQuery(async (client, signal) => {
    const [{ policyEvaluations }, { policies }] = await Promise.all([
      client.getPolicyEvaluations({ activityId: id }, { signal }),
      client.listPolicies({}, { signal }),
    ]);
    const names = new Map(policies.map(({ policyId, policyName }) => [policyId, policyName]));
    return { policyEvaluations, names };
  }, inputs);
  const now = useQuery((client, signal) => client.dryRunActivity({ activityId: id }, { signal }), inputs);
  const isUndecidable = now.failure?.code === 'ACTIVITY_NOT_DECIDABLE';
  return (
    <>
      <Section title="What policies decided">
        <QueryNotice of={recorded} />
        {recorded.data?.policyEvaluations.length === 0 && (
          <p class="hint">No policy was evaluated. The root quorum or a built-in rule decided.</p>
        )}
        {recorded.data?.policyEvaluations.map((evaluation) => (
          <Recorded key={evaluation.id} of={evaluation} names={recorded.data?.names ?? new Map()} votes={votes} />
        ))}
      </Section>
      <Section title="Why: decided again with the current data">
        {isUndecidable && (
          <Notice kind="info">
            <p class="name">{now.failure?.message}</p>
          </Notice>
        )}
        {!isUndecidable && <QueryNotice of={now} />}
        {now.data && <DecisionTree of={now.data} />}
      </Section>
    </>
  );
}

interface RecordedProps {
  readonly of: Evaluation;
  readonly names: ReadonlyMap<string, string>;
  readonly votes: Activity['votes'];
}

/** What the policies said when somebody voted. Those that did not apply are only counted. */
function Recorded({ of: { voteId, policyEvaluations, createdAt }, names, votes }: RecordedProps) {
  const { shownOrganizationId } = useSession();
  const voter = votes.find(({ id }) => id === voteId)?.user.userName;
  const parts = policyEvaluations.flatMap(({ policyId = '', outcome }) =>
    outcome && tookPart(outcome) ? [{ policyId, outcome }] : [],
  );
  const others = policyEvaluations.length - parts.length;
  return (
    <div class="recorded">
      <p class="name">
        <Time at={createdAt} />
        {voter === undefined ? ', when it was submitted' : `, when ${voter} voted`}:
      </p>
      <ul class="tree">
        {parts.map(({ policyId, outcome }) => (
          <li key={policyId}>
            {names.has(policyId) ? (
              <a href={linkTo(shownOrganizationId, 'policies', policyId)}>{names.get(policyId)}</a>
            ) : (
              <>
                A policy that was deleted <Copyable value={policyId} label="policy id" isShort />
              </>
            )}{' '}
            {policyWords[outcome]}
          </li>
        ))}
        {others > 0 && <li>{others === 1 ? 'One policy did' : `${others} policies did`} not apply.</li>}
      </ul>
    </div>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { useQuery } from '../../data/use-query.ts';
import { useSession } from '../../session/session-context.ts';
import { type ExpressionError, readExpressionErrors } from './expression-error.ts';
import { type PolicyDraft, proposalOf } from './policy-draft.ts';

const pauseMs = 500;

/**
 * Asks the service about the expressions of a draft whenever typing pauses, and answers with the mistakes that it finds. The
 * question is a dry run of a harmless request, because the service compiles proposed policies before it looks at the request.
 */
export function useCheckedDraft(draft: PolicyDraft, policyId: string | undefined): readonly ExpressionError[] {
  const { shownOrganizationId, canChange } = useSession();
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);
  const { condition, consensus, time } = settled;
  const checked = useQuery(
    async (client, signal) => {
      // The name is checked when the policy is saved.
      const proposal = { ...proposalOf(settled, policyId), policyName: `draft ${crypto.randomUUID()}` };
      const request = JSON.stringify({
        type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
        timestampMs: String(Date.now()),
        organizationId: shownOrganizationId,
        parameters: { userTagName: 'draft', userIds: [] },
      });
      return client.dryRunActivity({ request, proposedPolicies: [proposal] }, { signal });
    },
    [shownOrganizationId, policyId, condition, consensus, time],
    { isWanted: canChange && [condition, consensus, time].some((text) => text.trim() !== '') },
  );
  const isCurrent = condition === draft.condition && consensus === draft.consensus && time === draft.time;
  return isCurrent && checked.failure ? readExpressionErrors(checked.failure.fields) : [];
}

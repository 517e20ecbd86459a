import type { components } from '@mintmark/client';
import { linkTo } from '../router.ts';
import { useSession } from '../session/session-context.ts';
import { UserName } from '../ui/user-name.tsx';
import { decisionWords, kindOf, policyWords, tookPart } from './outcome-words.ts';

type Schemas = components['schemas'];
type Decision = Schemas['DryRunActivityResponseBody'];
type Explanation = Schemas['PolicyExplanation'];
type Missing = Schemas['MissingApproval'];

/** A decision as a tree: the outcome, below it what each policy says, and below that the part that decided with its values. */
export function DecisionTree({ of: decision }: { readonly of: Decision }) {
  const { outcome, reason, policies, missingApprovals } = decision;
  const [parts, others] = [
    policies.filter((one) => tookPart(one.outcome)),
    policies.filter((one) => !tookPart(one.outcome)),
  ];
  return (
    <div class="decision">
      <p class={`notice ${kindOf(outcome)}`} role="status">
        <strong>{decisionWords[outcome]}</strong>
        {reason !== undefined && <span class="name">: {reason}</span>}
      </p>
      <ul class="tree">
        {parts.map((policy, index) => (
          <PolicyNode key={index} policy={policy} isOpen />
        ))}
        {missingApprovals.length > 0 && (
          <li>
            <details open>
              <summary>Missing approvals: each of these is enough</summary>
              <ul class="branch">
                {missingApprovals.map((missing, index) => (
                  <MissingNode key={index} missing={missing} policies={policies} />
                ))}
              </ul>
            </details>
          </li>
        )}
        {others.length > 0 && (
          <li>
            <details open={parts.length === 0}>
              <summary>{others.length === 1 ? 'One policy does' : `${others.length} policies do`} not apply</summary>
              <ul class="branch">
                {others.map((policy, index) => (
                  <PolicyNode key={index} policy={policy} isOpen={false} />
                ))}
              </ul>
            </details>
          </li>
        )}
        {policies.length === 0 && <li>No policy was evaluated: something else decides, such as the root quorum.</li>}
      </ul>
    </div>
  );
}

function PolicyNode({ policy, isOpen }: { readonly policy: Explanation; readonly isOpen: boolean }) {
  const { shownOrganizationId } = useSession();
  const { policyId, proposedIndex, policyName, outcome, expression, values } = policy;
  return (
    <li>
      <details open={isOpen}>
        <summary>
          <strong class="name">{policyName}</strong> {policyWords[outcome]}
          {proposedIndex !== undefined && <span class="tag">proposed</span>}
        </summary>
        <ul class="branch">
          <li>
            {expression === '' ? 'It has no expressions, so it applies to everything.' : <code>{expression}</code>}
            {values.length > 0 && (
              <ul class="branch">
                {values.map(({ name, value }) => (
                  <li key={name}>
                    <code>{name}</code> is <code class="name">{value}</code>
                  </li>
                ))}
              </ul>
            )}
          </li>
          {proposedIndex === undefined && (
            <li>
              <a href={linkTo(shownOrganizationId, 'policies', policyId)}>Open the policy</a>
            </li>
          )}
        </ul>
      </details>
    </li>
  );
}

function MissingNode({ missing, policies }: { readonly missing: Missing; readonly policies: readonly Explanation[] }) {
  const { policyId, proposedIndex, consensus, threshold, userIds } = missing;
  const policy = policies.find((one) => one.policyId === policyId && one.proposedIndex === proposedIndex);
  return (
    <li>
      {threshold === undefined ? (
        <>
          <strong class="name">{policy?.policyName ?? 'A policy'}</strong>: <code>{consensus}</code>. These approvals
          would count:
        </>
      ) : (
        `${threshold} more root ${threshold === 1 ? 'user' : 'users'}, of these:`
      )}
      <ul class="branch">
        {userIds.length === 0 && <li>nobody</li>}
        {userIds.slice(0, maxNames).map((id) => (
          <li key={id}>
            <UserName id={id} />
          </li>
        ))}
        {userIds.length > maxNames && <li>and {userIds.length - maxNames} more</li>}
      </ul>
    </li>
  );
}

const maxNames = 20;

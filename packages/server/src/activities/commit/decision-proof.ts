import { hash } from 'node:crypto';
import { decisionContextText, organizationDataText } from '@mintmark/stamper/proofs';
import { appProofTypes } from '@mintmark/stamper/protocol';
import type { AppProof } from '../../core/ports/proof-signer.ts';
import type { Services } from '../../core/ports/services.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { outcomeOf, type Verdict } from '../decision/decide.ts';
import { type ActivityRow, stampedBytes, type VoteRow } from '../record/activity-row.ts';
import type { Approver } from '../record/voter.ts';

/** A decision about an activity, with the votes that it rests on. */
interface Decision {
  readonly verdict: Exclude<Verdict, { readonly next: 'nothing' }>;
  readonly activity: Omit<ActivityRow, 'mac'>;
  readonly votes: readonly VoteRow[];
  readonly organization: OrganizationRow;
  readonly now: Date;
}

/** Proves what was decided about an activity. docs/proofs.md says what each digest covers. */
export function proveDecision({ proofs }: Pick<Services, 'proofs'>, decision: Decision): AppProof {
  const { verdict, activity, votes, organization, now } = decision;
  const { home, approvers, policies = [] } = verdict;
  const isOfParent = home.id !== organization.id;
  // In the order of the approvers, so that the digests and the stamps have the same order.
  const stamps = approvers.flatMap(({ user }) => votes.filter(({ userId }) => userId === user.id));
  return proofs.sign({
    type: appProofTypes.policyOutcome,
    timestampMs: String(now.getTime()),
    policyOutcomeProof: {
      organizationId: activity.organizationId,
      outcome: outcomeOf(verdict),
      decisionContextDigest: hash(
        'sha256',
        decisionContextText({
          activityId: activity.id,
          organizationId: activity.organizationId,
          type: activity.type,
          fingerprint: `sha256:${Buffer.from(activity.fingerprint).toString('hex')}`,
          userIds: stamps.map(({ userId }) => userId),
          policyEvaluations: policies.map(({ policy, outcome }) => ({ policyId: policy.id, outcome })),
        }),
      ),
      organizationDataDigest: digestOf(organization, isOfParent ? [] : approvers, stamps),
      parentOrganizationDataDigest: isOfParent ? digestOf(home, approvers, stamps) : '',
      userRequestApprovals: stamps.map((vote) => ({
        scheme: vote.scheme,
        publicKey: vote.publicKey,
        message: Buffer.from(stampedBytes(vote, activity)).toString(),
        signature: vote.signature,
      })),
    },
  });
}

function digestOf(
  { id, rootThreshold, policiesDigest }: OrganizationRow,
  approvers: readonly Approver[],
  stamps: readonly VoteRow[],
): string {
  const data = {
    organizationId: id,
    rootThreshold,
    policiesDigest,
    approvers: approvers.flatMap(({ user }) => {
      const stamp = stamps.find(({ userId }) => userId === user.id);
      return stamp ? [{ userId: user.id, isRoot: user.isRoot, credentialId: stamp.credentialId }] : [];
    }),
  };
  return hash('sha256', organizationDataText(data));
}

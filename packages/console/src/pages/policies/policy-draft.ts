import type { components } from '@mintmark/client';

type Schemas = components['schemas'];
type Policy = Schemas['Policy'];

/** What the editor holds. */
export interface PolicyDraft {
  readonly policyName: string;
  readonly effect: Schemas['Effect'];
  readonly condition: string;
  readonly consensus: string;
  readonly time: string;
  readonly notes: string;
}

/** The parts of a policy that are expressions. */
export type Part = 'condition' | 'consensus' | 'time';

export const emptyDraft: PolicyDraft = {
  policyName: '',
  effect: 'EFFECT_ALLOW',
  condition: '',
  consensus: '',
  time: '',
  notes: '',
};

/** What is stored, as the editor holds it. */
export const draftOf = ({ policyName, effect, condition, consensus, time = '', notes }: Policy): PolicyDraft => ({
  ...{ policyName, effect, condition, consensus, time, notes },
});

const isSame = (one: PolicyDraft, other: PolicyDraft) =>
  (Object.keys(one) as (keyof PolicyDraft)[]).every((member) => one[member] === other[member]);

/** Whether there is something to save. */
export const isChanged = (draft: PolicyDraft, stored: Policy | undefined): boolean =>
  !isSame(draft, stored ? draftOf(stored) : emptyDraft);

/** The draft as if it were stored. Without an id it is an additional policy. */
export function proposalOf(draft: PolicyDraft, policyId: string | undefined): Schemas['ProposedPolicy'] {
  const { policyName, effect, condition, consensus, time } = draft;
  return { ...(policyId !== undefined && { policyId }), policyName, effect, condition, consensus, time };
}

export const creationOf = (draft: PolicyDraft): Schemas['CreatePolicyIntentV3'] => draft;

/** Only what differs is sent, so that a change that somebody else makes at the same time stays. */
export function updateOf(draft: PolicyDraft, stored: Policy): Schemas['UpdatePolicyIntentV2'] {
  const before = draftOf(stored);
  return {
    policyId: stored.policyId,
    ...(draft.policyName !== before.policyName && { policyName: draft.policyName }),
    ...(draft.effect !== before.effect && { policyEffect: draft.effect }),
    ...(draft.condition !== before.condition && { policyCondition: draft.condition }),
    ...(draft.consensus !== before.consensus && { policyConsensus: draft.consensus }),
    ...(draft.notes !== before.notes && { policyNotes: draft.notes }),
    ...(draft.time !== before.time && { time: draft.time }),
  };
}

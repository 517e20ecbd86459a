import type { ActivityPolicyEvaluation } from '@mintmark/schema/fields/policies/activity-policy-evaluation';
import type { Outcome as OutcomeSchema } from '@mintmark/schema/fields/policies/outcome';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { policyEvaluationsTable } from './policy-evaluations-table.ts';

type Outcome = z.output<typeof OutcomeSchema>;

/** What a policy decided. */
export interface PolicyOutcome {
  readonly policyId: string;
  readonly outcome: Outcome;
}

/** The bytes of the outcomes. They are stored, so they must not change. */
const bytes: Readonly<Record<Outcome, number>> = {
  OUTCOME_ALLOW: 1,
  OUTCOME_DENY_EXPLICIT: 2,
  OUTCOME_DENY_IMPLICIT: 3,
  OUTCOME_REQUIRES_CONSENSUS: 4,
  OUTCOME_REJECTED: 5,
  OUTCOME_ERROR: 6,
  OUTCOME_REQUIRES_AUTHENTICATORS: 7,
  OUTCOME_TIME_INACTIVE: 8,
};
const words = new Map(Object.entries(bytes).map(([word, byte]) => [byte, word as Outcome]));

const idLength = 16;
const entryLength = idLength + 1;

/** Outcomes as the store has them: for each the id of the policy, and a byte. */
export function encodeOutcomes(outcomes: readonly PolicyOutcome[]): Uint8Array {
  // One piece of memory: signing waits for it.
  const encoded = Buffer.allocUnsafe(outcomes.length * entryLength);
  for (const [index, { policyId, outcome }] of outcomes.entries()) {
    const start = index * entryLength;
    encoded.write(policyId.replaceAll('-', ''), start, idLength, 'hex');
    encoded[start + idLength] = bytes[outcome];
  }
  return encoded;
}

/** Reads what {@link encodeOutcomes} wrote. */
export function decodeOutcomes(encoded: Uint8Array): PolicyOutcome[] {
  if (encoded.length % entryLength !== 0) throw new RangeError(`${encoded.length} bytes are not a list of outcomes`);
  return Array.from({ length: encoded.length / entryLength }, (_, index) => {
    const entry = Buffer.from(encoded.subarray(index * entryLength, (index + 1) * entryLength));
    const byte = entry[idLength] as number;
    const outcome = words.get(byte);
    if (!outcome) throw new RangeError(`${byte} is not the byte of an outcome`);
    const policyId = entry.toString('hex', 0, idLength).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    return { policyId, outcome };
  });
}

export type EvaluationRow = Authenticated<RowOf<typeof policyEvaluationsTable>>;

/** What policies decided about an activity, oldest first: ids of evaluations sort by their creation time. */
export async function readEvaluations(
  { sql, organization, services: { macs } }: ReadContext,
  activityId: string,
): Promise<EvaluationRow[]> {
  const rows = await sql<EvaluationRow[]>`
    select * from policy_evaluations
    where ${ofOrganization(sql, organization)} and activity_id = ${activityId}
    order by id`;
  return macs.genuine(policyEvaluationsTable, rows, {
    ...ownerColumns(organization),
    activityId: activityId.toLowerCase(),
  });
}

/** An evaluation, as answers show it. */
export const evaluationRecord = (row: EvaluationRow): z.output<typeof ActivityPolicyEvaluation> => ({
  id: row.id,
  activityId: row.activityId,
  organizationId: row.organizationId,
  voteId: row.voteId ?? '',
  policyEvaluations: decodeOutcomes(row.outcomes),
  createdAt: timestamp(row.createdAt),
});

import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import { approvalsLast } from '../record/votes.ts';
import type { Transaction } from './transaction.ts';

/**
 * Refuses a further activity of a user that would wait for approvals, if too many of the last day are waiting already. After a day
 * the approvals have lapsed, and an activity that nobody voted on again does not count any more.
 *
 * Who submitted an activity has stamped its body. A submitter who votes again by its fingerprint is still the only voter, unless
 * somebody else has voted, too.
 */
export async function requireFewWaiting(
  { sql, services, state: { organization }, journal }: Transaction,
  userId: string,
  now: Date,
): Promise<void> {
  const { waitingActivities: max } = services.limits;
  const here = ofOrganization(sql, organization);
  const since = new Date(now.getTime() - approvalsLast);
  const [{ count }] = await sql<[{ count: bigint }]>`
    select count(*) from (
      select activity_id from votes
      where ${here} and activity_id in (
        select id from activities
        where ${here} and status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED' and created_at > ${since}
      )
      group by activity_id
      having bool_or(user_id = ${userId} and message is null)
        or (count(*) = 1 and bool_or(user_id = ${userId}))
    ) waiting`;
  if (Number(count) + journal.waitingOf(userId) >= max)
    throw new ApiError(
      'RESOURCE_LIMIT_EXCEEDED',
      `a user can have at most ${max} activities from the last day waiting for approvals`,
    );
}

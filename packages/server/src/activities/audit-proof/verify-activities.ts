import { activitiesTable } from '../../core/audit/activities-table.ts';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { Sql } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';
import { activityFacts, digest, timeFact } from '../record/activity-facts.ts';
import type { ActivityRow, VoteRow } from '../record/activity-row.ts';
import { hasItsBody } from '../record/activity-store.ts';
import { speaksOf } from '../record/vote-evidence.ts';
import { votesOn } from '../record/votes.ts';
import type { ActivityAccount, ChainAccount } from './chain-account.ts';
import type { EntryContent } from './read-chain.ts';
import { isStamped } from './verify-vote.ts';

type Report = (subject: string, problem: string) => void;

interface Audited {
  readonly organization: Organization;
  readonly account: ChainAccount;
  readonly report: Report;
}

/** Verifies that the activities and votes of an organization match its chain, and that a user stamped each vote. */
export async function verifyActivities(
  sql: Sql,
  macs: RowMacs,
  { organization, account, report }: Audited,
): Promise<{ readonly activities: number; readonly votes: number }> {
  const missing = new Map(account.activities);
  const count = { activities: 0, votes: 0 };
  // Few at a time, since a body may have a megabyte.
  const batches = readInBatches<ActivityRow>(
    50,
    (last, size) => sql`
      select * from activities
      where ${ofOrganization(sql, organization)} ${last ? sql`and id > ${last.id}` : sql``}
      order by id limit ${size}`,
  );
  for await (const rows of batches) {
    const ids = rows.map((row) => row.id);
    const votes = Map.groupBy(await votesOn(sql, organization, ids), ({ activityId }) => activityId);
    for (const row of rows) {
      const said = missing.get(row.id);
      const cast = votes.get(row.id) ?? [];
      if (!macs.isGenuine(activitiesTable, row)) report(`activity ${row.id}`, 'was not written by this service');
      count.activities += 1;
      count.votes += cast.length;
      missing.delete(row.id);
      if (!said) report(`activity ${row.id}`, 'has no audit entry');
      else {
        verifyActivity(row, said, report);
        verifyVotes(cast, said, report);
      }
      for (const vote of cast) {
        const subject = `vote ${vote.id}`;
        if (!speaksOf(vote, row)) report(subject, 'is for another activity');
        if (!(await isStamped({ sql, organization, services: { macs } }, vote, row)))
          report(subject, 'has no valid stamp of a key of its user');
      }
    }
  }
  for (const activityId of missing.keys()) report(`activity ${activityId}`, 'is missing');
  return count;
}

function verifyActivity(row: ActivityRow, { first, last, deniedUserId }: ActivityAccount, report: Report): void {
  const subject = `activity ${row.id}`;
  if (!hasItsBody(row)) report(subject, 'has a body that does not match its fingerprint');
  compare(subject, activityFacts(row), last, report);
  compare(subject, { at: timeFact(row.createdAt) }, first, report);
  compare(subject, { at: timeFact(row.updatedAt) }, last, report);
  compare(subject, { deniedUserId: row.deniedUserId }, { deniedUserId }, report);
}

function verifyVotes(votes: readonly VoteRow[], { votes: said }: ActivityAccount, report: Report): void {
  const missing = new Map(said);
  for (const vote of votes) {
    const entry = missing.get(vote.userId);
    missing.delete(vote.userId);
    if (!entry) {
      report(`vote ${vote.id}`, 'has no audit entry');
      continue;
    }
    const { id: voteId, credentialId, selection, voter, createdAt } = vote;
    const facts = { voteId, credentialId, said: selection, voter: digest(voter), at: timeFact(createdAt) };
    compare(`vote ${vote.id}`, facts, entry, report);
  }
  for (const [userId, { activityId }] of missing) report(`activity ${activityId}`, `lacks the vote of user ${userId}`);
}

function compare(subject: string, facts: EntryContent, entry: EntryContent, report: Report): void {
  for (const [name, value] of Object.entries(facts))
    if (entry[name] !== value) report(subject, `does not match its entry: ${name}`);
}

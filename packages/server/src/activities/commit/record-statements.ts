import { activitiesTable } from '../../core/audit/activities-table.ts';
import { appendStatements } from '../../core/audit/audit-chain.ts';
import { insertRows, type Placement } from '../../core/tables/insert-rows.ts';
import { appProofsTable } from '../../custody/proofs/app-proofs-table.ts';
import { policyEvaluationsTable } from '../../policies/rows/policy-evaluations-table.ts';
import type { Statement, TransactionSql } from '../../storage/store/database.ts';
import { updateActivity } from '../record/activity-store.ts';
import { replaceEarlierVotes } from '../record/votes.ts';
import { votesTable } from '../record/votes-table.ts';
import type { JournalRows } from './journal.ts';

/**
 * The statements that write what journals recorded, those of all organizations together. New activities are written by a single
 * statement, unless its parts may have to run on different machines.
 */
export function recordStatements(
  sql: TransactionSql,
  journals: readonly JournalRows[],
  placement: Placement,
): Statement[] {
  const inserted = journals.flatMap((one) => one.inserted);
  const updated = journals.flatMap((one) => one.updated);
  const votes = journals.flatMap((one) => one.votes);
  const evaluations = journals.flatMap((one) => one.evaluations);
  const proofs = journals.flatMap((one) => one.proofs);
  const mayReplace = updated.length > 0;
  const statements = [
    ...(inserted.length > 0 ? [insertRows(sql, activitiesTable, inserted, placement)] : []),
    ...updated.map((row) => updateActivity(sql, row)),
    ...(votes.length > 0
      ? [sql`${insertRows(sql, votesTable, votes, placement)} ${mayReplace ? replaceEarlierVotes(sql) : sql``}`]
      : []),
    ...(evaluations.length > 0 ? [insertRows(sql, policyEvaluationsTable, evaluations, placement)] : []),
    ...(proofs.length > 0 ? [insertRows(sql, appProofsTable, proofs, placement)] : []),
    ...appendStatements(
      sql,
      journals.flatMap(({ appended }) => appended ?? []),
      placement,
    ),
  ];
  return placement.isDistributed || mayReplace ? statements : asOne(sql, statements);
}

/** Statements of which none changes a row that another one reads or changes. */
function asOne(sql: TransactionSql, statements: readonly Statement[]): Statement[] {
  const last = statements.at(-1);
  if (!last || statements.length === 1) return [...statements];
  const parts = statements.slice(0, -1).map((statement, index) => {
    const part = sql`${sql(`part_${index + 1}`)} as (${statement})`;
    return index === 0 ? part : sql`, ${part}`;
  });
  return [sql`with ${parts} ${last}`];
}

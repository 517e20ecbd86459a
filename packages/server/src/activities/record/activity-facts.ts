import { hash } from 'node:crypto';
import type { ActivityRow } from './activity-row.ts';

/** What an audit entry records of its activity: enough to detect a change of the activity's row. */
export const activityFacts = (row: ActivityRow) => ({
  type: row.type,
  fingerprint: Buffer.from(row.fingerprint).toString('hex'),
  status: row.status,
  result: digest(row.result),
  failure: digest(row.failure),
  approvalsSince: timeFact(row.approvalsSince),
});

/** A time as audit entries store it. A forged row may hold one that JavaScript cannot represent, such as infinity. */
export const timeFact = (time: Date): string => (Number.isNaN(time.getTime()) ? '' : time.toISOString());

/** The SHA-256 of a text, or an empty string for null. */
export const digest = (text: string | null): string => (text === null ? '' : hash('sha256', text));

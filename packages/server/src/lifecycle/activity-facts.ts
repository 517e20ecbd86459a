import { createHash } from 'node:crypto';
import type { ActivityRow } from './activity-row.ts';

/** What an entry says of the activity that it is about: enough to tell when its row is no longer what it was. */
export const activityFacts = (row: ActivityRow) => ({
  type: row.type,
  fingerprint: Buffer.from(row.fingerprint).toString('hex'),
  status: row.status,
  result: digest(row.result),
  failure: digest(row.failure),
  approvalsSince: timeFact(row.approvalsSince),
});

/** A time as entries have it. Somebody else may have written one that JavaScript does not have, such as infinity. */
export const timeFact = (time: Date): string => (Number.isNaN(time.getTime()) ? '' : time.toISOString());

/** The SHA-256 of a text, or nothing where there is none. */
export const digest = (text: string | null): string =>
  text === null ? '' : createHash('sha256').update(text).digest('hex');

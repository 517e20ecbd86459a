import type { Caller } from '../contract/caller.ts';
import type { Organization } from '../contract/organization.ts';
import type { Execution } from '../contract/read-activity.ts';
import type { VoteRow } from './activity-row.ts';

/** A request whose stamp was verified. */
interface Stamped {
  readonly organization: Organization;
  readonly caller: Caller;
  readonly body: Uint8Array;
  readonly timestampMs: number;
}

/** A request that becomes an activity. */
export interface Submission extends Stamped {
  readonly type: string;
  readonly execution: Execution;
}

/** A request to approve or reject an activity. */
export interface Ballot extends Stamped {
  readonly selection: VoteRow['selection'];
  readonly fingerprint: Uint8Array;
}

/** A request about the activity with this fingerprint. */
export type ActivityRequest = (Submission | Ballot) & { readonly fingerprint: Uint8Array };

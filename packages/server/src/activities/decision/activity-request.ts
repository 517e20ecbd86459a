import type { Caller } from '../../core/model/caller.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { Execution } from '../../core/requests/read-activity.ts';
import type { Span } from '../../core/spans/span.ts';
import type { ActivityRow, VoteRow } from '../record/activity-row.ts';
import type { RequestEvaluations } from './request-evaluations.ts';

/** A request whose stamp was verified. */
interface Stamped {
  readonly organization: Organization;
  readonly caller: Caller;
  readonly body: Uint8Array;
  readonly timestampMs: number;
  /** The phase that it is in, if it is recorded. Requests that are handled together cannot find theirs otherwise. */
  readonly span?: Span | undefined;
}

/** A request that becomes an activity. */
export interface Submission extends Stamped {
  readonly type: string;
  readonly execution: Execution;
}

/** A request to approve or reject an activity. */
export interface Ballot extends Stamped {
  readonly selection: VoteRow['selection'];
  /** Whether it asks for proofs, whatever the activity asked for. */
  readonly wantsProofs: boolean;
  readonly fingerprint: Uint8Array;
}

/**
 * A request about the activity with this fingerprint. A submission has the id that its activity gets if it is new: what is
 * prepared for an activity may name it.
 */
export type ActivityRequest = Asking &
  ((Submission & { readonly newId: string; readonly fingerprint: Uint8Array }) | Ballot);

/** A request that policies decide about. */
export interface Asking {
  readonly evaluations: RequestEvaluations;
}

/** The id of the activity that a request is about, new or existing. */
export function activityIdOf(request: ActivityRequest, existing: Pick<ActivityRow, 'id'> | undefined): string {
  if (existing) return existing.id;
  if ('selection' in request) throw new Error('a vote requires an existing activity');
  return request.newId;
}

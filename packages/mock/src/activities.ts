import { createHash } from 'node:crypto';
import type { Operation } from './operations.ts';

/** The operation that asks what became of an activity. */
export const getActivityId = 'getActivity';

/** The body of an answer that holds an activity, as far as it is changed here. */
export interface ActivityBody {
  readonly activity: { readonly votes: readonly object[] } & Readonly<Record<string, unknown>>;
}

/** The activity of one operation and of one of its examples. */
export interface KnownActivity {
  readonly operation: Operation;
  readonly example: string;
}

/**
 * The id of the activity that an operation answers, made from what get_activity is to say of it: so that the mock knows
 * it again, and need not remember anything. A UUID of version 8 (RFC 9562, section 5.8).
 */
export function activityId(operation: Operation, example: string): string {
  const bytes = createHash('sha256').update(`mintmark mock: ${operation.id} ${example}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Every activity that an answer can hold, by id. */
export function knownActivities(operations: Iterable<Operation>): ReadonlyMap<string, KnownActivity> {
  const activities = [...operations].filter(({ intentKey }) => intentKey !== undefined);
  return new Map(
    activities.flatMap((operation) =>
      (operation.examples.get(200) ?? []).map((example) => [activityId(operation, example), { operation, example }]),
    ),
  );
}

/** What an activity says of itself and of its request. */
interface Members {
  readonly id: string;
  readonly organizationId: string;
  readonly intent?: object;
  readonly fingerprint?: string;
}

/** An activity with other members; its votes are votes on it. */
export function withMembers({ activity }: ActivityBody, members: Members): ActivityBody {
  const votes = activity.votes.map((vote) => ({ ...vote, activityId: members.id }));
  return { activity: { ...activity, votes, ...members } };
}

/** SHA-256 of a request body: what the contract knows an activity by. */
export function fingerprint(body: Uint8Array): string {
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}

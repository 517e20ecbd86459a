import { createHash } from 'node:crypto';
import { activityId } from './activity-id.ts';
import type { Choice } from './choose-answer.ts';
import { getActivity, type Operation } from './operations.ts';
import { prismAnswer } from './prism-answer.ts';

/** The members of a valid request that its response returns. */
export interface Sent {
  readonly type: unknown;
  readonly organizationId: string;
  readonly activityId: string;
  readonly parameters: { readonly fingerprint?: string };
  readonly paginationOptions?: { readonly before?: string; readonly after?: string };
}

interface ActivityBody {
  readonly activity: { readonly votes: readonly object[] };
}

type PersonalBody = (
  operation: Operation,
  choice: Choice,
  sent: Sent,
  bytes: Uint8Array,
  body: unknown,
) => Promise<unknown>;

/** Creates the function that copies what a request says into its example response, as far as that needs no stored state. */
export function createPersonalBody(operations: Iterable<Operation>): PersonalBody {
  const known = knownActivities(operations);
  return async (operation, choice, sent, bytes, body) => {
    const { organizationId } = sent;
    if (operation.activity) {
      const { type, intentKey, resultKey } = operation.activity;
      const [usual = ''] = operation.examples.get(choice.status) ?? [];
      const id = activityId(type, choice.later ?? choice.example ?? usual);
      // A vote knows no more than this about the activity that it is on.
      if (!resultKey) return withMembers(body, { id, organizationId, fingerprint: sent.parameters.fingerprint });
      const fingerprint = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
      return withMembers(body, { id, organizationId, intent: { [intentKey]: sent.parameters }, fingerprint });
    }
    if (operation.id !== getActivity) return body;
    const found = known.get(sent.activityId.toLowerCase());
    const activity = found ? (await prismAnswer(found.operation, found.choice)).body : body;
    return withMembers(activity, { id: sent.activityId, organizationId });
  };
}

/** Every activity that a response can hold, by id. */
function knownActivities(operations: Iterable<Operation>) {
  const types = [...operations].flatMap((operation) => [operation, ...operation.olderTypes.values()]);
  return new Map(
    types.flatMap((operation) => {
      const { activity, examples } = operation;
      const names = (activity && examples.get(200)) ?? [];
      return names.map((example) => [
        activityId(activity?.type ?? '', example),
        { operation, choice: { status: 200, example } },
      ]);
    }),
  );
}

/** Replaces members of an activity, and points its votes at the new id. */
function withMembers(body: unknown, members: { readonly id: string; readonly [member: string]: unknown }): unknown {
  const { activity } = body as ActivityBody;
  const votes = activity.votes.map((vote) => ({ ...vote, activityId: members.id }));
  return { activity: { ...activity, votes, ...members } };
}

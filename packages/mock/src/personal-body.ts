import { createHash } from 'node:crypto';
import { activityId } from './activity-id.ts';
import type { Choice } from './choose-answer.ts';
import { getActivity, type Operation } from './operations.ts';
import { prismAnswer } from './prism-answer.ts';

/** A request that keeps to the contract: the members that come back in its answer. */
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

/** Makes the function that puts what a request says into the example that answers it, as far as that takes no memory. */
export function createPersonalBody(operations: Iterable<Operation>): PersonalBody {
  const known = knownActivities(operations);
  return async (operation, choice, sent, bytes, body) => {
    const { organizationId } = sent;
    if (operation.activity) {
      const { type, intentKey, resultKey } = operation.activity;
      const [usual = ''] = operation.examples.get(choice.status) ?? [];
      const id = activityId(type, choice.later ?? choice.example ?? usual);
      // All that a vote says of the activity that it is on.
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

/** Every activity that an answer can hold, by id. */
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

/** An activity with other members; the votes on it are then votes on that one. */
function withMembers(body: unknown, members: { readonly id: string; readonly [member: string]: unknown }): unknown {
  const { activity } = body as ActivityBody;
  const votes = activity.votes.map((vote) => ({ ...vote, activityId: members.id }));
  return { activity: { ...activity, votes, ...members } };
}

import type { Operation } from './operations.ts';

type Members = Readonly<Record<string, unknown>>;

interface MadeBody {
  readonly activity?: { readonly status: string; readonly intent: Members; readonly result: Members };
}

const completed = 'ACTIVITY_STATUS_COMPLETED';

/** Corrects a body generated from a schema, which cannot say that an activity has one intent, and a result only when completed. */
export function madeBody({ activity: version }: Operation, body: unknown): unknown {
  const { activity } = body as MadeBody;
  if (!activity) return body;
  const { status, intent, result } = activity;
  const asked = memberOf(intent, version?.intentKey) ?? ['anyIntent', {}];
  const done = memberOf(result, version?.resultKey);
  return {
    activity: {
      ...activity,
      status: status === completed && !done ? 'ACTIVITY_STATUS_PENDING' : status,
      intent: Object.fromEntries([asked]),
      result: status === completed && done ? Object.fromEntries([done]) : {},
    },
  };
}

const memberOf = (holder: Members, key: string | undefined) =>
  Object.entries(holder).find(([name]) => key === undefined || name === key);

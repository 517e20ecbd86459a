import listActivityValues from '@mintmark/schema/operations/activities/list-activity-values';
import type { ActivityRow } from '../../activities/record/activity-row.ts';
import { requireActivityByFingerprint } from '../../activities/record/activity-store.ts';
import { answer, type QueryContext } from '../../core/handlers/implement.ts';
import { ApiError, endsActivity } from '../../core/model/api-error.ts';
import { readStoredActivity } from '../../core/requests/read-activity.ts';
import { policyValues } from '../../policies/values/policy-values.ts';
import { valuePage } from '../../policies/values/value-page.ts';

export default answer(listActivityValues, async (context, { fingerprint, paginationOptions }) => {
  const row = await requireActivityByFingerprint(context, fingerprint);
  const values = await readValues(context, row);
  return { activityId: row.id, ...(await valuePage(values, paginationOptions)) };
});

/** Everything that a policy could name, whether or not one does. */
const everything = { has: () => true };

async function readValues(context: QueryContext, row: ActivityRow) {
  try {
    const { subject } = readStoredActivity(row, context.findHandler);
    return policyValues(subject, await subject.views(context, everything));
  } catch (error) {
    if (!endsActivity(error)) throw error;
    throw new ApiError('ACTIVITY_NOT_DECIDABLE', `the effects of the activity cannot be read: ${error.message}`);
  }
}

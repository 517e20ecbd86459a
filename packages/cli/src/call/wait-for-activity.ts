import { setTimeout } from 'node:timers/promises';
import { createProgressLine, type Screen } from '../terminal/progress-line.ts';
import { readActivity } from './activity.ts';
import { CallFailure } from './call-failure.ts';
import type { Answer } from './send-request.ts';

/** Between two polls. People take seconds to approve something, and activities that run by themselves take less. */
const firstDelayMs = 250;
const longestDelayMs = 5_000;

/**
 * Polls an activity until it is completed, has failed or was rejected, and returns the last answer. When the time is over, that is
 * an answer about an activity that still waits. Goes on when a poll fails because the service restarts or is busy, and throws the
 * failure only when the time is over.
 */
export async function waitForActivity(
  operation: string,
  first: Answer,
  deadline: AbortSignal,
  screen: Screen,
  poll: (activityId: string, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  let answer = first;
  let activity = readActivity(operation, first);
  let failure: CallFailure | undefined;
  let delayMs = firstDelayMs;
  const startedAt = performance.now();
  using progress = createProgressLine(screen);
  const showTime = () => {
    const waiting = activity.needsApprovals ? 'waiting for approvals' : 'waiting';
    const what = failure ? 'could not fetch its status, retrying' : waiting;
    progress.show(`activity ${activity.id}: ${what} … ${Math.floor((performance.now() - startedAt) / 1000)} s`);
  };
  const timer = setInterval(showTime, 1000);
  try {
    while (!activity.isFinal) {
      showTime();
      await setTimeout(delayMs, undefined, { signal: deadline }).catch(() => {});
      if (deadline.aborted) break;
      delayMs = Math.min(delayMs * 1.5, longestDelayMs);
      try {
        answer = await poll(activity.id, deadline);
        activity = readActivity('get_activity', answer);
        failure = undefined;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (deadline.aborted) break;
        failure = error;
        if (!error.isTemporary) break;
      }
    }
  } finally {
    clearInterval(timer);
  }
  if (failure) throw failure;
  return answer;
}

import { setTimeout } from 'node:timers/promises';
import { createProgressLine } from '../terminal/progress-line.ts';
import { readActivity } from './activity.ts';
import { CallFailure } from './call-failure.ts';
import type { Answer } from './send-request.ts';

/** Between two polls. People take seconds to approve something, and activities that run by themselves take less. */
const firstDelayMs = 250;
const longestDelayMs = 5_000;

/**
 * Polls an activity until it is completed, has failed or was rejected, and returns the last answer. When the time is over, that is
 * an answer about an activity that still waits.
 */
export async function waitForActivity(
  first: Answer,
  deadline: AbortSignal,
  poll: (activityId: string, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  let answer = first;
  let delayMs = firstDelayMs;
  const startedAt = performance.now();
  using progress = createProgressLine();
  const showTime = () => {
    const { id, status } = readActivity(answer) ?? {};
    const what = status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' ? 'waiting for approvals' : 'waiting';
    progress.show(`activity ${id}: ${what} … ${Math.floor((performance.now() - startedAt) / 1000)} s`);
  };
  const timer = setInterval(showTime, 1000);
  try {
    for (;;) {
      const activity = readActivity(answer);
      if (!activity || activity.isFinal) return answer;
      showTime();
      await setTimeout(delayMs, undefined, { signal: deadline }).catch(() => {});
      if (deadline.aborted) return answer;
      delayMs = Math.min(delayMs * 1.5, longestDelayMs);
      answer = await poll(activity.id, deadline).catch((error: unknown) => {
        if (deadline.aborted) return answer;
        if (!(error instanceof CallFailure)) throw error;
        throw new CallFailure(
          `the activity ${activity.id} was submitted, but its status could not be fetched: ${error.message}\n` +
            `  to see what became of it, run: mintmark call get_activity activityId=${activity.id}`,
        );
      });
    }
  } finally {
    clearInterval(timer);
  }
}

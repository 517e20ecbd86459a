import { tableLines } from '../terminal/table-lines.ts';
import { terminalJson } from '../terminal/terminal-json.ts';
import type { Activity } from './activity.ts';
import type { Answer } from './send-request.ts';

export type Output = 'json' | 'table';

/** The answer to a query as text: all of it as JSON, or what people look for as a table. */
export function answerText(answer: Answer, output: Output, width: number): string {
  if (output === 'json') return terminalJson(answer);
  const { activity, activities } = answer;
  const shown = {
    ...answer,
    ...(isObject(activity) && { activity: withShortVotes(activity) }),
    ...(Array.isArray(activities) && { activities: activities.map(withShortVotes) }),
  };
  return tableLines(shown, width).join('\n');
}

/** The answer to an activity as text. Its user knows what was asked, so a table has only what became of it. */
export function submissionText(answer: Answer, activity: Activity, output: Output, width: number): string {
  if (output === 'json') return terminalJson(answer);
  const { id, type, status, fingerprint, isFinal, result, failure } = activity;
  const shown = { id, type, status, ...(!isFinal && { fingerprint }), ...result, ...(failure && { failure }) };
  return tableLines(shown, width).join('\n');
}

const isObject = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a vote, people need to know who cast it, what it says and when. The rest is its stamp and the credentials of the user. */
function withShortVotes(activity: Answer): Answer {
  const { votes } = activity;
  if (!Array.isArray(votes)) return activity;
  const short = votes.map(({ user, userId, selection, createdAt }) => ({
    ...(user && { userName: user.userName }),
    userId,
    selection,
    createdAt,
  }));
  return { ...activity, votes: short };
}

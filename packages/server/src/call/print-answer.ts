import { tableLines } from '../terminal/table-lines.ts';
import { terminalJson } from '../terminal/terminal-json.ts';
import { readActivity } from './activity.ts';
import type { Answer } from './send-request.ts';

export type Output = 'json' | 'table';

/** The answer of the service as text: all of it as JSON, or what people look for as a table. */
export function answerText(answer: Answer, output: Output, width: number): string {
  if (output === 'json') return terminalJson(answer);
  const activity = readActivity(answer);
  if (!activity) return tableLines(answer, width).join('\n');
  const { id, type, status, fingerprint, isFinal, result, failure } = activity;
  const shown = { id, type, status, ...(!isFinal && { fingerprint }), ...result, ...(failure && { failure }) };
  return tableLines(shown, width).join('\n');
}

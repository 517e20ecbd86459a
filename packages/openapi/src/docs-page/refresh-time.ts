import { parseObject, replaceMember } from './json-text.ts';

/** Sets the time of an activity, also of an activity that is itself a member of a query, as text. */
export function refreshTime(text: string, now: number): string {
  const { timestampMs, request } = parseObject(text);
  if (timestampMs !== undefined) return replaceMember(text, 'timestampMs', String(now));
  if (typeof request !== 'string') return text;
  try {
    return replaceMember(text, 'request', refreshTime(request, now));
  } catch {
    // Not JSON: the service explains that better.
    return text;
  }
}

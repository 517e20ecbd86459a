import { memberSpan } from '../json-text.ts';
import type { StampedRequest } from '../stamped-request.ts';

/** The body before and after the digits of its time, or the whole body if it has no time. */
export type BodyParts = readonly [body: string] | readonly [before: string, after: string];

/**
 * Divides a body where a program has to put the current time. The time stays where the stamp is part of the program, since the
 * stamp covers it.
 */
export function bodyParts({ body, kind }: StampedRequest): BodyParts {
  const span = kind === 'apiKey' ? memberSpan(body, 'timestampMs') : undefined;
  return span ? [body.slice(0, span.start + 1), body.slice(span.end - 1)] : [body];
}

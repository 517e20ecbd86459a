import type { Struct } from '../values/value.ts';
import { field, structOf, timestamp } from './types.ts';

export const time = field(
  structOf('Time', { now: field(timestamp, 'The time of the decision, by the clock of the server.') }),
  'The time. Every activity has it.',
);

/** The time, as policies see it. */
export const timeOf = (now: Date): Struct => ({ now });

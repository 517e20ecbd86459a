import { z } from 'zod';
import { component } from '../component.ts';
import { wholeNumber } from '../vocabulary.ts';

export const Timestamp = component(
  'UnixTimestamp',
  'A point in time, as seconds since the epoch and the nanoseconds past that second.',
  z.object({
    seconds: wholeNumber('Whole seconds since the epoch.').meta({ examples: ['1767225600'] }),
    nanos: wholeNumber('Nanoseconds past the second, 0 to 999999999.').meta({ examples: ['0'] }),
  }),
);

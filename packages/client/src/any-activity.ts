import type { components } from './generated/paths.ts';

/** An activity of any type. */
export type AnyActivity = components['schemas']['Activity'];

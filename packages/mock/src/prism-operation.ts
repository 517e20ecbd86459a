import type { getHttpOperationsFromSpec } from '@stoplight/prism-http';

/** An operation as Prism reads it: references are resolved, and schemas are in draft 7. */
export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

export type PrismContent = NonNullable<PrismOperation['responses'][number]['contents']>[number];

export type PrismSchema = NonNullable<PrismContent['schema']>;

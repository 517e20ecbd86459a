import type { Kind } from '../../contract/define-kind.ts';

/** All kinds of entries that this version delivers, one file each. There is none yet. */
export const kinds: readonly Kind[] = [];

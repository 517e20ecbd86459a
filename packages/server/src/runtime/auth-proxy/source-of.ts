import type { RowMacs } from '../../core/authority/row-macs.ts';

/** Enough to tell sources apart. */
const characters = 32;

/** Where an anonymous request came from, as it is stored: a keyed hash of its network, since addresses are personal data. */
export const sourceOf = (macs: RowMacs, network: string): string =>
  macs.keyedHash('source of sign-ups', [network]).toString('hex').slice(0, characters);

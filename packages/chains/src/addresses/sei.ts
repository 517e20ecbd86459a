import { encodeCosmos } from './cosmos.ts';

/** An address of the Cosmos SDK with the prefix that Sei sets for its accounts. */
export const encodeSei = encodeCosmos('sei');

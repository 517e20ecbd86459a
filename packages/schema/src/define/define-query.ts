import { exchangeConstructor } from './exchange.ts';

/** Defines the unit of one query: a stamped request that only reads. */
export const defineQuery = exchangeConstructor('query', '/public/v1/query');

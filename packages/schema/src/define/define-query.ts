import { exchangeConstructor } from './exchange.ts';

/** Makes the unit of one query: it reads, and is stamped. */
export const defineQuery = exchangeConstructor('query', '/public/v1/query');

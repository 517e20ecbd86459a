import { exchangeConstructor } from './exchange.ts';

/** Makes the unit of one sign-up operation: it names an auth-proxy configuration instead of carrying a stamp. */
export const defineProxy = exchangeConstructor('proxy', '/v1');

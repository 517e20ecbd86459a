import { exchangeConstructor } from './exchange.ts';

/** Defines the unit of one sign-up operation, which names an auth-proxy configuration instead of carrying a stamp. */
export const defineProxy = exchangeConstructor('proxy', '/v1');

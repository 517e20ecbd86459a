/** The number of an EVM chain, from its CAIP-2 identifier, such as `eip155:1`. */
export const chainIdOf = (caip2: string): bigint => BigInt(caip2.slice('eip155:'.length));

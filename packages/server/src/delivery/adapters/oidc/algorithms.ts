/** The accepted signature algorithms (RFC 7518, RFC 8037). All need a public key: there is no `none` and no HMAC. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

export type Algorithm = (typeof algorithms)[number];

export const isAlgorithm = (value: unknown): value is Algorithm => algorithms.some((known) => known === value);

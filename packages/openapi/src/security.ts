import type { Unit } from '@mintmark/schema';

/** How a caller authenticates. Not as header parameters, because a generated client could not leave those to its stamper. */
export const securitySchemes = {
  ApiKeyStamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Stamp',
    description:
      'The request stamped with an API key: base64url of a JSON object with the members publicKey, scheme and signature. The signature covers the bytes of the body exactly as they are sent.',
  },
  WebAuthnStamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Stamp-WebAuthn',
    description:
      'The request stamped with a passkey: a JSON object with the members credentialId, authenticatorData, clientDataJson and signature. The challenge is the hex SHA-256 of the bytes of the body.',
  },
  AttestedStamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Stamp-Attested',
    description:
      'The request stamped with a new key that a token names: base64url of a JSON object with the members publicKeyAttestation, scheme, publicKey and signature. The token is a verification token, or an OIDC token whose nonce is the hex SHA-256 of the public key in hex.',
  },
  AuthProxyConfig: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Auth-Proxy-Config-Id',
    description: 'The auth-proxy configuration of the organization that users sign up to. No stamp is used.',
  },
} as const;

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>;

/** The alternatives of one operation: any one of them is enough. */
export function securityOf(unit: Unit): Requirement[] {
  if (unit.kind === 'proxy') return [{ AuthProxyConfig: [] }];
  const stamps = [{ ApiKeyStamp: [] }, { WebAuthnStamp: [] }];
  return unit.name === 'stamp_login' ? [...stamps, { AttestedStamp: [] }] : stamps;
}

import { organizationId } from './organizations.ts';
import { timestamp } from './timestamp.ts';

export const apiKey = {
  apiKeyName: 'Deploy key',
  publicKey: '026256b6b20b1d35f2e1d1a1af05b07402fa06d7eb3bbaeea8513153963152ab5d',
  curveType: 'API_KEY_CURVE_P256',
} as const;

export const authenticator = {
  authenticatorName: 'Laptop',
  challenge: 'jrgEriRY4yXvTWvwhS-nyvnqyf9yzmjgXozVF7k2SFY',
  attestation: {
    credentialId: 'n6LVELN7iSF5ZWcJqgpATFzcd-NM8x3OyadsHiUQ3X4',
    clientDataJson:
      'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoianJnRXJpUlk0eVh2VFd2d2hTLW55dm5xeWY5eXptamdYb3pWRjdrMlNGWSIsIm9yaWdpbiI6Imh0dHBzOi8vYXBwLmV4YW1wbGUuY29tIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ',
    attestationObject:
      'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikKAWYKbEFHwTvAxGQZ8DOCeBSd2EokPjgh08djs4a4DRFAAAAAAAAAAAAAAAAAAAAAAAAAAAAIJ-i1RCze4kheWVnCaoKQExc3HfjTPMdzsmnbB4lEN1-pQECAyYgASFYIKRfM3sdgQPTsmFF8jDAkKPZP7pwqsY0_-98Qn4XXEw-IlggGKznA2J2ZPsK9bOfxdfAWZKxdp71tPDPxoKLzCP10tc',
    transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL' as const, 'AUTHENTICATOR_TRANSPORT_HYBRID' as const],
  },
};

/** The API key as the service stores it. */
export const apiKeyRecord = {
  credential: { publicKey: apiKey.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' as const },
  apiKeyId: '64d6cd56-e57a-4995-a1d0-a89123c55a0e',
  apiKeyName: apiKey.apiKeyName,
  createdAt: timestamp,
  updatedAt: timestamp,
};

/** The passkey as the service stores it. */
export const authenticatorRecord = {
  transports: authenticator.attestation.transports,
  attestationType: 'none',
  aaguid: 'AAAAAAAAAAAAAAAAAAAAAA',
  credentialId: authenticator.attestation.credentialId,
  model: 'Passkey',
  credential: {
    publicKey:
      'pQECAyYgASFYIKRfM3sdgQPTsmFF8jDAkKPZP7pwqsY0_-98Qn4XXEw-IlggGKznA2J2ZPsK9bOfxdfAWZKxdp71tPDPxoKLzCP10tc',
    type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' as const,
  },
  authenticatorId: 'f24a572b-2b6d-43ba-a1de-0be17de4fb83',
  authenticatorName: authenticator.authenticatorName,
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const oidcToken =
  'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijg3YjhkNmEwZjAwZDdkN2QifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUuY29tIiwic3ViIjoiMjQ4Mjg5NzYxMDAxIiwiYXVkIjoibWludG1hcmstZGVtbyIsImV4cCI6MTc2NzIyOTIwMCwiaWF0IjoxNzY3MjI1NjAwLCJub25jZSI6ImFhMjk4MzZmMzRkZGYyMDhkYmEyMTExODczYTZhNzViY2FjZjQ0ODQwZjExYmI1N2ZkYmRlODdiYTU2NWQ2NjYifQ.5E2y_iXEs8gU6vSDt6YS8mHPTlGs8KF3N4g91NgzYMAhQ7VpqjSvBsB3s7UxRAgODMDAIin6EOuKIPSPB1Gzjw';

/** The nonce of that token, which binds it to the session key: the SHA-256 of its hex text. */
export const oidcNonce = 'aa29836f34ddf208dba2111873a6a75bcacf44840f11bb57fdbde87ba565d666';

/** What an app has after a user has signed in at an OAuth 2.0 provider. The code and its verifier are those of RFC 6749 and RFC 7636. */
export const oauth2Code = {
  authCode: 'SplxlOBeZQQYbYS6WxSbIA',
  redirectUri: 'https://app.example.com/signed-in',
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  nonce: oidcNonce,
} as const;

export const oauthProvider = { providerName: 'Example ID', oidcToken } as const;

/** The identity as the service stores it. */
export const oauthProviderRecord = {
  providerId: 'a90c5e37-2f84-4b1d-8c6a-e5d7f13b0962',
  providerName: oauthProvider.providerName,
  issuer: 'https://id.example.com',
  audience: 'mintmark-demo',
  subject: '248289761001',
  createdAt: timestamp,
  updatedAt: timestamp,
};

/** A client secret, encrypted to the published client-secret key. */
export const encryptedClientSecret =
  '9eb435959b07b498cd859d0f0434684474539492bbe956f2cc78117a089f683c36c0b1bbcc828601cce66fd0dbabea3091c7fbc41d77394430c6e9c16eaf9ff5eca9405a7b9015508c071057e52c0000007e7248caa4fc2dbc39227346d7871941e46cf4b538ada00a98dfd005232416c2cb2bba65844a3dce16b8b19b';

export const oauth2Client = {
  provider: 'OAUTH2_PROVIDER_ALPHA',
  clientId: 'YWRhLWRlbW8tY2xpZW50',
  encryptedClientSecret,
} as const;

export const oauth2CredentialId = 'd35a7f90-8c1e-4b62-9f47-06e2b8c5a1d3';

/** The client as the service stores it. */
export const oauth2CredentialRecord = {
  oauth2CredentialId,
  organizationId,
  ...oauth2Client,
  createdAt: timestamp,
  updatedAt: timestamp,
};

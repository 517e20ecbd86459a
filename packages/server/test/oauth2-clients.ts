import { createHash, randomBytes } from 'node:crypto';
import { sealClientSecret } from '@mintmark/stamper/bundles';
import { resultOf } from './organizations.ts';
import type { Actor, Service } from './service.ts';

/** A client at an OAuth 2.0 provider, with its secret sealed for the service. */
export const newClient = async (
  { keys }: Pick<Service, 'keys'>,
  more: object = {},
  clientSecret = 'client secret',
) => ({
  provider: 'OAUTH2_PROVIDER_ALPHA',
  clientId: randomBytes(8).toString('hex'),
  encryptedClientSecret: await sealClientSecret(clientSecret, keys.clientSecret),
  ...more,
});

/** Stores a client, and returns its id. */
export const addClient = async (service: Service, by: Actor, client: object): Promise<string> =>
  resultOf(await service.submit(by, 'create_oauth2_credential', client)).oauth2CredentialId;

/** A code verifier and its challenge (RFC 7636 §4). */
export function newCodeVerifier() {
  const codeVerifier = randomBytes(32).toString('base64url');
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') };
}

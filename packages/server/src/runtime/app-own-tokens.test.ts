import { createClient } from '@mintmark/client';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { sealClientSecret } from '@mintmark/stamper/bundles';
import { startJsonServer } from '@mintmark/testing/json-server';
import { expect, test } from 'vitest';
import { nonceOf } from '../delivery/adapters/oidc/nonce.ts';
import { createServer } from './create-server.ts';

test('default: the service accepts the tokens that it issues itself, once OAuth 2.0 is configured', async () => {
  await using provider = await startJsonServer();
  provider.answers['/token'] = { access_token: 'token', token_type: 'Bearer' };
  provider.answers['/me'] = { sub: '42' };
  const alpha = { tokenUrl: `${provider.origin}/token`, userInfoUrl: `${provider.origin}/me` };
  const configuration = { oauth2: { issuer: 'https://wallets.example', alpha } };
  await using server = await createServer({ database: 'ephemeral', configuration });
  const { root } = server;
  if (!root?.apiPrivateKey) throw new Error('the database was not empty');
  const { organizationId, userId, apiPublicKey: publicKey, apiPrivateKey: privateKey, keys } = root;
  const stamper = createP256Stamper({ publicKey, privateKey });
  const client = createClient({ baseUrl: 'http://local', fetch: server.fetch, organizationId, stamper });
  const { oauth2CredentialId } = await client.createOauth2CredentialOrThrow({
    provider: 'OAUTH2_PROVIDER_ALPHA',
    clientId: 'client',
    encryptedClientSecret: await sealClientSecret('secret', keys.clientSecret),
  });
  const sessionKey = generatePrivateKey('p256').publicKey.hex;
  const exchange = { authCode: 'code', redirectUri: 'https://app.example/', codeVerifier: 'verifier' };
  const nonce = nonceOf(sessionKey);
  const { oidcToken } = await client.oauth2AuthenticateOrThrow({ oauth2CredentialId, ...exchange, nonce });
  await client.createOauthProvidersOrThrow({ userId, oauthProviders: [{ providerName: 'Alpha', oidcToken }] });
  const { session } = await client.oauthLoginOrThrow({ oidcToken, publicKey: sessionKey });
  expect(session.split('.')).toHaveLength(3);
  const { oauthProviders } = await client.getOauthProviders({ userId });
  expect(oauthProviders).toMatchObject([
    { issuer: 'https://wallets.example', audience: 'client', subject: 'alpha:42' },
  ]);
});

import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { importJwks } from '@mintmark/stamper/tokens';

const issuer = 'https://issuer.example';
const kid = 'test';
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = createPrivateKey({ key: pair.privateKey.export({ format: 'jwk' }), format: 'jwk' });
const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });

/** The audience of the tokens. */
export const testAudience = 'test-app';

/** An issuer that is only a key, for tests of everything but tokens. The services of tests accept it without a network. */
export const testIssuer = {
  issuer,
  keys: await importJwks({ keys: [{ kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig', kid }] }),
};

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of that issuer, by default for a new person. */
export function newTestToken(claims: { readonly sub?: string; readonly nonce?: string } = {}): string {
  const iat = Math.floor(Date.now() / 1000);
  const usual = { iss: issuer, aud: testAudience, sub: randomUUID(), nonce: 'none', iat, exp: iat + 3600 };
  const content = `${encode({ alg: 'ES256', typ: 'JWT', kid })}.${encode({ ...usual, ...claims })}`;
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

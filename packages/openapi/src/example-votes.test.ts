import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { exampleVote } from './example-votes.ts';

test('default: the signature verifies over the message and is deterministic', () => {
  const { message, publicKey, signature } = exampleVote('APPROVED', '{"name":"Zoë"}');
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'hex').toString('base64url') },
    format: 'jwk',
  });
  expect(verify(null, Buffer.from(message), key, Buffer.from(signature, 'hex'))).toBe(true);
  expect(exampleVote('APPROVED', message).signature).toBe(signature);
});

import { generatePrivateKey } from '@mintmark/stamper';
import { expect, test } from 'vitest';
import { readApiKey, writeApiKey } from './api-key-file.ts';

const organizationId = '11111111-1111-4111-8111-111111111111';

test('default: a written file signs in to its organization', () => {
  const key = generatePrivateKey('p256');
  const { key: read, installation } = readApiKey(writeApiKey(key, organizationId));
  expect(read.toApiKey()).toEqual(key.toApiKey());
  expect(installation).toEqual({ organizationId, authProxyConfigId: undefined, otpPublicKey: undefined });
});

test('behavior: a file without an organization leaves it to the sign-in', () => {
  const key = generatePrivateKey('p256');
  const { key: read, installation } = readApiKey(writeApiKey(key));
  expect(read.toApiKey()).toEqual(key.toApiKey());
  expect(installation).toBeUndefined();
});

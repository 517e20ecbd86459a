import type { components } from '@mintmark/client';
import { expect, test } from 'vitest';
import { changesOf, draftOf } from './auth-proxy-draft.ts';

const config: components['schemas']['AuthProxyConfig'] = {
  configId: '1',
  userId: '2',
  allowedOrigins: ['*'],
  // In another order than the form has them.
  allowedAuthMethods: ['AUTH_METHOD_EMAIL', 'AUTH_METHOD_API_KEY'],
  allowedIssuers: [],
  otpLength: 9,
  otpAlphanumeric: true,
  otpExpirationSeconds: 300,
  verificationTokenExpirationSeconds: 3600,
  sessionExpirationSeconds: 900,
  verificationTokenRequiredForGetAccountPii: true,
  emailCustomizationParams: { appName: 'Acme', logoUrl: 'https://acme.example.com/logo.png' },
};
const before = draftOf(config);

test('default: a form that was not changed sends nothing', () => {
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf(before, { ...before, allowedOrigins: ' * \n\n' })).toEqual({});
});

test('behavior: only what was changed is sent', () => {
  const changes = { allowedOrigins: 'https://a.example.com\n https://b.example.com\n', otpLength: '6' };
  expect(changesOf(before, { ...before, ...changes })).toEqual({
    allowedOrigins: ['https://a.example.com', 'https://b.example.com'],
    otpLength: 6,
  });
});

test('behavior: the parts of e-mails are sent together, because the service replaces them as a whole', () => {
  expect(changesOf(before, { ...before, appName: '' })).toEqual({
    emailCustomizationParams: { appName: '', logoUrl: 'https://acme.example.com/logo.png', magicLinkTemplate: '' },
  });
});

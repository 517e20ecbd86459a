import { describe, expect, test } from 'vitest';
import { objections } from '../../../test/objections.ts';
import { activities, examples } from '../../index.ts';

describe('one-time passcodes', () => {
  const starting = (parameters: object) =>
    objections(activities.init_otp, {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'ada@example.com',
      appName: 'Acme',
      ...parameters,
    });

  test('default: the contact is of the type', () => {
    expect(starting({})).toEqual([]);
    expect(starting({ otpType: 'OTP_TYPE_SMS', contact: '+14155550123' })).toEqual([]);
    expect(starting({ otpType: 'OTP_TYPE_SMS' })).toEqual(['contact: REQUEST_INVALID']);
    expect(starting({ contact: '+14155550123' })).toEqual(['contact: REQUEST_INVALID']);
    expect(starting({ contact: 'ada' })).toEqual(['contact: invalid_format', 'contact: REQUEST_INVALID']);
    expect(starting({ contact: `ada@example.com\nbob@example.com` })).toContain('contact: invalid_format');
  });

  test('args: 6 to 9 characters, at most 600 seconds, a token for at most a day', () => {
    for (const otpLength of [6, 9]) expect(starting({ otpLength })).toEqual([]);
    for (const otpLength of [5, 10, 6.5, '6']) expect(starting({ otpLength })).not.toEqual([]);
    for (const expirationSeconds of ['1', '99', '599', '600']) expect(starting({ expirationSeconds })).toEqual([]);
    for (const expirationSeconds of ['0', '601', '1000', '-1', '60.5', 60])
      expect(starting({ expirationSeconds })).not.toEqual([]);
    const { otpId, encryptedOtpBundle } = examples;
    const verifying = (expirationSeconds: unknown) =>
      objections(activities.verify_otp, { otpId, encryptedOtpBundle, expirationSeconds });
    for (const good of ['1', '9999', '79999', '85999', '86399', '86400']) expect(verifying(good)).toEqual([]);
    for (const bad of ['0', '86401', '87000', '90000', '100000', 3600]) expect(verifying(bad)).not.toEqual([]);
  });

  test('error: a link or a text without the code', () => {
    const link = (magicLinkTemplate: string) => starting({ emailCustomization: { magicLinkTemplate } });
    expect(link('https://app.example.com/?code=%s')).toEqual([]);
    expect(link('https://app.example.com/{{.OtpCode}}')).toEqual([]);
    expect(link('https://app.example.com/')).not.toEqual([]);
    expect(link('javascript:%s')).not.toEqual([]);
    expect(starting({ smsCustomization: { template: 'Code: {{.OtpCode}}' } })).toEqual([]);
    expect(starting({ smsCustomization: { template: 'Hello' } })).not.toEqual([]);
  });
});

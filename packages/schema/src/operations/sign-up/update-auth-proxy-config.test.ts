import { describe, expect, test } from 'vitest';
import { objections } from '../../../test/objections.ts';
import { activities } from '../../index.ts';

describe('settings of the sign-up proxy', () => {
  const updating = (settings: object) => objections(activities.update_auth_proxy_config, settings);

  test('default: a passcode has 6 to 9 characters', () => {
    for (const otpLength of [6, 9]) expect(updating({ otpLength })).toEqual([]);
    for (const otpLength of [5, 10, 6.5, '6']) expect(updating({ otpLength })).not.toEqual([]);
  });

  test('behavior: origins are exact, or any', () => {
    for (const origin of ['*', 'https://app.example.com', 'http://localhost:3000'])
      expect(updating({ allowedOrigins: [origin] })).toEqual([]);
    for (const origin of ['', 'https://*.example.com', 'https://app.example.com/', 'app.example.com'])
      expect(updating({ allowedOrigins: [origin] })).toEqual(['allowedOrigins.0: invalid_format']);
  });
});

import { availableParallelism } from 'node:os';
import { generatePrivateKey } from '@mintmark/stamper';
import { expect, test } from 'vitest';
import { readSettings, unknownSettings } from './settings.ts';

test('default', () => {
  const none = undefined;
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toEqual({
    host: '127.0.0.1',
    port: 8080,
    hasConsole: true,
    metricsHost: '127.0.0.1',
    metricsPort: none,
    dataDirectory: '.mintmark',
    database: 'embedded',
    configFile: none,
    masterKeyFile: none,
    rootPublicKey: none,
    allowsOtpV1: false,
    workers: availableParallelism(),
    demoDirectory: none,
  });
});

test('args: a number of workers', () => {
  expect(readSettings({ MINTMARK_WORKERS: '3' }).workers).toBe(3);
});

test('args: the sample page, which production never serves', () => {
  expect(readSettings({ MINTMARK_DEMO_DIR: 'here' }).demoDirectory).toBe('here');
  expect(readSettings({ MINTMARK_DEMO_DIR: 'here', NODE_ENV: 'production' }).demoDirectory).toBeUndefined();
});

test('args: whether version 1 of verify_otp and otp_login is accepted', () => {
  expect(readSettings({ MINTMARK_ALLOW_OTP_V1: 'true' }).allowsOtpV1).toBe(true);
  expect(readSettings({ MINTMARK_ALLOW_OTP_V1: 'false' }).allowsOtpV1).toBe(false);
  expect(readSettings({ MINTMARK_CONSOLE: 'false' }).hasConsole).toBe(false);
});

test('args: a root key in upper case is the same key', () => {
  const { publicKey } = generatePrivateKey('p256').toApiKey();
  expect(readSettings({ MINTMARK_ROOT_PUBLIC_KEY: publicKey.toUpperCase() }).rootPublicKey).toBe(publicKey);
});

test('behavior: finds variables that look like settings but are unknown', () => {
  const known = {
    MINTMARK_DATA_DIR: 'here',
    MINTMARK_CONFIG_FILE: '',
    MINTMARK_MASTER_KEY_FILE: '',
    MINTMARK_METRICS_PORT: '1',
    MINTMARK_WORKERS: '1',
    MINTMARK_ALLOW_OTP_V1: 'true',
    MINTMARK_API_PUBLIC_KEY: '02',
    MINTMARK_API_PRIVATE_KEY: '00',
    MINTMARK_ORGANIZATION_ID: 'id',
    MINTMARK_BASE_URL: 'http://127.0.0.1',
    MINTMARK_AUTH_PROXY_CONFIG_ID: 'id',
    PATH: '/bin',
  };
  expect(unknownSettings({ ...known, MINTMARK_DATADIR: 'there', MINTMARK_: '' })).toEqual([
    'MINTMARK_DATADIR',
    'MINTMARK_',
  ]);
});

test('behavior: the system may choose both ports', () => {
  expect(readSettings({ PORT: '0', MINTMARK_METRICS_PORT: '0' }).metricsPort).toBe(0);
});

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['MINTMARK_METRICS_PORT', '1.5'],
  ['MINTMARK_METRICS_PORT', '8080'],
  ['MINTMARK_ALLOW_OTP_V1', 'yes'],
  ['MINTMARK_CONSOLE', 'off'],
  ['MINTMARK_WORKERS', '0'],
  ['MINTMARK_WORKERS', '1025'],
  ['MINTMARK_WORKERS', 'all'],
  ['MINTMARK_ROOT_PUBLIC_KEY', 'zz'],
  ['MINTMARK_ROOT_PUBLIC_KEY', `02${'f'.repeat(64)}`],
])('error: %s=%s', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    expect.objectContaining({ message: expect.stringContaining(name) }),
  );
});

import { describe, expect, test } from 'vitest';
import { StamperError } from '../../stamper-error.ts';
import { readWebAuthnStamp } from './webauthn-stamp.ts';

const stamp = { authenticatorData: 'AQI', clientDataJson: 'e30', credentialId: 'BAUGBw', signature: 'CA' };
const decoded = {
  authenticatorData: Uint8Array.of(1, 2),
  clientDataJson: Uint8Array.of(0x7b, 0x7d),
  credentialId: 'BAUGBw',
  signature: Uint8Array.of(8),
};
const json = JSON.stringify(stamp);

describe('readWebAuthnStamp', () => {
  test.each([
    ['JSON', json],
    ['spaced JSON', JSON.stringify(stamp, undefined, 2)],
    ['base64url of JSON', Buffer.from(json).toString('base64url')],
    ['padded base64url of JSON', Buffer.from(json).toString('base64').replaceAll('+', '-').replaceAll('/', '_')],
    ['base64url of spaced JSON', Buffer.from(` ${json}`).toString('base64url')],
    ['padded members', JSON.stringify({ ...stamp, authenticatorData: 'AQI=', credentialId: 'BAUGBw==' })],
  ])('default: %s', (_, value) => {
    expect(readWebAuthnStamp(value)).toEqual(decoded);
  });

  test.each([
    ['nothing', ''],
    ['two stamps joined', `${json}, ${json}`],
    [
      'standard base64',
      Buffer.from(JSON.stringify({ ...stamp, signature: '>>>???' }))
        .toString('base64')
        .replace(/^./, '+'),
    ],
    ['base64url of something else', 'AAAA'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a missing member', JSON.stringify({ ...stamp, signature: undefined })],
    ['a member of another type', JSON.stringify({ ...stamp, signature: [1] })],
    ['an extra member', JSON.stringify({ ...stamp, userHandle: 'AA' })],
    ['a member in hex', JSON.stringify({ ...stamp, signature: 'zz zz' })],
    ['spare bits', JSON.stringify({ ...stamp, credentialId: 'BAUGBx' })],
    ['a text that is too long', JSON.stringify({ ...stamp, signature: 'A'.repeat(16_384) })],
    ['inherited members', `{"__proto__":${json}}`],
  ])('error: %s', (_, value) => {
    expect(() => readWebAuthnStamp(value)).toThrow(StamperError);
    expect(() => readWebAuthnStamp(value)).toThrow(expect.objectContaining({ code: 'MALFORMED' }));
  });

  test('error: the message does not quote the stamp', () => {
    expect(() => readWebAuthnStamp('{"secret')).toThrow(/^stamp is not JSON$/);
  });
});

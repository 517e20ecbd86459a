import { describe, expect, test } from 'vitest';
import { dataOf, signer, signerPublicKey, stranger, target, uncompressed } from '../../test/bundle-parties.ts';
import { errorOf, failure, shown } from '../../test/failure.ts';
import { nodeOpen, nodeSeal } from '../../test/node-hpke.ts';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { openOtp, sealOtp, signOtpTarget } from './otp.ts';

describe('one-time password', () => {
  const of = { organizationId: 'org', otpId: 'otp' };
  const client = generatePrivateKey('p256');
  const otpEncryptionTargetBundle = signOtpTarget(target.publicKey.hex, { ...of, signer });
  const sealing = async () => ({
    otpEncryptionTargetBundle: await otpEncryptionTargetBundle,
    ...of,
    signerPublicKey,
  });

  test('default', async () => {
    const bundle = await sealOtp({ otpCode: 'Q7X2M9KPA', publicKey: uncompressed(client) }, await sealing());
    const { otpCode, publicKey } = await openOtp(bundle, target);
    expect(otpCode).toBe('Q7X2M9KPA');
    expect(publicKey.hex).toBe(client.publicKey.hex);
  });

  test('behavior: has the members that services and clients expect', async () => {
    expect(dataOf(await otpEncryptionTargetBundle)).toEqual({ targetPublic: uncompressed(target), ...of });
    const bundle = await sealOtp({ otpCode: '123456', publicKey: uncompressed(client) }, await sealing());
    const plaintext = nodeOpen(target.bytes(), JSON.parse(bundle)).toString();
    expect(plaintext).toBe(`{"otp_code":"123456","public_key":"${client.publicKey.hex}"}`);
  });

  test('error: a target for another code, organization or by another signer', async () => {
    const attempt = { otpCode: '123456', publicKey: client.publicKey.hex };
    const to = await sealing();
    expect(await failure(sealOtp(attempt, { ...to, otpId: 'otp2' }))).toBe(
      'BINDING_MISMATCH otpEncryptionTargetBundle.data.otpId',
    );
    expect(await failure(sealOtp(attempt, { ...to, organizationId: 'org2' }))).toBe(
      'BINDING_MISMATCH otpEncryptionTargetBundle.data.organizationId',
    );
    expect(await failure(sealOtp(attempt, { ...to, signerPublicKey: uncompressed(stranger) }))).toBe(
      'SIGNER_UNTRUSTED otpEncryptionTargetBundle.enclaveQuorumPublic',
    );
  });

  test('error: an invalid client key', async () => {
    const attempt = { otpCode: '123456', publicKey: `02${'ff'.repeat(32)}` };
    expect(await failure(sealOtp(attempt, await sealing()))).toBe('INVALID_KEY publicKey');
  });

  test('error: content that is not an attempt', async () => {
    const contents = [
      ['[]', 'encryptedOtpBundle'],
      ['{"otp_code":"123456"}', 'encryptedOtpBundle.public_key'],
      ['{"otp_code":123456,"public_key":"02"}', 'encryptedOtpBundle.otp_code'],
      ['{"otp_code":"123456","public_key":"02"}', 'encryptedOtpBundle.public_key'],
    ] as const;
    for (const [content, part] of contents) {
      const bundle = JSON.stringify(nodeSeal(target.publicKey, Buffer.from(content)));
      expect(await failure(openOtp(bundle, target))).toBe(`MALFORMED ${part}`);
    }
    const notUtf8 = JSON.stringify(nodeSeal(target.publicKey, Buffer.of(0xff)));
    expect(await failure(openOtp(notUtf8, target))).toBe('MALFORMED encryptedOtpBundle');
  });

  test('behavior: no error holds the code', async () => {
    for (const content of ['Q7X2M9KPA', '{"otp_code":"Q7X2M9KPA"', '{"otp_code":"Q7X2M9KPA","public_key":"02"}']) {
      const bundle = JSON.stringify(nodeSeal(target.publicKey, Buffer.from(content)));
      expect(shown(await errorOf(openOtp(bundle, target)))).not.toContain('Q7X2');
    }
  });
});

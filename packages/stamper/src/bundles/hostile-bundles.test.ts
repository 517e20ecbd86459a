import fc from 'fast-check';
import { test } from 'vitest';
import { mnemonic, signerPublicKey, stranger, target, uncompressed } from '../../test/bundle-parties.ts';
import { failure } from '../../test/failure.ts';
import {
  openExportedMnemonic,
  openImportedMnemonic,
  openOtp,
  openSessionCredential,
  sealImportedMnemonic,
} from './index.ts';

test('error: any value that is not a bundle is refused with a StamperError', async () => {
  const of = { organizationId: 'org', userId: 'user', activityId: 'activity', walletId: 'wallet', otpId: 'otp' };
  const exported = { ...of, targetKey: target, signerPublicKey };
  const json = fc.json({ maxDepth: 4 });
  const signed = fc.record({
    version: fc.constantFrom('v1.0.0', 'v0', ''),
    data: fc.oneof(
      fc.string(),
      json.map((text) => Buffer.from(text).toString('hex')),
    ),
    dataSignature: fc.oneof(fc.string(), fc.constant(`3044${`0220${'11'.repeat(32)}`.repeat(2)}`)),
    enclaveQuorumPublic: fc.constantFrom(signerPublicKey, uncompressed(stranger), '', '00'),
  });
  const sealed = fc.record({
    encappedPublic: fc.constantFrom(signerPublicKey, target.publicKey.hex, '', '00'),
    ciphertext: fc.oneof(
      fc.string(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('hex')),
    ),
  });
  const texts = fc.oneof(
    fc.anything(),
    json,
    signed.map((value) => JSON.stringify(value)),
    sealed.map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (value) => {
      const text = value as string;
      await failure(openExportedMnemonic(text, exported));
      await failure(openSessionCredential(text, target));
      await failure(openImportedMnemonic(text, target));
      await failure(openOtp(text, target));
      await failure(sealImportedMnemonic(mnemonic, { ...of, importBundle: text, signerPublicKey }));
    }),
  );
});

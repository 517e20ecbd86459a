import type { Vector } from '@mintmark/testing/vector';
import { signMessage } from '../../src/bundles/signed-message.ts';
import {
  flipLastBit,
  madeBy,
  mnemonic,
  organizationId,
  otherKey,
  pointOf,
  sealTo,
  secretOf,
  signerKey,
  somethingElse,
  targetKey,
  userId,
} from './bundle-cast.ts';
import { hex, keyOf, utf8 } from './cast.ts';
import { fixedSigner } from './signer.ts';
import { invalid, valid } from './vector.ts';

const otpId = 'a61f0d28-7c35-4b9e-8d14-f2e07b6c5a39';

/** The signed targets that a client seals to: of an import, and of a one-time password. */
export async function makeTargets(): Promise<Vector[]> {
  return [
    ...(await targetVectors('importTarget', 'importBundle', { organizationId, userId })),
    ...(await targetVectors('otpTarget', 'otpEncryptionTargetBundle', { organizationId, otpId })),
  ];
}

async function targetVectors(
  check: string,
  member: string,
  bound: { readonly [name: string]: string },
): Promise<Vector[]> {
  const signer = await fixedSigner(signerKey);
  const make = (changes: object = {}) =>
    signMessage({ targetPublic: pointOf(targetKey), ...bound, ...changes }, signer);
  const input = (bundle: string) => ({ [member]: bundle, signerPublicKey: pointOf(signerKey), ...bound });
  const sound = await make();
  const foreign = await signMessage({ targetPublic: pointOf(otherKey), ...bound }, await fixedSigner(otherKey));
  const swapped = JSON.stringify({ ...JSON.parse(sound), data: JSON.parse(foreign).data });
  const refuse = (name: string, bundle: string, reason: string) =>
    invalid(`${check}: ${name}`, check, input(bundle), reason);
  return [
    valid(`${check}: default`, check, input(sound)),
    ...(await Promise.all(
      Object.keys(bound).map(async (name) =>
        refuse(`another ${name}`, await make({ [name]: somethingElse }), 'BINDING_MISMATCH'),
      ),
    )),
    refuse('another signer', foreign, 'SIGNER_UNTRUSTED'),
    refuse('the target of another signer', swapped, 'SIGNATURE_INVALID'),
    refuse('a target off the curve', await make({ targetPublic: `04${'11'.repeat(64)}` }), 'INVALID_KEY'),
    refuse('the point at infinity for target', await make({ targetPublic: '00' }), 'MALFORMED'),
  ];
}

/** What clients seal to a target. Each target key opens one bundle, so that an older bundle never opens again. */
export async function makeImports(): Promise<Vector[]> {
  const secret = keyOf('ed25519', 'imported').bytes();
  const words = await sealTo(targetKey, utf8(mnemonic), 'import of a mnemonic');
  const key = await sealTo(targetKey, secret, 'import of a private key');
  const code = { otp_code: '7XK2M9QRT', public_key: keyOf('p256', 'session').publicKey.hex };
  const otp = await sealTo(targetKey, utf8(JSON.stringify(code)), 'one-time password');
  const otpOutput = { otpCode: code.otp_code, publicKey: code.public_key };
  const wrongKey = { ...code, public_key: '00' };
  const otpWithWrongKey = await sealTo(targetKey, utf8(JSON.stringify(wrongKey)), 'one-time password for no key');
  const importInput = (sealed: object, opener = targetKey) => ({
    ...{ encryptedBundle: JSON.stringify(sealed), targetPrivateKey: secretOf(opener) },
  });
  const otpInput = (sealed: object, opener = targetKey) => ({
    ...{ encryptedOtpBundle: JSON.stringify(sealed), targetPrivateKey: secretOf(opener) },
  });
  const refuse = (name: string, given: object, reason: string) =>
    invalid(`import: ${name}`, 'importedMnemonic', { ...given }, reason);
  return [
    valid('import: a mnemonic', 'importedMnemonic', importInput(words), mnemonic, madeBy('import of a mnemonic')),
    valid(
      'import: a private key',
      'importedPrivateKey',
      importInput(key),
      hex(secret),
      madeBy('import of a private key'),
    ),
    valid('one-time password: default', 'otp', otpInput(otp), otpOutput, madeBy('one-time password')),
    refuse('replayed: sealed to the target of an earlier import', importInput(words, otherKey), 'DECRYPTION_FAILED'),
    refuse(
      'a changed ciphertext',
      importInput({ ...words, ciphertext: flipLastBit(words.ciphertext) }),
      'DECRYPTION_FAILED',
    ),
    refuse(
      'the encapsulated key of another bundle',
      importInput({ ...words, encappedPublic: key.encappedPublic }),
      'DECRYPTION_FAILED',
    ),
    refuse('the point at infinity for encapsulated key', importInput({ ...words, encappedPublic: '00' }), 'MALFORMED'),
    refuse(
      'an encapsulated key off the curve',
      importInput({ ...words, encappedPublic: `04${'11'.repeat(64)}` }),
      'INVALID_KEY',
    ),
    refuse('a member too few', importInput({ ciphertext: words.ciphertext }), 'MALFORMED'),
    invalid('import: a mnemonic taken for a private key', 'importedPrivateKey', importInput(words), 'MALFORMED'),
    invalid('one-time password: replayed to another target', 'otp', otpInput(otp, otherKey), 'DECRYPTION_FAILED'),
    invalid('one-time password: a mnemonic instead', 'otp', otpInput(words), 'MALFORMED'),
    invalid('one-time password: for no key', 'otp', otpInput(otpWithWrongKey), 'MALFORMED'),
  ];
}

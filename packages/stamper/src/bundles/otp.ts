import { parseStrings } from '../encoding/json.ts';
import { decodeUtf8, encodeUtf8 } from '../encoding/utf8.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import type { Signer } from '../keys/p256-signer.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import type { PublicKey } from '../keys/public-key.ts';
import { StamperError } from '../stamper-error.ts';
import { openAtTarget, sealToTarget, signTarget } from './encryption-target.ts';
import { wiped } from './wiped.ts';

/** The one-time password that a target was made for. */
export interface Otp {
  readonly organizationId: string;
  readonly otpId: string;
}

/** What a client seals a code to: a target bundle that this signer made for this one-time password. */
export interface OtpSealing extends Otp {
  readonly otpEncryptionTargetBundle: string;
  readonly signerPublicKey: string;
}

/** The code that a user entered, and the key to bind the verification token to. */
export interface OtpAttempt {
  readonly otpCode: string;
  readonly publicKey: string;
}

const part = 'encryptedOtpBundle';

/** Makes the bundle that tells a client which key to seal its code to. */
export async function signOtpTarget(
  targetPublicKey: string,
  { organizationId, otpId, signer }: Otp & { readonly signer: Signer },
): Promise<string> {
  return signTarget(targetPublicKey, { organizationId, otpId }, signer);
}

/** Seals a code together with the client's key, so that nobody else can use the token that the code is exchanged for. */
export async function sealOtp({ otpCode, publicKey }: OtpAttempt, to: OtpSealing): Promise<string> {
  const { otpEncryptionTargetBundle: bundle, signerPublicKey, organizationId, otpId } = to;
  if (typeof otpCode !== 'string' || otpCode === '') throw new StamperError('MALFORMED', 'otpCode', 'is not text');
  const json = JSON.stringify({ otp_code: otpCode, public_key: p256Keys.parsePublicKey(publicKey).hex });
  const expectation = {
    part: 'otpEncryptionTargetBundle',
    bundle,
    signerPublicKey,
    bindings: { organizationId, otpId },
  };
  return wiped(encodeUtf8(json, 'otpCode'), (plaintext) => sealToTarget(plaintext, 'otpCode', expectation));
}

/** Opens a code that a client sealed. The caller must still check the code. */
export async function openOtp(
  encryptedOtpBundle: string,
  targetKey: PrivateKey,
): Promise<{ readonly otpCode: string; readonly publicKey: PublicKey }> {
  const plaintext = await openAtTarget(encryptedOtpBundle, part, targetKey);
  const json = await wiped(plaintext, () => decodeUtf8(plaintext, part));
  const { otp_code, public_key } = parseStrings(json, part, ['otp_code', 'public_key'], 'ignored');
  return { otpCode: otp_code, publicKey: p256Keys.parsePublicKey(public_key, `${part}.public_key`) };
}

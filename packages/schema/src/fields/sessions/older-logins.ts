import { z } from 'zod';
import {
  boundedText,
  email,
  id,
  label,
  p256PublicKey,
  seconds,
  targetPublicKey,
  tokenLifetime,
} from '../../vocabulary.ts';
import { ClientSignature } from './client-signature.ts';
import { loginFields } from './login.ts';
import { loginToken } from './otp.ts';

// The parameters of older types that only the server can upgrade. Its handlers use them too.

export const VerifyOtpParametersV1 = z.strictObject({
  otpId: id('The passcode.'),
  otpCode: boundedText('The code.', 32),
  expirationSeconds: tokenLifetime('Lifetime of the token in seconds. Defaults to 3600.').optional(),
  publicKey: p256PublicKey(
    'Public key of the client. The token works only with this key, so this server requires it.',
  ).optional(),
});

export const OtpLoginParametersV1 = z.strictObject({
  verificationToken: loginToken(),
  clientSignature: ClientSignature.optional(),
  ...loginFields,
});

export const CreateReadWriteSessionParametersV1 = z.strictObject({
  targetPublicKey: targetPublicKey('Public key of the client, which the session credential is encrypted to.'),
  email: email('E-mail address of the user that the session acts for, who must be the caller.'),
  apiKeyName: label('Name of the session key.', 'Read Write Session - 1767225600').optional(),
  expirationSeconds: seconds('Lifetime of the session in seconds. Defaults to 900.').optional(),
});

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
  expirationSeconds: tokenLifetime('How long the token is valid, in seconds. Without it, 3600.').optional(),
  publicKey: p256PublicKey(
    'Public key of the client. The token works only with it, so this server requires it.',
  ).optional(),
});

export const OtpLoginParametersV1 = z.strictObject({
  verificationToken: loginToken(),
  clientSignature: ClientSignature.optional(),
  ...loginFields,
});

export const CreateReadWriteSessionParametersV1 = z.strictObject({
  targetPublicKey: targetPublicKey('Public key of the client, which the session credential is encrypted to.'),
  email: email('The e-mail address of the user that the session acts for, who is the caller.'),
  apiKeyName: label('Name of the session key.', 'Read Write Session - 1767225600').optional(),
  expirationSeconds: seconds('How long the session lives, in seconds. Without it, 900.').optional(),
});

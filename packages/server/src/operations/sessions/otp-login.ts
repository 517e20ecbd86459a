import { OtpLoginParametersV1 } from '@mintmark/schema/fields/sessions/older-logins';
import otpLogin from '@mintmark/schema/operations/sessions/otp-login';
import { implement } from '../../core/handlers/implement.ts';
import { parseKey } from '../../identity/credentials/api-keys.ts';
import { requireOtpV1 } from '../../identity/passcodes/otp-v1.ts';
import { logInWithToken } from '../../identity/sessions/log-in-with-token.ts';
import { loginParameters } from '../../identity/sessions/login-parameters.ts';
import {
  invalidSignature,
  requireLoginSignature,
  verifyToken,
} from '../../identity/verification-tokens/verification-token.ts';

const options = { ...loginParameters, byParent: true, byProxy: true } as const;

export default implement(otpLogin, {
  ...options,
  inputs: async (_, { publicKey }) => parseKey('p256', publicKey, 'parameters.publicKey'),
  async prepare(context, { verificationToken, clientSignature }, publicKey) {
    const claims = await verifyToken(context, verificationToken);
    await requireLoginSignature(clientSignature, claims, publicKey);
    return claims;
  },
  execute: logInWithToken,
  older: {
    1: implement(
      { ...otpLogin, parameters: OtpLoginParametersV1 },
      {
        ...options,
        async inputs({ services }, { publicKey }) {
          requireOtpV1(services);
          return parseKey('p256', publicKey, 'parameters.publicKey');
        },
        async prepare(context, { verificationToken, clientSignature }, publicKey) {
          const claims = await verifyToken(context, verificationToken);
          if (clientSignature) await requireLoginSignature(clientSignature, claims, publicKey);
          // Whoever stole a token could otherwise use it with a key of its own.
          else if (publicKey !== claims.public_key)
            throw invalidSignature('it is required, since publicKey is not the key that the token is bound to');
          return claims;
        },
        execute: logInWithToken,
      },
    ),
  },
});

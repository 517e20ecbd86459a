import { z } from 'zod';
import { defineProxy } from '../../define/define-proxy.ts';
import * as example from '../../examples/index.ts';
import { ClientSignature } from '../../fields/sessions/client-signature.ts';
import { loginResult } from '../../fields/sessions/login.ts';
import { loginToken } from '../../fields/sessions/otp.ts';
import { proxyLoginFields } from '../../fields/sign-up/proxy-login.ts';

export default defineProxy('otp_login_v2', {
  tag: 'Sign-up',
  summary: 'Log in with a one-time passcode through the proxy',
  description:
    'Starts a session for the owner of a verified e-mail address or phone number. The configuration determines the lifetime of the session.',
  request: z.strictObject({
    verificationToken: loginToken(),
    clientSignature: ClientSignature,
    ...proxyLoginFields,
  }),
  response: loginResult,
  errors: [
    'AUTH_METHOD_NOT_ALLOWED',
    'INVALID_PUBLIC_KEY',
    'INVALID_CLIENT_SIGNATURE',
    'INVALID_VERIFICATION_TOKEN',
    'RESOURCE_NOT_FOUND',
    'CREDENTIAL_CONFLICT',
    'AMBIGUOUS_CONTACT',
    'OTP_DISABLED',
    'ALREADY_EXISTS',
  ],
  example: {
    request: {
      verificationToken: example.verificationToken,
      publicKey: example.sessionPublicKey,
      clientSignature: example.loginSignature,
    },
    response: { session: example.session },
  },
});

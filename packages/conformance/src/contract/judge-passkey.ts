import type { Passkey } from '@mintmark/stamper';
import {
  createCredentialKey,
  decodeWebAuthnStamp,
  verifyAssertion,
  verifyRegistration,
} from '@mintmark/stamper/verify';
import type { JudgeStamp } from './witness.ts';

const policy = { userVerification: 'preferred' } as const;

/** Verifies X-Stamp-WebAuthn with a registered passkey. */
export async function judgePasskey(passkey: Passkey): Promise<JudgeStamp> {
  const registered = await verifyRegistration({ ...passkey, policy });
  if (!registered.ok) throw registered.error;
  const key = await createCredentialKey(Buffer.from(registered.publicKey, 'base64url'));
  return async (headers, body) => {
    const decoded = decodeWebAuthnStamp(String(headers['x-stamp-webauthn']));
    return decoded.ok
      ? verifyAssertion({ stamp: decoded.stamp, body, credential: { ...registered, key }, policy })
      : decoded;
  };
}

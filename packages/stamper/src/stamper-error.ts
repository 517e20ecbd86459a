/** The stable error codes, with what they mean. */
export const stamperErrorCodes = {
  MALFORMED: 'A part does not have the required form.',
  INVALID_KEY: 'A key has the right form, but is not a usable key of its curve.',
  CURVE_UNKNOWN: 'The key does not name its curve, and guessing one is not safe.',
  CURVE_MISMATCH: 'The key is on another curve than the requested one.',
  KEY_MISMATCH: 'Two keys that should belong together do not.',
  SCHEME_NOT_ALLOWED: 'The stamp names a scheme that a key of the stored curve may not use.',
  ALGORITHM_NOT_ALLOWED: 'The signature algorithm is not allowed.',
  SIGNATURE_INVALID: 'The signature does not verify.',
  CREDENTIAL_MISMATCH: 'The credential id is not the one expected.',
  CEREMONY_MISMATCH: 'The client data is from another ceremony.',
  CHALLENGE_MISMATCH: 'The challenge does not match what should be signed.',
  ORIGIN_NOT_ALLOWED: 'The passkey was used on an origin that is not allowed.',
  CROSS_ORIGIN: 'The passkey was used inside a frame of another origin.',
  RP_ID_MISMATCH: 'The passkey belongs to another relying party.',
  USER_NOT_PRESENT: 'The authenticator did not see a user.',
  USER_NOT_VERIFIED: 'The authenticator did not verify the user.',
  SIGN_COUNT_REGRESSED: 'The counter of the authenticator went backwards: it may have been cloned.',
  VERSION_UNSUPPORTED: 'The version is not supported.',
  SIGNER_UNTRUSTED: 'The signer is not the expected one.',
  BINDING_MISMATCH: 'The content was created for another recipient or purpose.',
  DECRYPTION_FAILED: 'The content cannot be decrypted with this key.',
  KEY_ID_UNKNOWN: 'No trusted key has this key id.',
  TOKEN_EXPIRED: 'The token has expired.',
  TIME_OUT_OF_RANGE: 'The message was signed too long ago, or its time is in the future.',
  CREDENTIAL_EXISTS: 'The authenticator already holds one of the excluded passkeys.',
  CANCELLED: 'The user, the wallet or the browser refused to sign.',
  STORAGE_FAILED: 'The key could not be stored, or is no longer stored.',
  CRYPTO_UNAVAILABLE: 'The runtime lacks a required feature.',
} as const;

export type StamperErrorCode = keyof typeof stamperErrorCodes;

/**
 * The one error of this package. `code` is stable, `part` names what is wrong, and the message never holds a secret or
 * the offending value.
 */
export class StamperError extends Error {
  override readonly name = 'StamperError';
  readonly code: StamperErrorCode;
  readonly part: string;

  constructor(code: StamperErrorCode, part: string, problem: string, options?: ErrorOptions) {
    super(`${part} ${problem}`, options);
    this.code = code;
    this.part = part;
  }
}

/** The outcome of a verification: the verified value, or the error. */
export type Verdict<Verified> =
  | ({ readonly ok: true } & Verified)
  | { readonly ok: false; readonly error: StamperError };

/** Turns a StamperError into a verdict; any other error is a defect and is thrown. */
export async function judge<Verified>(check: () => Promise<Verified>): Promise<Verdict<Verified>> {
  try {
    return { ...(await check()), ok: true };
  } catch (error) {
    return reason(error);
  }
}

/** The same for a synchronous check. */
export function judgeNow<Verified>(check: () => Verified): Verdict<Verified> {
  try {
    return { ...check(), ok: true };
  } catch (error) {
    return reason(error);
  }
}

function reason(error: unknown): { readonly ok: false; readonly error: StamperError } {
  if (error instanceof StamperError) return { ok: false, error };
  throw error;
}

/** The errors of address encoding, by their stable codes. */
const addressErrorCodes = {
  WRONG_CURVE: 'The address format does not support this curve',
  WRONG_LENGTH: 'The public key has a wrong length for its curve',
  NOT_A_POINT: 'The public key is not a point on its curve',
} as const;

type AddressErrorCode = keyof typeof addressErrorCodes;

/** A public key that has no address in a format. Callers check their input first, so this is their mistake. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
  readonly code: AddressErrorCode;

  constructor(code: AddressErrorCode, details: string) {
    super(`${addressErrorCodes[code]}: ${details}`);
    this.code = code;
  }
}

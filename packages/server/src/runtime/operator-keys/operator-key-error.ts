/** Why a key of the operator is not added, by stable codes. */
export type OperatorKeyErrorCode =
  | 'ORGANIZATION_NOT_FOUND'
  | 'USER_NOT_FOUND'
  | 'NOT_A_ROOT_USER'
  | 'FORBIDDEN'
  | 'KEY_EXISTS'
  | 'TAMPERED';

/** A key that is not added. The message is a sentence for the operator. */
export class OperatorKeyError extends Error {
  override readonly name = 'OperatorKeyError';
  readonly code: OperatorKeyErrorCode;

  constructor(code: OperatorKeyErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

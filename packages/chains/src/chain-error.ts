type ChainErrorCode = 'INVALID_TRANSACTION' | 'INVALID_PAYLOAD';

const subjects: Readonly<Record<ChainErrorCode, string>> = {
  INVALID_TRANSACTION: 'invalid transaction',
  INVALID_PAYLOAD: 'invalid payload',
};

/** Bytes or a text that somebody wants signed are refused. The message says why: `invalid transaction: it ends too early`. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
  readonly code: ChainErrorCode;

  constructor(code: ChainErrorCode, problem: string) {
    super(`${subjects[code]}: ${problem}`);
    this.code = code;
  }
}

/** Refuses a transaction, and says what is wrong with it. */
export const invalidTransaction = (problem: string): ChainError => new ChainError('INVALID_TRANSACTION', problem);

/** Refuses another payload, and says what is wrong with it. */
export const invalidPayload = (problem: string): ChainError => new ChainError('INVALID_PAYLOAD', problem);

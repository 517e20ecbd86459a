import { ChainError } from '@mintmark/chains';
import { ApiError } from '../../core/model/api-error.ts';

/** Refuses a transaction, and says what is wrong with it. */
export const invalidTransaction = (problem: string): ApiError =>
  apiErrorOf(new ChainError('INVALID_TRANSACTION', problem));

/** Refuses another payload, and says what is wrong with it. */
export const invalidPayload = (problem: string): ApiError => apiErrorOf(new ChainError('INVALID_PAYLOAD', problem));

/** Reads what a chain has its own form for. What the reader refuses is refused to the caller. */
export function readStrictly<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof ChainError ? apiErrorOf(error) : error;
  }
}

const apiErrorOf = ({ code, message }: ChainError) => new ApiError(code, message);

import { ApiError } from '../contract/api-error.ts';

/** Refuses a transaction, and says what is wrong with it. */
export const invalidTransaction = (problem: string): ApiError =>
  new ApiError('INVALID_TRANSACTION', `invalid transaction: ${problem}`);

import { ApiError } from '../contract/api-error.ts';

/** Refuses a payload, and says what is wrong with it. */
export const invalidPayload = (problem: string): ApiError =>
  new ApiError('INVALID_PAYLOAD', `invalid payload: ${problem}`);

import { ApiError } from '../../../core/model/api-error.ts';

/** @param reason What is wrong, without a value of the token and without an address. */
export const invalidOidcToken = (reason: string): ApiError =>
  new ApiError('INVALID_OIDC_TOKEN', `invalid OIDC token: ${reason}`);

import { ApiError } from '../../core/model/api-error.ts';
import type { Services } from '../../core/ports/services.ts';

/** Refuses the first versions of verify_otp and otp_login, unless the operator has enabled them. */
export function requireOtpV1({ allowsOtpV1 }: Pick<Services, 'allowsOtpV1'>): void {
  if (!allowsOtpV1) throw new ApiError('ACTIVITY_TYPE_DISABLED');
}

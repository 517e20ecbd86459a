import { z } from 'zod';
import { component } from '../../component.ts';

export const OtpType = component(
  'OtpType',
  'How a one-time passcode is delivered.',
  z.enum(['OTP_TYPE_EMAIL', 'OTP_TYPE_SMS']),
);

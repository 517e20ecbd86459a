import { z } from 'zod';
import { component } from '../../component.ts';
import { text } from '../../vocabulary.ts';

export const FeatureName = component(
  'FeatureName',
  'A feature that an organization can turn on or set.',
  z.enum([
    'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY',
    'FEATURE_NAME_WEBAUTHN_ORIGINS',
    'FEATURE_NAME_EMAIL_AUTH',
    'FEATURE_NAME_EMAIL_RECOVERY',
    'FEATURE_NAME_WEBHOOK',
    'FEATURE_NAME_SMS_AUTH',
    'FEATURE_NAME_OTP_EMAIL_AUTH',
    'FEATURE_NAME_AUTH_PROXY',
    'FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED',
    'FEATURE_NAME_SWAP_CONFIG',
    'FEATURE_NAME_EARN_CONFIG',
    'FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN',
  ]),
);

export const OrganizationFeature = component(
  'OrganizationFeature',
  'A feature that an organization has.',
  z.object({
    name: FeatureName.optional(),
    value: text('Value of the feature; absent or empty for a feature that is only turned on.').optional(),
  }),
);

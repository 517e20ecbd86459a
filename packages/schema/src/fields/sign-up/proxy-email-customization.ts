import { z } from 'zod';
import { component } from '../../component.ts';
import { nonEmptyText } from '../../vocabulary.ts';

export const ProxyEmailCustomization = component(
  'ProxyEmailCustomizationParams',
  'How an e-mail that the sign-up proxy sends looks. The configuration decides the rest.',
  z.strictObject({
    templateId: nonEmptyText('Accepted for compatibility; this service has one template.').optional(),
  }),
);

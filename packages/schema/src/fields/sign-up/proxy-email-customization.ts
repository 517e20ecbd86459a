import { z } from 'zod';
import { component } from '../../component.ts';
import { nonEmptyText } from '../../vocabulary.ts';

export const ProxyEmailCustomization = component(
  'ProxyEmailCustomizationParams',
  'Customization of an e-mail from the sign-up proxy. The configuration determines the rest.',
  z.strictObject({
    templateId: nonEmptyText('Accepted for compatibility; this service has one template.').optional(),
  }),
);

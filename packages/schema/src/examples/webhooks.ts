import { organizationId } from './organizations.ts';

export const webhookEndpointId = '4f6c1d2a-93b7-4e58-8a0c-7d52e1b9c604';

export const webhookUrl = 'https://app.example.com/webhooks/mintmark';

const subscription = { eventType: 'ACTIVITY_UPDATES', isActive: true } as const;

export const webhookEndpoint = { url: webhookUrl, name: 'Back office', subscriptions: [subscription] };

export const webhookEndpointRecord = {
  endpointId: webhookEndpointId,
  organizationId,
  isActive: true,
  ...webhookEndpoint,
};

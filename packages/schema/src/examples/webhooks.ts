import { organizationId } from './organizations.ts';
import { timestamp } from './timestamp.ts';

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

export const webhookDelivery = {
  webhookDeliveryId: '0199c3a4-7e51-7b26-9d0c-4a8f3b1e6d74',
  eventId: '0199c3a4-7e51-7b26-9d0c-4a8f3b1e6d73',
  eventType: 'ACTIVITY_UPDATES' as const,
  state: 'WAITING' as const,
  attempts: 1,
  createdAt: timestamp,
  lastAttemptAt: { seconds: '1767225601', nanos: '0' },
  nextAttemptAt: { seconds: '1767225611', nanos: '0' },
  httpStatus: 503,
  errorCode: 'REFUSED' as const,
};

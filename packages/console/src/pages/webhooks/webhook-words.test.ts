import type { components } from '@mintmark/client';
import { expect, test } from 'vitest';
import { deliveryWords } from './webhook-words.ts';

const at = { seconds: '1', nanos: '0' };
const delivery: components['schemas']['WebhookDelivery'] = {
  webhookDeliveryId: '1',
  eventId: '2',
  eventType: 'ACTIVITY_UPDATES',
  state: 'DELIVERED',
  attempts: 1,
  createdAt: at,
  lastAttemptAt: at,
  httpStatus: 204,
};

test('deliveryWords: a delivery that succeeded', () => {
  expect(deliveryWords(delivery)).toBe('Delivered');
  expect(deliveryWords({ ...delivery, attempts: 3 })).toBe('Delivered after 3 attempts');
});

test('deliveryWords: a delivery that failed says why', () => {
  const { httpStatus: _, ...unanswered } = delivery;
  expect(deliveryWords({ ...delivery, state: 'WAITING', errorCode: 'REFUSED', httpStatus: 503 })).toBe(
    'Waiting after 1 attempt: the receiver refused it, status 503',
  );
  expect(deliveryWords({ ...unanswered, state: 'FAILED', attempts: 9, errorCode: 'TIMEOUT' })).toBe(
    'Given up after 9 attempts: the receiver did not answer in time',
  );
  expect(deliveryWords({ ...unanswered, state: 'WAITING' })).toBe('Waiting after 1 attempt');
});

import type { components } from '@mintmark/client';

type Delivery = components['schemas']['WebhookDelivery'];
type EventType = components['schemas']['WebhookEventType'];

export const eventTypes: readonly (readonly [EventType, string])[] = [
  ['ACTIVITY_UPDATES', 'Activities'],
  ['SEND_TRANSACTION_STATUS_UPDATES', 'Status of sent transactions'],
  ['BALANCE_CONFIRMED_UPDATES', 'Balances, confirmed'],
  ['BALANCE_FINALIZED_UPDATES', 'Balances, final'],
];

export const eventWords = (type: EventType): string => eventTypes.find(([each]) => each === type)?.[1] ?? type;

const errors: Readonly<Record<NonNullable<Delivery['errorCode']>, string>> = {
  REFUSED: 'the receiver refused it',
  UNREACHABLE: 'the receiver cannot be reached',
  TIMEOUT: 'the receiver did not answer in time',
  FAILED: 'the attempt failed',
  INTERRUPTED: 'the attempt was interrupted',
};

/** What became of a delivery, in a few words. */
export function deliveryWords({ state, attempts, httpStatus, errorCode }: Delivery): string {
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const why = [errorCode && errors[errorCode], httpStatus !== undefined && `status ${httpStatus}`]
    .filter(Boolean)
    .join(', ');
  switch (state) {
    case 'DELIVERED':
      return attempts === 1 ? 'Delivered' : `Delivered after ${tries}`;
    case 'WAITING':
      return `Waiting after ${tries}${why && `: ${why}`}`;
    case 'FAILED':
      return `Given up after ${tries}${why && `: ${why}`}`;
  }
}

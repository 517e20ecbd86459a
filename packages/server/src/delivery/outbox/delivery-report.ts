import type { DeliveryErrorCode } from './delivery-error.ts';

/** How an attempt can end. It is `repeated` if it was delivered, and is to be delivered again after a pause. */
export const deliveryOutcomes = ['delivered', 'repeated', 'retried', 'failed', 'interrupted'] as const;

/** The end of one attempt. */
export interface DeliveryReport {
  readonly organizationId: string;
  readonly kind: string;
  readonly id: string;
  readonly attempt: number;
  readonly outcome: (typeof deliveryOutcomes)[number];
  readonly errorCode?: DeliveryErrorCode;
  /** Whether a caller chose the target. */
  readonly isForeign: boolean;
  /** What was thrown. Its message may quote the contents. */
  readonly cause?: unknown;
}

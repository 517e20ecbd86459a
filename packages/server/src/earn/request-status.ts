import type { EarnRequestStatus } from '@mintmark/schema/fields/earn/earn-request';
import type { z } from 'zod';
import type { SentTransactionRow } from '../transactions/sent-transaction.ts';

export interface RequestStatus {
  readonly status: z.output<typeof EarnRequestStatus>;
  readonly hash: string;
  readonly error: string | undefined;
}

const statuses = { INITIALIZED: 'PENDING', BROADCASTING: 'PENDING', INCLUDED: 'COMPLETED', FAILED: 'FAILED' } as const;

/** What a transaction means for the request that it carries out. */
export const requestStatus = ({ status, hash, error }: SentTransactionRow): RequestStatus => ({
  status: statuses[status],
  hash,
  error: error === null ? undefined : JSON.parse(error).message,
});

import type { EarnRequestStatus } from '@mintmark/schema/fields/earn/earn-request';
import type { z } from 'zod';
import { type SentTransactionRow, shownStatus } from '../transactions/sent-transaction.ts';

export interface RequestStatus {
  readonly status: z.output<typeof EarnRequestStatus>;
  readonly hash: string;
  readonly error: string | undefined;
}

const statuses = { INITIALIZED: 'PENDING', BROADCASTING: 'PENDING', INCLUDED: 'COMPLETED', FAILED: 'FAILED' } as const;

/** What a transaction means for the request that it carries out. */
export const requestStatus = (row: SentTransactionRow): RequestStatus => ({
  status: statuses[shownStatus(row)],
  hash: row.hash,
  error: row.error === null ? undefined : JSON.parse(row.error).message,
});

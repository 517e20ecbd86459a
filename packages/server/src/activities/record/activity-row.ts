import type { VoteSelection } from '@mintmark/schema/fields/activities/vote';
import type { z } from 'zod';
import type { activitiesTable } from '../../core/audit/activities-table.ts';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { RowOf } from '../../core/tables/define-table.ts';

/** An activity as the store has it. */
export type ActivityRow = Authenticated<RowOf<typeof activitiesTable>>;

export interface VoteRow {
  readonly activityId: string;
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly selection: z.output<typeof VoteSelection>;
  /** What the user stamped. Null if that was the body of the activity: it is not stored twice. */
  readonly message: Uint8Array | null;
  readonly publicKey: string;
  readonly signature: string;
  readonly scheme: string;
  readonly voter: string;
  readonly createdAt: Date;
}

/** The bytes that the user stamped. */
export const stampedBytes = ({ message }: VoteRow, { body }: Pick<ActivityRow, 'body'>): Uint8Array => message ?? body;

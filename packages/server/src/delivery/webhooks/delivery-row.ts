import type { WebhookDelivery } from '@mintmark/schema/fields/webhooks/webhook-delivery';
import type { z } from 'zod';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { Sql, TransactionSql } from '../../storage/store/database.ts';
import type { EventType } from './endpoint-row.ts';

type Delivery = z.output<typeof WebhookDelivery>;

/** What is known about the last attempt to deliver an event to an endpoint. */
export interface DeliveryRow {
  /** That of the entry of the outbox. */
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly state: Lowercase<Delivery['state']>;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly lastAttemptAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly httpStatus: number | null;
  readonly errorCode: Delivery['errorCode'] | null;
}

/** How many deliveries to an endpoint are kept. */
const maxPerEndpoint = 100;

interface DeliveryContext extends Pick<RowsContext, 'organization'> {
  readonly sql: TransactionSql;
}

/** Notes an attempt, and forgets the oldest deliveries to the endpoint. Nothing is written if the endpoint was deleted. */
export async function noteAttempt({ sql, organization }: DeliveryContext, row: DeliveryRow): Promise<void> {
  const here = ofOrganization(sql, organization);
  // The foreign key would refuse the row of an endpoint that is deleted at the same time.
  const [endpoint] = await sql`select from webhook_endpoints where ${here} and id = ${row.endpointId} for key share`;
  if (!endpoint) return;
  const { state, attempts, lastAttemptAt, nextAttemptAt, httpStatus, errorCode } = row;
  const changes = { state, attempts, lastAttemptAt, nextAttemptAt, httpStatus, errorCode };
  await sql`
    insert into webhook_deliveries ${sql({ ...ownerColumns(organization), ...row })}
    on conflict (organization_id, id) do update set ${sql(changes)}`;
  const ofEndpoint = sql`${here} and endpoint_id = ${row.endpointId}`;
  // Two transactions that forget the same rows must not wait for each other.
  await sql`
    delete from webhook_deliveries where ${here} and id in (
      select id from webhook_deliveries where ${ofEndpoint} and (created_at, id) < (
        select created_at, id from webhook_deliveries where ${ofEndpoint}
        order by created_at desc, id desc offset ${maxPerEndpoint - 1} limit 1
      )
      for update skip locked
    )`;
}

/** Notes that there will be no further attempt, if there was one. */
export const noteDropped = ({ sql, organization }: DeliveryContext, id: string) => sql`
  update webhook_deliveries set state = 'failed', next_attempt_at = null
  where ${ofOrganization(sql, organization)} and id = ${id}`;

/** Some of the deliveries to an endpoint, newest first. */
export const readDeliveries = (
  { sql, organization }: { readonly sql: Sql } & Pick<RowsContext, 'organization'>,
  endpointId: string,
  ids: readonly string[],
) => sql<DeliveryRow[]>`
  select * from webhook_deliveries
  where ${ofOrganization(sql, organization)} and endpoint_id = ${endpointId} and id = any(${[...ids]}::uuid[])
  order by created_at desc, id desc`;

const states = { delivered: 'DELIVERED', waiting: 'WAITING', failed: 'FAILED' } as const;

/** A delivery, as answers show it. */
export const deliveryRecord = (row: DeliveryRow): Delivery => ({
  webhookDeliveryId: row.id,
  eventId: row.eventId,
  eventType: row.eventType,
  state: states[row.state],
  attempts: row.attempts,
  createdAt: timestamp(row.createdAt),
  lastAttemptAt: timestamp(row.lastAttemptAt),
  ...(row.nextAttemptAt && { nextAttemptAt: timestamp(row.nextAttemptAt) }),
  ...(row.httpStatus !== null && { httpStatus: row.httpStatus }),
  ...(row.errorCode && { errorCode: row.errorCode }),
});

import { randomUUID } from 'node:crypto';
import type { WebhookEndpointData, WebhookEventType } from '@mintmark/schema/fields/webhooks/webhook-endpoint';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { webhookEndpointsTable } from './webhook-endpoints-table.ts';

export type EndpointRow = Authenticated<RowOf<typeof webhookEndpointsTable>>;

export type EventType = z.output<typeof WebhookEventType>;

/** A type of events that an endpoint gets. */
export interface Subscription {
  readonly eventType: EventType;
  readonly isActive: boolean;
}

const maxPerOrganization = 10;

/** The endpoints of an organization, oldest first. */
export async function readEndpoints({ sql, organization, services }: RowsContext): Promise<EndpointRow[]> {
  const rows = await sql<EndpointRow[]>`
    select * from webhook_endpoints where ${ofOrganization(sql, organization)} order by created_at, id`;
  return services.macs.genuine(webhookEndpointsTable, rows, ownerColumns(organization));
}

/**
 * An endpoint of an organization, if it exists.
 *
 * @param isLocked Whether to lock it for the rest of the transaction. The outbox changes what it counts without the lock of the
 * organization, and the MAC covers all columns.
 */
export async function findEndpoint(
  { sql, organization, services }: RowsContext,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<EndpointRow | undefined> {
  const rows = await sql<EndpointRow[]>`
    select * from webhook_endpoints where ${ofOrganization(sql, organization)} and id = ${id}
    ${isLocked ? sql`for no key update` : sql``}`;
  const [row] = services.macs.genuine(webhookEndpointsTable, rows, { ...ownerColumns(organization), id });
  return row;
}

export const noSuchEndpoint = () => new ApiError('RESOURCE_NOT_FOUND', 'no such webhook endpoint');

/** The same for a change, and refuses an unknown id. */
export async function requireEndpoint(context: ChangeContext, endpointId: string): Promise<EndpointRow> {
  const row = await findEndpoint(context, endpointId.toLowerCase(), { isLocked: true });
  if (!row) throw noSuchEndpoint();
  return row;
}

interface NewEndpoint extends Pick<EndpointRow, 'url' | 'name'> {
  readonly subscriptions: readonly Subscription[];
}

/** Stores an endpoint. */
export async function insertEndpoint(
  context: ChangeContext,
  { url, name, subscriptions }: NewEndpoint,
): Promise<EndpointRow> {
  const { sql, organization, now, writer } = context;
  const [{ count = 0 } = {}] = await sql<{ readonly count: number }[]>`
    select count(*)::int as count from webhook_endpoints where ${ofOrganization(sql, organization)}`;
  if (count >= maxPerOrganization)
    throw new ApiError(
      'RESOURCE_LIMIT_EXCEEDED',
      `an organization can have at most ${maxPerOrganization} webhook endpoints`,
    );
  const row = writer.sealed(webhookEndpointsTable, {
    ...ownerColumns(organization),
    id: randomUUID(),
    url,
    name,
    isActive: true,
    subscriptions: JSON.stringify(subscriptions),
    failingSince: null,
    disabledAt: null,
    createdAt: now,
    updatedAt: now,
  });
  await sql`insert into webhook_endpoints ${sql(row)}`;
  return row;
}

const subscriptionsOf = ({ subscriptions }: EndpointRow): readonly Subscription[] => JSON.parse(subscriptions);

/** Whether events are delivered to the endpoint: the organization did not turn it off, and the service did not either. */
export const isOn = ({ isActive, disabledAt }: EndpointRow): boolean => isActive && disabledAt === null;

/** The types of the events that an endpoint gets. */
export const typesOf = (row: EndpointRow): readonly EventType[] =>
  isOn(row) ? subscriptionsOf(row).flatMap(({ eventType, isActive }) => (isActive ? [eventType] : [])) : [];

/** Whether an endpoint gets events of this type. */
export const gets = (row: EndpointRow, eventType: EventType): boolean => typesOf(row).includes(eventType);

/** An endpoint, as answers show it. */
export const endpointRecord = (row: EndpointRow): z.output<typeof WebhookEndpointData> => ({
  endpointId: row.id,
  organizationId: row.organizationId,
  url: row.url,
  name: row.name,
  isActive: isOn(row),
  subscriptions: [...subscriptionsOf(row)],
});

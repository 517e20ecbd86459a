import { ofOrganization } from '../../core/model/of-organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import { type EndpointRow, findEndpoint } from './endpoint-row.ts';
import { webhookEndpointsTable } from './webhook-endpoints-table.ts';

/** How long all deliveries must have failed before the service delivers no more. */
const longestFailureMs = 5 * 24 * 3_600_000;

type Health = Pick<EndpointRow, 'failingSince' | 'disabledAt'>;

/** The health of an endpoint after a delivery, or undefined if it stays as it is. */
export function healthAfter(
  { failingSince, disabledAt }: Health,
  outcome: 'delivered' | 'failed',
  now: Date,
): Health | undefined {
  if (disabledAt !== null) return undefined;
  if (outcome === 'delivered') return failingSince === null ? undefined : { failingSince: null, disabledAt: null };
  if (failingSince === null) return { failingSince: now, disabledAt: null };
  return now.getTime() - failingSince.getTime() < longestFailureMs ? undefined : { failingSince, disabledAt: now };
}

interface HealthContext extends RowsContext {
  readonly sql: TransactionSql;
}

/** Notes the outcome of a delivery. It writes only if the health changes, so that most deliveries cost nothing. */
export async function noteOutcome(
  context: HealthContext,
  id: string,
  outcome: 'delivered' | 'failed',
  now: Date,
): Promise<void> {
  const { sql, organization, services } = context;
  const row = await findEndpoint(context, id, { isLocked: true });
  const health = row && healthAfter(row, outcome, now);
  if (!row || !health) return;
  const mac = services.macs.macOf(webhookEndpointsTable, { ...row, ...health });
  await sql`
    update webhook_endpoints set failing_since = ${health.failingSince}, disabled_at = ${health.disabledAt}, mac = ${mac}
    where ${ofOrganization(sql, organization)} and id = ${id}`;
}

import { randomUUID } from 'node:crypto';
import earnDeposit from '@mintmark/schema/operations/earn/earn-deposit';
import { RowWriter } from '../src/core/authority/row-writer.ts';
import type { ChangeContext } from '../src/core/handlers/implement.ts';
import { ofOrganization, ownerColumns } from '../src/core/model/of-organization.ts';
import { tenantIdOf } from '../src/core/model/organization.ts';
import { noteAttempt } from '../src/delivery/webhooks/delivery-row.ts';
import { webhookEndpointsTable } from '../src/delivery/webhooks/webhook-endpoints-table.ts';
import { earnMovementsTable } from '../src/funds/earn/earn-movements-table.ts';
import { earnWrappersTable } from '../src/funds/earn/earn-wrappers-table.ts';
import { sentTransactionsTable } from '../src/funds/transactions/sent-transactions-table.ts';
import { sessionProfilesTable } from '../src/identity/sessions/session-profiles-table.ts';
import { smartContractInterfacesTable } from '../src/policies/smart-contracts/smart-contract-interfaces-table.ts';
import { auditRows } from './arrange-rows.ts';
import type { Service } from './service.ts';

/** Adds the interface of a contract, and returns its id. */
export async function insertContractInterface({ sql, organization, writer, now }: ChangeContext): Promise<string> {
  const id = randomUUID();
  const row = {
    ...ownerColumns(organization),
    id,
    address: `0x${'1'.repeat(40)}`,
    type: 'ETHEREUM',
    interface: '[]',
    label: 'Contract',
    notes: '',
    createdAt: now,
    updatedAt: now,
  } as const;
  await sql`insert into smart_contract_interfaces ${sql(writer.sealed(smartContractInterfacesTable, row))}`;
  return id;
}

/** Adds a webhook endpoint that gets nothing, and returns its id. */
export async function insertWebhookEndpoint({ sql, organization, writer, now }: ChangeContext): Promise<string> {
  const id = randomUUID();
  const row = {
    ...ownerColumns(organization),
    id,
    url: 'https://app.example.com/webhooks',
    name: 'Endpoint',
    isActive: true,
    subscriptions: '[{"eventType":"ACTIVITY_UPDATES","isActive":false}]',
    failingSince: null,
    disabledAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await sql`insert into webhook_endpoints ${sql(writer.sealed(webhookEndpointsTable, row))}`;
  return id;
}

/** Adds a delivery to a webhook endpoint, and returns its id. */
export async function insertWebhookDelivery(context: ChangeContext, endpointId: string): Promise<string> {
  const { now } = context;
  const id = randomUUID();
  await noteAttempt(context, {
    ...{ id, endpointId, eventId: 'event', eventType: 'ACTIVITY_UPDATES', state: 'delivered', attempts: 1 },
    ...{ createdAt: now, lastAttemptAt: now, nextAttemptAt: null, httpStatus: 200, errorCode: null },
  });
  return id;
}

/** Adds a transaction that was sent, and returns its id. */
export async function insertSentTransaction(
  { sql, organization, writer, now }: ChangeContext,
  id: string = randomUUID(),
): Promise<string> {
  const row = {
    ...ownerColumns(organization),
    id,
    activityId: randomUUID(),
    caip2: 'eip155:1',
    address: `0x${'1'.repeat(40)}`,
    nonce: 0n,
    hash: `0x${'1'.repeat(64)}`,
    raw: Uint8Array.of(2),
    status: 'INCLUDED',
    releasedAt: now,
    blockNumber: 1n,
    blockHash: `0x${'2'.repeat(64)}`,
    error: null,
    createdAt: now,
    updatedAt: now,
  } as const;
  await sql`insert into sent_transactions ${sql(writer.sealed(sentTransactionsTable, row))}`;
  return id;
}

/** Adds a fee wrapper with a deposit and a withdrawal, and returns their ids. */
export async function insertEarnRows(context: ChangeContext) {
  const { sql, organization, writer, now } = context;
  const owner = ownerColumns(organization);
  const ids = { deployRequest: randomUUID(), depositRequest: randomUUID(), withdrawRequest: randomUUID() };
  const wrapper = {
    ...owner,
    id: ids.deployRequest,
    address: earnDeposit.example.parameters.wrapperAddress,
    caip2: 'eip155:1',
    splitterAddress: `0x${'1'.repeat(40)}`,
    vaultAddress: `0x${'2'.repeat(40)}`,
    provider: 'EARN_PROVIDER_ALPHA',
    assetAddress: `0x${'3'.repeat(40)}`,
    assetDecimals: 6,
    clientFeeWallet: `0x${'4'.repeat(40)}`,
    clientFeeBps: 100,
    serviceFeeBps: 0,
    deployTransactionId: null,
    depositsDisabled: false,
    createdAt: now,
    updatedAt: now,
  } as const;
  await sql`insert into earn_wrappers ${sql(writer.sealed(earnWrappersTable, wrapper))}`;
  for (const [kind, id] of [
    ['deposit', ids.depositRequest],
    ['withdrawal', ids.withdrawRequest],
  ] as const) {
    await insertSentTransaction(context, id);
    const movement = { ...owner, id, kind, wrapperAddress: wrapper.address, createdAt: now };
    await sql`insert into earn_movements ${sql(writer.sealed(earnMovementsTable, movement))}`;
  }
  return ids;
}

/** The id of a session profile that the organization can use. If it is a sub-organization, its parent has the profile. */
export async function provideProfile({ macs }: Pick<Service, 'macs'>, context: ChangeContext): Promise<string> {
  const { sql, organization, now } = context;
  const tenant = { id: tenantIdOf(organization), parentId: null };
  const isOwn = tenant.id === organization.id;
  const [existing] = await sql<{ readonly id: string }[]>`
    select id from session_profiles where ${ofOrganization(sql, tenant)} limit 1`;
  if (existing) return existing.id;
  const writer = isOwn ? context.writer : new RowWriter(sql, macs, tenant);
  const id = randomUUID();
  const row = {
    ...ownerColumns(tenant),
    id,
    name: id,
    scope: "activity.action == 'SIGN'",
    expirationSeconds: null,
    notes: '',
    createdAt: now,
    updatedAt: now,
  };
  await sql`insert into session_profiles ${sql(writer.sealed(sessionProfilesTable, row))}`;
  if (!isOwn) await auditRows({ macs }, sql, tenant, await writer.finish(), writer.bytes);
  return id;
}

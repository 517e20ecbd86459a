import { hash, randomUUID } from 'node:crypto';
import type { ChainAssets } from '../../core/ports/chain-assets.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Outbox } from '../../delivery/outbox/outbox.ts';
import type { WebhookEvent } from '../../delivery/webhooks/leave-for-endpoints.ts';
import { leaveEvents } from '../../delivery/webhooks/raise-event.ts';
import { findRecipients, hasRecipients } from '../../delivery/webhooks/recipients.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import type { ChainTransactionRow, StoredTransfer } from './chain-transaction.ts';
import type { HistoryEvents } from './record-blocks.ts';
import { parentsOf } from './transactions-of-all.ts';

interface BalanceEventsOptions {
  readonly outbox: Pick<Outbox, 'writer' | 'wake'>;
  readonly services: Pick<Services, 'macs' | 'distribution' | 'listeners'>;
  readonly assets: ReadonlyMap<string, ChainAssets>;
}

const types = {
  confirmed: { type: 'balances:confirmed', eventType: 'BALANCE_CONFIRMED_UPDATES' },
  finalized: { type: 'balances:finalized', eventType: 'BALANCE_FINALIZED_UPDATES' },
} as const;
type BlockStatus = keyof typeof types;

/** Tells webhook endpoints of top-level organizations about transfers of their wallet accounts and those of their sub-organizations. */
export function createBalanceEvents({ outbox, services, assets }: BalanceEventsOptions): HistoryEvents {
  const raise = (status: BlockStatus) => async (sql: TransactionSql, rows: readonly ChainTransactionRow[]) => {
    const ofOrganizations = Map.groupBy(rows, ({ organizationId }) => organizationId);
    const parents = await parentsOf(sql, [...ofOrganizations.keys()]);
    const writers = await Promise.all(
      parents.map(async (organization) => {
        const tenantId = organization.parentId ?? organization.id;
        const recipients = await findRecipients({ sql, services, organization }, types[status].eventType);
        const writer = outbox.writer(sql, organization);
        const own = hasRecipients(recipients) ? (ofOrganizations.get(organization.id) ?? []) : [];
        const events = own.flatMap((row) => eventsOf(status, row, tenantId, assets.get(row.caip2)));
        await leaveEvents(writer, organization, recipients, events);
        return writer;
      }),
    );
    return () => {
      for (const writer of writers) if (!writer.isEmpty) outbox.wake(writer);
    };
  };
  return { confirmed: raise('confirmed'), finalized: raise('finalized') };
}

/** Anybody can report thousands of transfers of a token of their own in one transaction, which would hold up all others. */
const maxEvents = 50;

/** The events of a transaction: one for each of the first transfers. */
const eventsOf = (
  status: BlockStatus,
  row: ChainTransactionRow,
  parentOrganizationId: string,
  assets: ChainAssets | undefined,
): WebhookEvent[] =>
  (JSON.parse(row.transfers) as StoredTransfer[]).slice(0, maxEvents).map(({ direction, token, amount }, index) => {
    const { caip2, address, transactionHash: txHash, blockHash, blockNumber, blockTime } = row;
    const place = [status, caip2, blockHash, txHash, address, index].join(' ');
    const body = {
      type: types[status].type,
      organizationId: row.organizationId,
      parentOrganizationId,
      msg: {
        operation: direction === 'IN' ? 'deposit' : 'withdraw',
        caip2,
        txHash,
        address,
        // The same transfer in the same block has the same key, also if the chain drops that block and takes it back.
        idempotencyKey: hash('sha256', place, 'hex'),
        asset: { ...describe(token, caip2, assets), amount },
        block: { number: String(blockNumber), hash: blockHash, timestamp: blockTime.toISOString() },
      },
    };
    const { eventType } = types[status];
    return { eventId: `balance-${randomUUID()}`, eventType, body: JSON.stringify(body) };
  });

/** An asset; of a token that the operator did not list, only where it is. */
function describe(token: string | null, caip2: string, assets: ChainAssets | undefined): object {
  const known = token === null ? assets?.native : assets?.tokens.get(token.toLowerCase());
  if (!known) return { caip19: `${caip2}/erc20:${token}` };
  const { usd: _, ...asset } = known;
  return asset;
}

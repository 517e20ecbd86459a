import type { EvmTransaction, Transfer } from '@mintmark/schema/fields/transactions/evm-transaction';
import type { z } from 'zod';
import type { ChainAssets } from '../../core/ports/chain-assets.ts';
import type { ChainTransactionRow, StoredTransfer } from './chain-transaction.ts';
import { displayAmount } from './display-amount.ts';
import type { OwnTransaction } from './own-transactions.ts';

interface Known {
  readonly assets: ChainAssets;
  /** The newest block that the chain cannot drop, if one is known. It must have been read before the row. */
  readonly finalizedNumber: bigint | null;
  readonly own: OwnTransaction | undefined;
}

/** A transaction, as answers show it. */
export const transactionRecord = (
  row: ChainTransactionRow,
  { assets, finalizedNumber, own }: Known,
): z.output<typeof EvmTransaction> => ({
  transactionHash: row.transactionHash,
  block: { number: String(row.blockNumber), hash: row.blockHash, timestamp: row.blockTime.toISOString() },
  status: finalizedNumber !== null && row.blockNumber <= finalizedNumber ? 'FINALIZED' : 'CONFIRMED',
  origin: own ? 'MINTMARK' : 'EXTERNAL',
  from: row.sender,
  ...(row.recipient !== null && { to: row.recipient }),
  fee: { amount: row.fee, caip19: assets.native.caip19 },
  transfers: (JSON.parse(row.transfers) as StoredTransfer[]).map((transfer) => transferRecord(transfer, assets)),
  ...(own && {
    platform: {
      sponsored: own.sponsored,
      ...(own.activityFingerprint !== undefined && { activityFingerprint: own.activityFingerprint }),
      submittedAt: own.submittedAt.toISOString(),
    },
  }),
});

function transferRecord(
  { direction, token, amount, counterparty }: StoredTransfer,
  { native, tokens }: ChainAssets,
): z.output<typeof Transfer> {
  const known = token === null ? native : tokens.get(token.toLowerCase());
  if (!known) return { direction, amount, counterparty };
  const { usd: _, ...asset } = known;
  return { direction, asset, amount, counterparty, display: displayAmount(BigInt(amount), known) };
}

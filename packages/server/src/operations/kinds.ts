import { erasure } from '../activities/erasure/erasure.ts';
import type { Kind } from '../core/handlers/define-kind.ts';
import { mail } from '../delivery/mail/mail.ts';
import { sms } from '../delivery/mail/sms.ts';
import { parentEvent } from '../delivery/webhooks/parent-event.ts';
import { parentWebhook, webhook } from '../delivery/webhooks/webhook.ts';
import { swapClaim } from '../funds/swap/swap-claim.ts';
import { evmTransaction } from '../funds/transactions/evm-transaction.ts';

/** All kinds of entries of the outbox that this version delivers. */
export const kinds: readonly Kind[] = [
  erasure,
  evmTransaction,
  mail,
  sms,
  swapClaim,
  webhook,
  parentWebhook,
  parentEvent,
];

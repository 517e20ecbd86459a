import type { Kind } from './contract/define-kind.ts';
import { mail } from './mail/mail.ts';
import { sms } from './mail/sms.ts';
import { erasure } from './organizations/erasure.ts';
import { swapClaim } from './swap/swap-claim.ts';
import { evmTransaction } from './transactions/evm-transaction.ts';
import { parentWebhook, webhook } from './webhooks/webhook.ts';

/** All kinds of entries of the outbox that this version delivers. */
export const kinds: readonly Kind[] = [erasure, evmTransaction, mail, sms, swapClaim, webhook, parentWebhook];

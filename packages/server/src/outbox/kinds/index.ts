import type { Kind } from '../../contract/define-kind.ts';
import evmTransaction from './evm-transaction.ts';
import mail from './mail.ts';
import sms from './sms.ts';
import swapClaim from './swap-claim.ts';
import { parentWebhook, webhook } from './webhook.ts';

/** All kinds of entries that this version delivers, one file each. */
export const kinds: readonly Kind[] = [evmTransaction, mail, sms, swapClaim, webhook, parentWebhook];

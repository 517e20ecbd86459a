import type { Kind } from '../../contract/define-kind.ts';
import mail from './mail.ts';
import sms from './sms.ts';
import { parentWebhook, webhook } from './webhook.ts';

/** All kinds of entries that this version delivers, one file each. */
export const kinds: readonly Kind[] = [mail, sms, webhook, parentWebhook];

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defineKind } from '../../core/handlers/define-kind.ts';
import { MailError, type MailErrorCode } from '../adapters/mail/mail-error.ts';
import { DeliveryError, type DeliveryErrorCode } from '../outbox/delivery-error.ts';

/** A finished mail, until it expires. It may hold a passcode, so nothing of it stays once it was delivered or given up. */
export const mail = defineKind({
  name: 'mail',
  contents: z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string().exactOptional(),
    fromName: z.string().exactOptional(),
    from: z.string().exactOptional(),
    replyTo: z.string().exactOptional(),
    /** Whether it is only there so that an entry for an unknown contact costs as much as one that is sent. */
    isSilent: z.boolean().exactOptional(),
    expiresAt: z.iso.datetime(),
  }),
  isSecret: true,
  endsWithOrganization: true,
  erasesContents: true,
  expiresAt: ({ expiresAt }) => new Date(expiresAt),
  async deliver({ expiresAt: _, isSilent, ...message }, { services, organizationId, idempotencyKey, signal }) {
    if (isSilent) return;
    if (!services.mail) throw new DeliveryError('NOT_CONFIGURED', { isFinal: true });
    // The same for every attempt, so that a mailbox recognises a message that was sent twice.
    const messageId = createHash('sha256').update(`${organizationId}/${idempotencyKey}`).digest('hex').slice(0, 40);
    await services.mail.send({ ...message, messageId }, { signal }).catch((error) => {
      throw error instanceof MailError ? deliveryErrorOf(error) : error;
    });
  },
});

const deliveryErrorOf = (cause: MailError) =>
  new DeliveryError(codes[cause.code] ?? 'REFUSED', { reply: cause.reply, isFinal: cause.isPermanent, cause });

const codes: Partial<Record<MailErrorCode, DeliveryErrorCode>> = {
  HOST: 'UNREACHABLE',
  TLS: 'UNREACHABLE',
  LOST: 'UNREACHABLE',
  INVALID: 'INVALID_CONTENTS',
};

import { z } from 'zod';
import { defineKind } from '../../core/handlers/define-kind.ts';
import { SmsError } from '../adapters/sms/sms-error.ts';
import { DeliveryError } from '../outbox/delivery-error.ts';

/** A finished text message, until it expires. It may hold a passcode, so nothing of it stays once it was delivered or given up. */
export const sms = defineKind({
  name: 'sms',
  contents: z.object({
    to: z.string(),
    text: z.string(),
    /** Whether it is only there so that an entry for an unknown contact costs as much as one that is sent. */
    isSilent: z.boolean().exactOptional(),
    expiresAt: z.iso.datetime(),
  }),
  isSecret: true,
  endsWithOrganization: true,
  erasesContents: true,
  expiresAt: ({ expiresAt }) => new Date(expiresAt),
  async deliver({ to, text, isSilent }, { services, organizationId, idempotencyKey: ownKey, signal }) {
    if (isSilent) return;
    if (!services.sms) throw new DeliveryError('NOT_CONFIGURED', { isFinal: true });
    // All organizations share the gateway.
    const idempotencyKey = `${organizationId}/${ownKey}`;
    await services.sms.send({ to, text }, { signal, idempotencyKey }).catch((error) => {
      if (!(error instanceof SmsError)) throw error;
      throw new DeliveryError('REFUSED', { status: error.status, isFinal: error.isPermanent, cause: error });
    });
  },
});

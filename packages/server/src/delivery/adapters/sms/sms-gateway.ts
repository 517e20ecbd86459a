import type { GuardedFetch } from '../../../core/ports/guarded-fetch.ts';
import type { SmsGateway } from '../../../core/ports/sms-gateway.ts';
import { SmsError } from './sms-error.ts';

interface SmsGatewayOptions {
  readonly gatewayUrl: string;
  /** The value of the header Authorization. */
  readonly authorization?: string | undefined;
}

const timeoutMs = 15_000;

/** Creates the way to an HTTP gateway, which gets `{ to, text, idempotencyKey }` as JSON and answers 2xx. */
export function createSmsGateway({ gatewayUrl, authorization }: SmsGatewayOptions, fetch: GuardedFetch): SmsGateway {
  return {
    async send({ to, text }, { signal, idempotencyKey }) {
      const { status } = await fetch({
        url: gatewayUrl,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
          ...(authorization !== undefined && { authorization }),
        },
        body: JSON.stringify({ to, text, idempotencyKey }),
        isConfigured: true,
        signal,
        timeoutMs,
      });
      if (status < 200 || status > 299) throw new SmsError(status);
    },
  };
}

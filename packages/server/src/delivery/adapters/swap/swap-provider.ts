import { readStrictJson } from '@mintmark/stamper/encoding';
import { z } from 'zod';
import type { GuardedFetch, OutboundRequest } from '../../../core/ports/guarded-fetch.ts';
import type { SwapProvider } from '../../../core/ports/swap-provider.ts';
import { SwapProviderError } from './swap-provider-error.ts';

interface SwapProviderOptions {
  readonly providerUrl: string;
  /** The value of the header Authorization. */
  readonly authorization?: string | undefined;
}

/** While somebody waits for the answer to an activity. */
const askingMs = 5_000;
const claimingMs = 15_000;
const maxBytes = 16 * 1024;

const Claimable = z.object({
  receiver: z.string(),
  // As large as a uint256 can be, and so never a JSON number.
  amount: z.string().regex(/^(?:0|[1-9][0-9]{0,77})$/),
});
const Accepted = z.object({ requestId: z.string() });

/** Creates the way to a swap provider, which speaks the protocol of docs/swap.md. */
export function createSwapProvider(
  { providerUrl, authorization }: SwapProviderOptions,
  fetch: GuardedFetch,
): SwapProvider {
  const base = providerUrl.replace(/\/+$/, '');

  /** The answer must be a JSON object with these members. Others are ignored. */
  async function call<Answer extends z.ZodType>(
    schema: Answer,
    { headers, ...request }: Omit<OutboundRequest, 'isConfigured' | 'maxBytes'>,
  ): Promise<z.output<Answer>> {
    const { status, text } = await fetch({
      ...request,
      headers: { accept: 'application/json', ...headers, ...(authorization !== undefined && { authorization }) },
      isConfigured: true,
      maxBytes,
    });
    if (status < 200 || status > 299) throw new SwapProviderError(status);
    // The exact problem would quote names of the answer.
    const refusal = () => new SwapProviderError(status, 'is not one JSON object');
    const json = readStrictJson(Buffer.from(text), refusal);
    const { success, data } = schema.safeParse(json);
    if (!success) throw new SwapProviderError(status, 'has a missing or malformed member');
    return data;
  }

  return {
    async claimable(receiver, { signal }) {
      const url = `${base}/claimable?receiver=${encodeURIComponent(receiver)}`;
      const answer = await call(Claimable, { url, method: 'GET', signal, timeoutMs: askingMs });
      if (answer.receiver.toLowerCase() !== receiver.toLowerCase())
        throw new SwapProviderError(200, 'is for another receiver');
      return BigInt(answer.amount);
    },
    async claim({ requestId, receiver, amount }, { signal }) {
      const answer = await call(Accepted, {
        url: `${base}/claims`,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': requestId },
        body: JSON.stringify({ requestId, receiver, amount: String(amount) }),
        signal,
        timeoutMs: claimingMs,
      });
      if (answer.requestId !== requestId) throw new SwapProviderError(200, 'is for another claim');
    },
  };
}

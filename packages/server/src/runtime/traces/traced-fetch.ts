import type { GuardedFetch } from '../../core/ports/guarded-fetch.ts';
import { inSpan } from '../../core/spans/span.ts';

/** What the service calls by HTTP. */
type Adapter = 'evm' | 'oauth2' | 'oidc' | 'sms' | 'swap' | 'webhook';

/**
 * The same fetch, with a span for each call that belongs to a recorded request or delivery. The span does not say where the call
 * went: a URL may hold a key. The trace is not passed on.
 */
export const tracedFetch =
  (fetch: GuardedFetch, adapter: Adapter): GuardedFetch =>
  (request) =>
    inSpan(
      'call',
      async (span) => {
        span?.set({ adapter });
        const answer = await fetch(request);
        span?.set({ status: answer.status });
        return answer;
      },
      'client',
    );

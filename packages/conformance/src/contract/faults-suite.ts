import { createClient, MintmarkError, type SubmitOptions } from '@mintmark/client';
import { createP256Stamper } from '@mintmark/stamper';
import type { SuiteReport } from '../test-suite.ts';
import { toldBy } from './told-by.ts';

export interface FaultsInput {
  readonly origin: string;
  readonly organizationId: string;
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string };
}

interface FaultCase {
  readonly title: string;
  /** How the service fails. */
  readonly fault: string;
  readonly options?: SubmitOptions;
  /** When the caller gives up. */
  readonly abortAfterMs?: number;
  readonly clockOffMs?: number;
  /** The class and the code of the error, or the status of the outcome. */
  readonly expected: string;
}

const once = { retries: 0 };

const faultCases: readonly FaultCase[] = [
  { title: 'a page of a proxy', fault: 'html', expected: 'TransportError UNEXPECTED_RESPONSE 200' },
  {
    title: 'an error page',
    fault: 'html-503',
    options: once,
    expected: 'TransportError UNEXPECTED_RESPONSE 503 retryable',
  },
  {
    title: 'an empty 502',
    fault: 'empty-502',
    options: once,
    expected: 'TransportError UNEXPECTED_RESPONSE 502 retryable',
  },
  { title: 'a cut connection', fault: 'cut', options: once, expected: 'TransportError CONNECTION_FAILED retryable' },
  { title: 'a cut answer', fault: 'cut-body', options: once, expected: 'TransportError CONNECTION_FAILED retryable' },
  { title: 'a redirect to another host', fault: 'redirect', expected: 'TransportError REDIRECTED' },
  { title: 'a limit that passes', fault: 'limited', expected: 'completed' },
  {
    title: 'a limit that does not pass in time',
    fault: 'limited-for-long',
    expected: 'ApiError RATE_LIMIT_EXCEEDED 429 retryable',
  },
  {
    title: 'a service that never answers',
    fault: 'silent',
    options: { timeout: 300 },
    expected: 'TimeoutError TIMEOUT retryable',
  },
  { title: 'an abort while waiting', fault: 'silent', abortAfterMs: 300, expected: 'AbortError ABORTED' },
  { title: 'an abort during backoff', fault: 'unavailable', abortAfterMs: 300, expected: 'AbortError ABORTED' },
  { title: 'an abort during polling', fault: 'pending', abortAfterMs: 800, expected: 'AbortError ABORTED activity' },
  { title: 'a body over the limit', fault: 'too-large', expected: 'ApiError REQUEST_TOO_LARGE 413' },
  { title: 'a clock that is right', fault: 'punctual', expected: 'completed' },
  { title: 'a clock ten minutes off', fault: 'punctual', clockOffMs: 600_000, expected: 'ApiError INVALID_TIME 400' },
];

/** Every fault gives the typed error that is named here, and no error reveals a stamp or a key. */
export default async function run({ origin, organizationId, apiKey }: FaultsInput): Promise<SuiteReport> {
  const stamper = createP256Stamper(apiKey);
  const secrets = [apiKey.privateKey];
  const watched = {
    async stamp(body: string) {
      const stamp = await stamper.stamp(body);
      secrets.push(stamp.value);
      return stamp;
    },
  };
  const failures: string[] = [];
  let passed = 0;
  for (const { title, fault, options, abortAfterMs, clockOffMs = 0, expected } of faultCases) {
    const client = createClient({ baseUrl: `${origin}/${fault}`, organizationId, stamper: watched });
    const controller = new AbortController();
    const timer = abortAfterMs && setTimeout(() => controller.abort(), abortAfterMs);
    const { now } = Date;
    Date.now = () => now() + clockOffMs;
    const got = await client
      .deleteUserTags({ userTagIds: [organizationId] }, { ...options, signal: controller.signal })
      .then(
        ({ status }) => status,
        (error: unknown) => describeError(error, secrets),
      );
    Date.now = now;
    if (timer) clearTimeout(timer);
    if (got === expected) passed++;
    else failures.push(`${title}: ${got} instead of ${expected}`);
  }
  return { counts: { faults: passed }, failures };
}

function describeError(error: unknown, secrets: readonly string[]): string {
  if (!(error instanceof MintmarkError)) return `thrown: ${error}`;
  const { name, code, status, retryable, activityId } = error;
  const told = toldBy(error);
  if (secrets.some((secret) => told.includes(secret))) return `${name} reveals a secret`;
  // A browser hides the status of a redirect.
  const shown = code === 'REDIRECTED' ? undefined : status;
  return [name, code, shown, retryable && 'retryable', activityId && 'activity'].filter(Boolean).join(' ');
}

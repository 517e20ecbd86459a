import createFetchClient from 'openapi-fetch';
import { type Deadline, withDeadline } from './deadline.ts';
import { ApiError, type ApiErrorBody, MintmarkError, TransportError } from './errors.ts';
import { retryableExceptions } from './generated/error-codes.ts';
import type { Stamp } from './signed-request.ts';

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Synchronous callbacks for every attempt. They see neither the stamp nor a body. */
export interface Hooks {
  /** Before each attempt. Headers added to `headers` are sent, for example `traceparent`. */
  onRequest?(event: {
    readonly operation: string;
    readonly attempt: number;
    readonly headers: Record<string, string>;
  }): void;
  /** After each attempt. There is no status when there was no response. */
  onResponse?(event: {
    readonly operation: string;
    readonly attempt: number;
    readonly status: number | undefined;
    readonly requestId: string | undefined;
    readonly durationMs: number;
  }): void;
  /** Before the delay that precedes a retry. */
  onRetry?(event: {
    readonly operation: string;
    readonly attempt: number;
    readonly error: MintmarkError;
    readonly delayMs: number;
  }): void;
}

export interface TransportOptions {
  /** The address of the service, for example `https://mintmark.example.com`. */
  readonly baseUrl: string;
  /** Used instead of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** The time limit for one exchange including retries, in milliseconds; 30 seconds by default. */
  readonly timeout?: number | undefined;
  /** How often a request is retried after a transient failure; 2 by default. */
  readonly retries?: number | undefined;
  readonly hooks?: Hooks | undefined;
}

export interface CallOptions {
  /** Aborts the call at any point: while it waits for a response, between attempts and between polls. */
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  /** Additional headers, for example `Prefer` for the mock. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** One logical call as it goes over the wire. It is built once, and retries send the same bytes. */
interface WireRequest {
  readonly operation: string;
  readonly path: string;
  readonly body: string;
  /** The header that identifies the caller. */
  readonly credential: { readonly name: string; readonly value: string };
  /** A stamp besides it. */
  readonly stamp?: Stamp | undefined;
  /** Whether the same bytes may be sent twice. */
  readonly isRepeatable: boolean;
}

/** Sends a request, with retries, and resolves to the response body. */
export type Transport = (request: WireRequest, options: CallOptions) => Promise<unknown>;

interface Answer {
  readonly data?: string;
  readonly error?: unknown;
  readonly response: Response;
}

/** Replaces `Request`, which cannot be sent twice and which some implementations of `fetch` do not accept. */
class RequestParts {
  readonly url: string;
  readonly init: RequestInit;
  constructor(url: string, init: RequestInit) {
    this.url = url;
    this.init = init;
  }
}

export function createTransport({
  baseUrl,
  fetch,
  timeout = 30_000,
  retries = 2,
  hooks = {},
}: TransportOptions): Transport {
  // A path appended to a query would become part of it, and errors of fetch quote a password.
  if (!/^https?:\/\/[^\s?#@]+$/.test(baseUrl))
    throw new MintmarkError('INPUT_INVALID', 'baseUrl must be https://… or http://… without a password or query');
  // openapi-fetch builds URLs and headers, and reads responses. What it would otherwise do is replaced, for these reasons.
  const { POST } = createFetchClient({
    baseUrl: String(baseUrl),
    Request: RequestParts as never,
    // It takes the parts instead of a `Request`. It is looked up at each call, and called without a receiver, as browsers require.
    fetch: (({ url, init }: RequestParts) => (fetch ?? globalThis.fetch)(url, init)) as never,
    // The body is the text that was stamped. Serialized again, it could have other bytes.
    bodySerializer: (body: unknown) => body as string,
  });
  // Callers have the types of their operations already, and here the generic signature would cost the type checker hundreds of thousands
  // of instantiations.
  const post = POST as unknown as (path: string, init: object) => Promise<Answer>;

  async function attempt(
    request: WireRequest,
    options: CallOptions,
    count: number,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { operation, path, body, credential, stamp, isRepeatable } = request;
    const headers = { ...options.headers };
    notify(() => hooks.onRequest?.({ operation, attempt: count, headers }));
    const start = performance.now();
    const ended = (status?: number, requestId?: string) =>
      notify(() =>
        hooks.onResponse?.({ operation, attempt: count, status, requestId, durationMs: performance.now() - start }),
      );
    let answer: Answer;
    try {
      answer = await post(path, {
        body,
        headers: {
          ...withoutCredentials(headers),
          [credential.name]: credential.value,
          ...(stamp && { [stamp.name]: stamp.value }),
        },
        signal,
        // A stamp does not name its host, so it must not follow a redirect. Workers do not support 'error'.
        redirect: 'manual',
        // Parsed below: a body that is not JSON is reported with the status, not as a syntax error.
        parseAs: 'text',
      });
    } catch (cause) {
      ended();
      throw new TransportError('CONNECTION_FAILED', `${operation}: the connection to ${baseUrl} failed`, {
        retryable: isRepeatable,
        cause: bare(cause),
      });
    }
    const { status, headers: received } = answer.response;
    // Other values stay out of logs: a gateway may have set this header.
    const requestId = /^[\w-]{1,64}$/.exec(received.get('X-Request-Id') ?? '')?.[0];
    ended(status, requestId);
    return unwrap(request, answer, requestId);
  }

  return (request, options) =>
    withDeadline({ ...request, signal: options.signal, timeout: options.timeout ?? timeout }, async (deadline) => {
      for (let count = 1; ; count++) {
        try {
          return await attempt(request, options, count, deadline.signal);
        } catch (error) {
          const delayMs = delayBefore(error as MintmarkError, count, options.retries ?? retries, deadline);
          if (delayMs === undefined) throw error;
          notify(() =>
            hooks.onRetry?.({ operation: request.operation, attempt: count, error: error as MintmarkError, delayMs }),
          );
          await deadline.sleep(delayMs);
        }
      }
    });
}

/** Only the stamper sets credentials: header names are matched in any case. */
const withoutCredentials = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^x-(stamp|auth-proxy)/i.test(name)));

/** The error without extra properties: Node attaches the received bytes, which can hold our own stamp. */
function bare(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, cause, code } = error as Error & { readonly code?: unknown };
  return Object.assign(new Error(message, cause === error ? {} : { cause: bare(cause) }), { name, code });
}

/** How long to wait before a retry, or undefined for no retry. */
function delayBefore(error: MintmarkError, count: number, retries: number, deadline: Deadline): number | undefined {
  if (!error.retryable || count > retries || deadline.signal.aborted) return undefined;
  const delayMs = error.retryAfterMs ?? backoff(count);
  return delayMs < deadline.left() ? delayMs : undefined;
}

/** Doubles each time, up to five seconds, with jitter for clients that failed at the same moment. */
export const backoff = (count: number): number => Math.min(200 * 2 ** (count - 1), 5000) * (0.5 + Math.random() / 2);

function unwrap(request: WireRequest, { data, error, response }: Answer, requestId: string | undefined): unknown {
  const { operation, credential, stamp = credential, isRepeatable } = request;
  const { status, ok, type, redirected } = response;
  // Browsers hide the redirect response, and some runtimes follow redirects anyway.
  if (type === 'opaqueredirect' || redirected || (status >= 300 && status < 400))
    throw new TransportError('REDIRECTED', `${operation} was redirected; redirects are not followed`, {
      status: status || undefined,
      requestId,
    });
  const value = ok ? parse(data) : error;
  if (ok && isObject(value)) return value;
  const isBusy = status === 429;
  const isRetryable = (code = '') =>
    // A rate-limited request was not carried out.
    (isRepeatable || isBusy) && (retryableExceptions[code] ?? (isBusy || (status >= 500 && status !== 501))) === true;
  const facts = { status, requestId, retryAfterMs: retryAfterMs(response) };
  if (!ok && isErrorBody(value)) {
    const { errorCode: code = 'UNKNOWN', activityId } =
      value.details.find(({ errorCode }) => typeof errorCode === 'string') ?? {};
    // A gateway may quote the request.
    const message = value.message.replaceAll(credential.value, '…').replaceAll(stamp.value, '…');
    throw new ApiError(operation, { ...value, message }, code, {
      ...facts,
      activityId,
      retryable: isRetryable(code),
    });
  }
  const problem = value === undefined || value === '' ? 'an empty body' : 'an unexpected body';
  throw new TransportError('UNEXPECTED_RESPONSE', `${operation}: HTTP ${status} with ${problem}`, {
    ...facts,
    retryable: isRetryable(),
  });
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isErrorBody = (value: unknown): value is ApiErrorBody =>
  isObject(value) &&
  typeof value['message'] === 'string' &&
  Array.isArray(value['details']) &&
  value['details'].every(isObject);

/** RFC 9110, 10.2.3: seconds, or a date. */
function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('Retry-After');
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** A hook cannot change a call: its errors are reported as uncaught, as for an event listener. */
function notify(hook: () => void): void {
  try {
    hook();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

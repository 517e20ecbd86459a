import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { printable } from '@mintmark/server/core/requests/printable';
import { CallFailure, unexpectedAnswer } from './call-failure.ts';
import type { ContractDocument } from './contract-document.ts';
import type { Operation } from './operation.ts';

/** A request as it goes over the wire. It is made once, and a retry sends the same bytes. */
export interface WireRequest {
  readonly operation: Operation;
  readonly url: string;
  readonly body: string;
  /** The header that identifies the caller. */
  readonly credential: { readonly name: string; readonly value: string };
}

/** An answer of the service. */
export type Answer = Readonly<Record<string, unknown>>;

interface ErrorBody {
  readonly message?: unknown;
  readonly details?: unknown;
}

const maxAttempts = 3;

/** Sends a request until it is answered or the time is over. Rejects with a CallFailure for anything but a success. */
export async function sendRequest(
  document: ContractDocument,
  request: WireRequest,
  deadline: AbortSignal,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptRequest(document, request, deadline);
    if ('answer' in outcome) return outcome.answer;
    if (!outcome.isRetried || attempt === maxAttempts || deadline.aborted) throw outcome.failure;
    await setTimeout(outcome.delayMs ?? 200 * 2 ** attempt, undefined, { signal: deadline }).catch(() => {
      throw outcome.failure;
    });
  }
}

interface Failed {
  readonly failure: CallFailure;
  readonly isRetried: boolean;
  readonly delayMs?: number | undefined;
}

async function attemptRequest(
  document: ContractDocument,
  request: WireRequest,
  signal: AbortSignal,
): Promise<{ readonly answer: Answer } | Failed> {
  const { operation, url } = request;
  let response: Response;
  try {
    response = await post(request, signal);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    const { origin } = new URL(url);
    if (isOfCertificate(code)) return { failure: new CallFailure(certificateProblem(origin, code)), isRetried: false };
    const isAbsent = code === 'ECONNREFUSED' || code === 'ENOTFOUND';
    const problem = connectionProblem(origin, { code, isAbsent, isLate: signal.aborted });
    const failure = new CallFailure(problem, { isTemporary: true });
    return { failure, isRetried: operation.isRepeatable && !isAbsent };
  }
  const { status, headers, text } = response;
  // A stamp does not name its host, so it must not follow a redirect.
  if (status >= 300 && status < 400) {
    const problem = `${new URL(url).origin} answers with a redirect (HTTP ${status}), which is not followed: correct the address`;
    return { failure: new CallFailure(problem), isRetried: false };
  }
  const value = parse(text);
  if (status >= 200 && status < 300 && isObject(value)) return { answer: value };
  const error = readError(document, value);
  const isBusy = status === 429;
  const isTemporary = error?.isTransient ?? (isBusy || (status >= 500 && status !== 501));
  const problem = refusal({ name: operation.name, status, requestId: headers['x-request-id'], error });
  return {
    failure: new CallFailure(problem, { isTemporary }),
    // A rate-limited request was not carried out.
    isRetried: isTemporary && (operation.isRepeatable || isBusy),
    delayMs: retryAfterMs(headers),
  };
}

interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Not by fetch: loading it takes longer than a call needs to connect and be answered. */
async function post({ url, body, credential }: WireRequest, signal: AbortSignal): Promise<Response> {
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
  const headers = { 'Content-Type': 'application/json', [credential.name]: credential.value };
  const sent = request(url, { method: 'POST', headers, signal }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, text: await textOf(response) };
}

/**
 * The codes by which the runtime refuses a certificate, before it sends anything. A code of OpenSSL, such as
 * ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED, comes from the other side, which may have the request by then.
 */
const isOfCertificate = (code: unknown): code is string =>
  typeof code === 'string' && !code.startsWith('ERR_SSL_') && /CERT|^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/.test(code);

const certificateProblem = (origin: string, code: string): string =>
  `the certificate of ${origin} is not accepted (${code}), and nothing was sent: correct the address or the certificate, or set ` +
  'NODE_EXTRA_CA_CERTS to the file of your own certificate authority';

interface ConnectionProblem {
  readonly code: unknown;
  readonly isAbsent: boolean;
  readonly isLate: boolean;
}

function connectionProblem(origin: string, { code, isAbsent, isLate }: ConnectionProblem): string {
  if (isLate) return `${origin} does not answer in time: it is not known whether the request arrived`;
  if (isAbsent) return `no service answers at ${origin} (${code}): start it first, or correct the address`;
  const why = typeof code === 'string' ? ` (${code})` : '';
  return `the connection to ${origin} failed${why}: it is not known whether the request arrived`;
}

interface ServiceError {
  readonly code: string;
  readonly message: string;
  readonly violations: readonly string[];
  readonly fix: string | undefined;
  readonly isTransient: boolean | undefined;
}

/** Reads an error of the service, with what the document says about its code. */
function readError(document: ContractDocument, value: unknown): ServiceError | undefined {
  const { message, details } = (isObject(value) ? value : {}) as ErrorBody;
  if (typeof message !== 'string' || !Array.isArray(details)) return undefined;
  const detail = details.filter(isObject);
  const code = detail.map((part) => part['errorCode']).find((found) => typeof found === 'string') ?? 'UNKNOWN';
  const known = document['x-error-catalogue'].find(({ errorCode }) => errorCode === code);
  const violations = detail.flatMap((part) => (Array.isArray(part['fieldViolations']) ? part['fieldViolations'] : []));
  return {
    code,
    message,
    violations: violations.filter(isObject).map(({ field, description }) => `${field}: ${description}`),
    fix: known?.fix,
    isTransient: known?.retryable,
  };
}

interface Refusal {
  readonly name: string;
  readonly status: number;
  readonly requestId: IncomingHttpHeaders[string];
  readonly error: ServiceError | undefined;
}

function refusal({ name, status, requestId, error }: Refusal): string {
  const request = requestId ? `, request ${requestId}` : '';
  if (!error) return unexpectedAnswer(name, `HTTP ${status}${request}`);
  const lines = [`${name}: ${error.message} (HTTP ${status}, ${error.code}${request})`, ...error.violations];
  return [...lines, ...(error.fix ? [error.fix] : [])].map(printable).join('\n  ');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** RFC 9110, 10.2.3: seconds, or a date. */
function retryAfterMs({ 'retry-after': value }: IncomingHttpHeaders): number | undefined {
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

import { errors } from '@mintmark/schema';
import { ApiError } from '../../core/model/api-error.ts';
import type { OutgoingAnswer } from './exchange.ts';

/** Answers of this service must not be cached, framed, sniffed, embedded or leaked by a referrer. */
export const pageHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Content-Type': 'application/json',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

const headers = {
  ...pageHeaders,
  // Browsers do not send stamps on their own, unlike cookies: pages of any origin may send one.
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
} as const;

/** An answer in JSON. */
export const jsonAnswer = (status: number, value: unknown, more: Record<string, string> = {}): OutgoingAnswer => ({
  status,
  headers: { ...headers, ...more },
  body: JSON.stringify(value),
});

/** The headers of an answer that only pages of one origin may read, or none. */
export function withOrigin(headers: OutgoingAnswer['headers'], origin: string | null): OutgoingAnswer['headers'] {
  const { 'Access-Control-Allow-Origin': _, ...others } = headers;
  return { ...others, Vary: 'Origin', ...(origin !== null && { 'Access-Control-Allow-Origin': origin }) };
}

/** The answer to a refused request. */
export function errorAnswer(error: ApiError): OutgoingAnswer {
  // Not on every 429: waiting does not help against a quota.
  const asksToWait = errors[error.code].retryable && (error.status === 429 || error.status === 503);
  const { allow, retryAfterSeconds = asksToWait ? 1 : undefined } = error.details;
  return jsonAnswer(error.status, error.body, {
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(allow && { Allow: allow }),
  });
}

/** The refusal of a method that a path does not support. */
export const methodError = (path: string, method: string, allow: string): ApiError =>
  new ApiError('ROUTE_NOT_FOUND', `${path} accepts ${allow}, not ${method}`, { status: 405, allow });

/** The answer to a CORS preflight. */
export const preflightAnswer: OutgoingAnswer = {
  status: 204,
  headers: {
    ...headers,
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers':
      '*, Content-Type, X-Stamp, X-Stamp-WebAuthn, X-Stamp-Attested, X-Auth-Proxy-Config-Id',
    'Access-Control-Max-Age': '7200',
  },
  body: '',
};

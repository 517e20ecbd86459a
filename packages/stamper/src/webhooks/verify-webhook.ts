import { decodeBase64Url } from '../encoding/base64url.ts';
import { concatBytes, requireBytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { judge, StamperError, type Verdict } from '../stamper-error.ts';
import type { WebhookKeys } from './import-webhook-keys.ts';

/** Headers of a request: those of `fetch`, or an object with names in any case, as web frameworks have it. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A webhook as it was received. */
export interface ReceivedWebhook {
  readonly headers: WebhookHeaders;
  /** The bytes as received, or their text, before any parsing. */
  readonly body: string | Uint8Array;
  readonly keys: WebhookKeys;
  /**
   * The id of the endpoint that receives it. A service signs the webhooks of all its organizations with one key: without this
   * check, another organization could pass on what its own endpoint got.
   */
  readonly endpointId?: string;
  /** How far the time of the signature may be from now, in both directions: 300. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly now?: () => number;
}

/** A webhook that was verified. */
export interface VerifiedWebhook {
  /** The same for every attempt to deliver the same event: remember it, and ignore what comes again. */
  readonly id: string;
  /** When this attempt was signed, in seconds since the epoch. */
  readonly timestamp: number;
}

const longestHeader = 4096;

/**
 * Verifies a webhook: the signature (Standard Webhooks, version v1a), its time, and that it is for this endpoint.
 *
 * @example
 * const verdict = await verifyWebhook({ headers: request.headers, body: await request.text(), keys, endpointId });
 * if (!verdict.ok) return new Response(verdict.error.message, { status: 400 });
 */
export function verifyWebhook({
  headers,
  body,
  keys,
  endpointId,
  toleranceSeconds = 300,
  now = Date.now,
}: ReceivedWebhook): Promise<Verdict<VerifiedWebhook>> {
  return judge(async () => {
    const id = readHeader(headers, 'webhook-id', /^[!-\-/-~]{1,255}$/);
    const seconds = readHeader(headers, 'webhook-timestamp', /^(?:0|[1-9][0-9]{0,11})$/);
    const signatures = signaturesOf(readHeader(headers, 'webhook-signature', /^[ -~]+$/));
    const timestamp = Number(seconds);
    // Negated so that a clock or a tolerance that is not a number refuses the webhook.
    if (!(Math.abs(now() / 1000 - timestamp) <= toleranceSeconds))
      throw new StamperError('TIME_OUT_OF_RANGE', 'webhook-timestamp', 'is too old, or in the future');
    if (endpointId !== undefined && !id.endsWith(`_${endpointId.toLowerCase()}`))
      throw new StamperError('BINDING_MISMATCH', 'webhook-id', 'is for another endpoint');
    const bytes = typeof body === 'string' ? encodeUtf8(body, 'body') : requireBytes(body, 'body');
    const signed = concatBytes(encodeUtf8(`${id}.${seconds}.`, 'webhook-id'), bytes);
    for (const signature of signatures)
      for (const key of keys) if (await key.verify(signed, signature)) return { id, timestamp };
    throw new StamperError('SIGNATURE_INVALID', 'webhook-signature', 'does not verify over the body');
  });
}

function readHeader(headers: WebhookHeaders, name: string, form: RegExp): string {
  const values = valuesOf(headers, name);
  const [value] = values;
  if (value === undefined) throw new StamperError('MALFORMED', name, 'is missing');
  if (values.length > 1 || value.length > longestHeader || !form.test(value))
    throw new StamperError('MALFORMED', name, 'does not have the form of Standard Webhooks');
  return value;
}

function valuesOf(headers: WebhookHeaders, name: string): readonly string[] {
  if (typeof headers.get === 'function') {
    const value = headers.get(name);
    return value === null ? [] : [value];
  }
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []) as string[];
}

const maxSignatures = 10;

/** The ed25519 signatures of a header. Those of other versions are skipped: a sender may use several. */
function signaturesOf(header: string): Uint8Array[] {
  const ours = header.split(' ').filter((one) => one.startsWith('v1a,'));
  if (ours.length === 0) throw new StamperError('VERSION_UNSUPPORTED', 'webhook-signature', 'has no signature of v1a');
  return ours.slice(0, maxSignatures).map((one) => {
    const text = one.slice('v1a,'.length);
    // 64 bytes in standard base64. The form is checked first: the decoder is that of base64url.
    if (!/^[A-Za-z0-9+/]{86}==$/.test(text))
      throw new StamperError('MALFORMED', 'webhook-signature', 'is not 64 bytes in base64');
    return decodeBase64Url(text.replaceAll('+', '-').replaceAll('/', '_'), 'webhook-signature', 'padded');
  });
}

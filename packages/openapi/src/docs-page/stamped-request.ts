import type { Holdings } from './held-key.ts';
import { parseObject } from './json-text.ts';
import type { Operation } from './operation.ts';
import { refreshTime } from './refresh-time.ts';

/** A header that says who sends the request. */
interface Credential {
  readonly name: string;
  readonly value: string;
}

/** A request that is ready to be sent. */
export interface StampedRequest {
  readonly operation: Operation;
  readonly url: string;
  /** The stamp covers the UTF-8 of exactly this text. */
  readonly body: string;
  readonly credential: Credential;
  /** What the credential was made with. */
  readonly kind: 'apiKey' | 'passkey' | 'configuration';
}

/** Why a request cannot be made, for the user of the page. */
export class RequestError extends Error {}

/** The text that is sent for what the user wrote: the same, with the current time. */
export function currentBody(text: string, now: number): string {
  // Browsers would send another character in its place.
  if (!text.isWellFormed()) throw new RequestError('The body has half of a surrogate pair, which UTF-8 cannot encode.');
  try {
    return refreshTime(text, now);
  } catch (error) {
    throw new RequestError(`The body is not a JSON object: ${(error as Error).message}`);
  }
}

/** Stamps a body. Nothing is sent. */
export async function stampRequest(
  operation: Operation,
  body: string,
  origin: string,
  { key, organizationId, authProxyConfigId }: Holdings,
): Promise<StampedRequest> {
  const request = { operation, url: origin + operation.path, body };
  if (operation.isProxy) {
    const value = authProxyConfigId.trim();
    if (value === '') throw new RequestError('Enter the ID of an auth-proxy configuration: root.json has one.');
    // Browsers quote a malformed header in their errors.
    if (!/^[\w-]+$/.test(value)) throw new RequestError('The ID of the auth-proxy configuration is malformed.');
    return { ...request, credential: { name: 'X-Auth-Proxy-Config-Id', value }, kind: 'configuration' };
  }
  if (!key) throw new RequestError('There is no key to stamp the request with: enter one in the section Key.');
  if (organizationId === '' && parseObject(body)['organizationId'] === operation.example['organizationId'])
    throw new RequestError('Enter the organization ID of the key in the section Key, or in the body.');
  try {
    return { ...request, credential: await key.stamper.stamp(body), kind: key.kind };
  } catch (error) {
    throw new RequestError(`The request could not be stamped: ${(error as Error).message}.`);
  }
}

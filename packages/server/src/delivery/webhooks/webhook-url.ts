import { isIP } from 'node:net';
import { ApiError } from '../../core/model/api-error.ts';
import type { WebhookSettings } from '../../core/ports/webhook-settings.ts';
import { isPublicAddress } from '../adapters/address-ranges.ts';

/**
 * Refuses a URL that no event can be sent to. What a host name resolves to is checked at each delivery: its owner can change it
 * at any time.
 */
export function requireWebhookUrl(text: string, { allowsPrivate }: Pick<WebhookSettings, 'allowsPrivate'>): void {
  const url = URL.parse(text);
  if (!url) throw refused('is not a URL');
  if (url.username !== '' || url.password !== '') throw refused('must not have credentials');
  if (url.hash !== '' || text.includes('#')) throw refused('must not have a fragment');
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  if (host === '') throw refused('must have a host');
  const isLocal = /(?:^|\.)localhost$/.test(host) || isLoopback(host);
  if (url.protocol !== 'https:' && !(allowsPrivate && isLocal && url.protocol === 'http:'))
    throw refused(allowsPrivate ? 'must be https, or http to localhost' : 'must be https');
  if (!allowsPrivate && (isLocal || (isIP(host) !== 0 && !isPublicAddress(host))))
    throw refused('must name a host on the public Internet');
}

/** The URL has read the host already: `127.1` and `0x7f000001` are `127.0.0.1` here. */
const isLoopback = (host: string) => host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const refused = (reason: string) => new ApiError('INVALID_WEBHOOK_URL', `invalid webhook URL: it ${reason}`);

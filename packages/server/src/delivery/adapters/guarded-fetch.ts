import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isIP } from 'node:net';
import type { GuardedFetch, OutboundRequest } from '../../core/ports/guarded-fetch.ts';
import { isPublicAddress } from './address-ranges.ts';
import { exchangeHttp, type HttpRequest } from './exchange-http.ts';
import { connectTo, type OutboundProxy, openTunnel, startTls, type Target } from './outbound-connection.ts';
import { codeOf, OutboundError } from './outbound-error.ts';
import { OutboundTurns, type TurnLimits } from './outbound-turns.ts';
import { createResolveHost, type ResolveHost } from './resolve-host.ts';

export interface GuardedFetchOptions {
  /** The proxy for all calls: `http://` or `https://`, with credentials if it needs them. */
  readonly proxyUrl?: string | undefined;
  readonly resolveHost?: ResolveHost;
  /** The certificate authority to trust instead of those that Node knows, in PEM. */
  readonly ca?: string;
  /** The limits of the calls to hosts that callers named, and separately of those that the operator named. */
  readonly limits?: { readonly foreign: TurnLimits; readonly configured: TurnLimits };
}

const defaultLimits = {
  foreign: { inAll: 32, ofHost: 4, waiting: 512, waitingOfHost: 64 },
  configured: { inAll: 32, ofHost: 16, waiting: 512, waitingOfHost: 256 },
};

/** Headers about the connection, the length or the encoding. They are ours, so that an answer always has one meaning. */
const ownHeaders =
  /^(?:accept-encoding|connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * Creates the only way out of the service. A host that a caller named must be on the public Internet: its name is resolved
 * once, all addresses are checked, and the connection goes to a checked address, so that a name server cannot give another
 * answer in between. If one address is refused, all are: a name with public and private addresses is an attack or a mistake,
 * and the result must not depend on their order.
 *
 * With a proxy, the same holds for a host that a caller named: the proxy gets the checked address instead of the name, since it
 * could resolve the name to another address. A host that the operator named is resolved by the proxy, which may know names
 * that this machine does not.
 *
 * @example
 * const guardedFetch = createGuardedFetch();
 * const { status } = await guardedFetch({ url, method: 'POST', body, isConfigured: false });
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const { proxyUrl, resolveHost = createResolveHost(), ca, limits = defaultLimits } = options;
  const proxy = proxyUrl === undefined ? undefined : readProxy(proxyUrl);
  const turns = { foreign: new OutboundTurns(limits.foreign), configured: new OutboundTurns(limits.configured) };

  async function addressesOf({ host, origin }: Target, isConfigured: boolean, signal: AbortSignal) {
    const addresses = isIP(host)
      ? [host]
      : await resolveHost(host, { isConfigured, signal }).catch((error) => {
          throw new OutboundError('UNREACHABLE', origin, codeOf(error));
        });
    if (addresses.length === 0) throw new OutboundError('UNREACHABLE', origin);
    if (!isConfigured && !addresses.every(isPublicAddress)) throw new OutboundError('REFUSED_ADDRESS', origin);
    return addresses;
  }

  async function connect(target: Target, isConfigured: boolean, signal: AbortSignal) {
    const open = async (to: Target, addresses: readonly string[]) => {
      const socket = await connectTo(to, addresses, signal);
      return to.isTls ? await startTls(to, socket, ca, signal) : socket;
    };
    if (!proxy) return await open(target, await addressesOf(target, isConfigured, signal));
    const [host = ''] = isConfigured ? [target.host] : await addressesOf(target, isConfigured, signal);
    const socket = await open(proxy, await addressesOf(proxy, true, signal));
    await openTunnel(proxy, socket, { ...target, host }, signal);
    return target.isTls ? await startTls(target, socket, ca, signal) : socket;
  }

  return async ({ isConfigured, party, signal, timeoutMs = 5000, ...request }) => {
    const { target, sent } = readRequest(request, isConfigured);
    const { origin } = target;
    if (signal?.aborted) throw new OutboundError('ABORTED', origin);
    const call = new AbortController();
    const { promise: failure, reject } = Promise.withResolvers<never>();
    let isWaiting = true;
    const timer = setTimeout(() => reject(new OutboundError(isWaiting ? 'BUSY' : 'TIMEOUT', origin)), timeoutMs);
    const abort = () => reject(new OutboundError('ABORTED', origin));
    signal?.addEventListener('abort', abort, { once: true });
    const run = async () => {
      const end = await turns[isConfigured ? 'configured' : 'foreign'].take(
        party === undefined ? target.host : `${target.host} ${party}`,
        call.signal,
      );
      if (!end) throw new OutboundError('BUSY', origin);
      isWaiting = false;
      // The turn ends with the work, even if the caller has its error already.
      try {
        call.signal.throwIfAborted();
        return await exchangeHttp(await connect(target, isConfigured, call.signal), sent, call.signal);
      } finally {
        end();
      }
    };
    try {
      return await Promise.race([failure, run()]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      // Closes what is still open, after a success too.
      call.abort();
    }
  };
}

type Described = Omit<OutboundRequest, 'isConfigured' | 'party' | 'signal' | 'timeoutMs'>;

/** Checks what needs no name resolution. */
function readRequest(
  request: Described,
  isConfigured: boolean,
): { readonly target: Target; readonly sent: HttpRequest } {
  const { method, headers = {}, maxBytes = 256 * 1024 } = request;
  // Bytes: Node would write headers in the encoding of a body that is a string.
  const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body;
  const url = URL.parse(request.url);
  if (!url || !(url.protocol === 'https:' || url.protocol === 'http:'))
    throw new OutboundError('BAD_REQUEST', 'URL', 'NOT_HTTPS');
  const target = targetOf(url);
  const { origin, host } = target;
  const refuse = (reason: string) => new OutboundError('BAD_REQUEST', origin, reason);
  if (host === '') throw refuse('NO_HOST');
  const authorization = authorizationOf(url, refuse);
  if (!isConfigured) {
    if (!target.isTls) throw refuse('NOT_HTTPS');
    if (authorization) throw refuse('CREDENTIALS');
    // RFC 6761 §6.3: such a name is never sent to a name server. Addresses need none.
    if (/(?:^|\.)localhost$/.test(host) || (isIP(host) && !isPublicAddress(host)))
      throw new OutboundError('REFUSED_ADDRESS', origin);
  }
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value, refuse);
  const sent = {
    host: url.host,
    // Without this header any encoding would be acceptable: RFC 9110 §12.5.3.
    'accept-encoding': 'identity',
    ...(authorization && { authorization }),
    ...(body !== undefined && { 'content-length': String(body.length) }),
  };
  const path = `${url.pathname}${url.search}`;
  return { target, sent: { origin, method, path, headers: { ...headers, ...sent }, body, maxBytes } };
}

/** The URL has read the host already: `127.1`, `0x7f000001` and digits of other scripts are `127.0.0.1` here. */
function targetOf({ origin, hostname, port, protocol }: URL): Target {
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  return { origin, host, port: port === '' ? (isTls ? 443 : 80) : Number(port), isTls };
}

/** RFC 7617. */
function authorizationOf({ username, password }: URL, refuse: (reason: string) => Error): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials).toString('base64')}`;
  } catch {
    throw refuse('CREDENTIALS');
  }
}

function checkHeader(name: string, value: string, refuse: (reason: string) => Error): void {
  if (ownHeaders.test(name)) throw refuse('HEADER');
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw refuse('HEADER');
  }
}

function readProxy(proxyUrl: string): OutboundProxy {
  const refuse = (reason: string) => new OutboundError('BAD_REQUEST', 'the proxy', reason);
  const url = URL.parse(proxyUrl);
  if (!url || !(url.protocol === 'https:' || url.protocol === 'http:')) throw refuse('NOT_HTTP');
  return { ...targetOf(url), authorization: authorizationOf(url, refuse) };
}

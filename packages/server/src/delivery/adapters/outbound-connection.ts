import { once } from 'node:events';
import { request } from 'node:http';
import { isIP, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls } from 'node:tls';
import { codeOf, OutboundError } from './outbound-error.ts';

/** Where a connection goes. */
export interface Target {
  /** The scheme, host and port, for errors. */
  readonly origin: string;
  /** The host that the certificate must be for: a name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
}

export interface OutboundProxy extends Target {
  /** The value of Proxy-Authorization. */
  readonly authorization: string | undefined;
}

/** Of many addresses of a host, the last ones are not tried. */
const maxAddresses = 4;
/** After this time the next address is tried. The last one has all the time that is left. */
const attemptMs = 1000;

/** Opens a connection to one of these addresses and to no other. They were checked, so no name is resolved here. */
export async function connectTo(
  { origin, port }: Target,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Socket> {
  let reason: string | undefined;
  const tried = addresses.slice(0, maxAddresses);
  for (const [index, host] of tried.entries()) {
    // The family of an address is known, so Node has nothing to select or to look up.
    const socket = openTcp({ host, port, family: isIP(host), autoSelectFamily: false, noDelay: true, signal });
    // Also after the connection is established: an error that nobody listens to would end the process.
    socket.on('error', () => {});
    if (index < tried.length - 1) socket.setTimeout(attemptMs, () => socket.destroy(new Error('too slow')));
    try {
      await once(socket, 'connect', { signal });
      return socket.setTimeout(0);
    } catch (error) {
      signal.throwIfAborted();
      reason = codeOf(error) ?? reason;
    }
  }
  throw new OutboundError('UNREACHABLE', origin, reason);
}

/** Starts TLS on a connection. Variables of the environment that switch off verification have no effect. */
export async function startTls(
  { origin, host }: Target,
  socket: Socket,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  const isAddress = isIP(host) !== 0;
  const secure = openTls({
    socket,
    host,
    // RFC 6066 §3: addresses are not allowed here. The certificate is then checked for `host`.
    servername: isAddress ? '' : host,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    ca,
  });
  secure.on('error', () => {});
  signal.addEventListener('abort', () => secure.destroy(), { once: true });
  try {
    await once(secure, 'secureConnect', { signal });
    return secure;
  } catch (error) {
    const isNetwork = error instanceof Error && ('errno' in error || codeOf(error) === 'ECONNRESET');
    throw new OutboundError(isNetwork ? 'UNREACHABLE' : 'UNTRUSTED', origin, codeOf(error));
  }
}

/** Asks the proxy on this connection to connect to a host, also for http: the proxy then sees no path and no header. */
export async function openTunnel(
  { authorization }: OutboundProxy,
  socket: Socket,
  { origin, host, port }: Target,
  signal: AbortSignal,
): Promise<void> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const connecting = request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(authorization && { 'proxy-authorization': authorization }) },
    setHost: false,
    createConnection: () => socket,
    maxHeaderSize: 16 * 1024,
    insecureHTTPParser: false,
    signal,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  connecting.on('error', (error) => reject(new OutboundError('UNREACHABLE', origin, `PROXY ${codeOf(error)}`)));
  connecting.on('connect', ({ statusCode }, _socket, head) => {
    if (statusCode !== 200) reject(new OutboundError('UNREACHABLE', origin, `PROXY ${statusCode}`));
    // Nobody may speak before us: these bytes would be the proxy's own, in the name of the host.
    else if (head.length > 0) reject(new OutboundError('BAD_ANSWER', origin, 'PROXY'));
    else resolve();
  });
  connecting.end();
  await promise;
}

import type { IncomingRequest } from './exchange.ts';
import { type ForwardedAddresses, forwarded, xForwardedFor } from './forwarded-addresses.ts';
import { networkOf } from './network-of.ts';
import { readAddress, TrustedNetworks } from './trusted-networks.ts';

/** Finds the network of a client, from the address of the connection and the headers of the request. */
export type FindClient = (peer: string, header: IncomingRequest['header']) => string;

/**
 * Finds clients behind trusted proxies: the last address in `Forwarded` or `X-Forwarded-For` that is not a trusted proxy. What stands
 * before it was written by the client. If the connection does not come from a trusted proxy, both headers are ignored.
 *
 * @param onUntrusted Called once, for the first request with such a header if no proxy is trusted.
 */
export function createClientFinder(trustedProxies: readonly string[] = [], onUntrusted = () => {}): FindClient {
  const proxies = new TrustedNetworks(trustedProxies);
  let isReported = false;

  function behind(peer: string, addresses: ForwardedAddresses): string {
    let last = peer;
    for (const address of addresses) {
      // Whatever stands before an unreadable entry may be a lie: the request counts as that of the last proxy.
      if (!address) return last;
      last = address.address;
      if (!proxies.has(address)) return last;
    }
    return last;
  }

  return (peer, header) => {
    const own = networkOf(peer);
    const [standard, usual] = [header('forwarded'), header('x-forwarded-for')];
    if (standard.length === 0 && usual.length === 0) return own;
    if (proxies.isEmpty) {
      if (!isReported) onUntrusted();
      isReported = true;
      return own;
    }
    const address = readAddress(peer.replace(/%.*/, ''));
    if (!address || !proxies.has(address)) return own;
    const first = standard.length > 0 ? networkOf(behind(peer, forwarded(standard))) : undefined;
    const second = usual.length > 0 ? networkOf(behind(peer, xForwardedFor(usual))) : undefined;
    // If they differ, the proxy writes only one of them, and the client wrote the other: nobody knows which.
    return first !== undefined && second !== undefined && first !== second ? own : (first ?? second ?? own);
  };
}

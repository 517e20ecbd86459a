import { lookup, Resolver } from 'node:dns/promises';

interface ResolveOptions {
  /** Whether the operator named the host. */
  readonly isConfigured: boolean;
  readonly signal: AbortSignal;
}

/** Finds the addresses of a host name. Rejects, or resolves to no address, if there are none. */
export type ResolveHost = (host: string, options: ResolveOptions) => Promise<readonly string[]>;

/**
 * Resolves host names. Those of the operator are resolved as the system does it: /etc/hosts, search domains, the name service
 * switch. That blocks a thread of the pool which also verifies stamps, until the name server answers. A caller who owns a slow
 * name server could block those threads, so a name from a caller is sent to the name servers directly, which blocks nothing
 * and can be cancelled.
 *
 * @param servers The name servers to use instead of those of the system.
 */
export function createResolveHost(servers?: readonly string[]): ResolveHost {
  return async (host, { isConfigured, signal }) => {
    // IPv4 first: many networks, above all of containers, have addresses of IPv6 that reach nothing.
    if (isConfigured) return (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address);
    const resolver = new Resolver({ timeout: 1000, tries: 2 });
    if (servers) resolver.setServers(servers);
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
    return [ipv4, ipv6].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  };
}

import { BlockList, isIP, SocketAddress } from 'node:net';

interface Network {
  readonly address: SocketAddress;
  readonly prefix: number;
}

/** An address in its usual spelling, or undefined if the text is none. An IPv4 address that is written as IPv6 becomes IPv4. */
export function readAddress(text: string): SocketAddress | undefined {
  const version = text.includes('%') ? 0 : isIP(text);
  if (version === 0) return undefined;
  const address = new SocketAddress({ address: text, family: version === 4 ? 'ipv4' : 'ipv6' });
  const [, mapped] = /^::ffff:(\d.*\..*)$/.exec(address.address) ?? [];
  return mapped === undefined ? address : new SocketAddress({ address: mapped, family: 'ipv4' });
}

/** An address, or a network such as 10.0.0.0/8. Not the whole Internet: then every client could choose its address. */
export function readNetwork(text: string): Network | undefined {
  const [start = '', prefix, ...others] = text.split('/');
  const address = readAddress(start);
  if (!address || others.length > 0) return undefined;
  const max = address.family === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return { address, prefix: max };
  // The prefix of such a network would count from the start of the IPv6 address.
  const isMapped = address.family === 'ipv4' && start.includes(':');
  if (isMapped || !/^[1-9]\d{0,2}$/.test(prefix) || Number(prefix) > max) return undefined;
  return { address, prefix: Number(prefix) };
}

/** Networks that an address may be in. */
export class TrustedNetworks {
  readonly #list = new BlockList();
  readonly isEmpty: boolean;

  constructor(networks: readonly string[]) {
    this.isEmpty = networks.length === 0;
    for (const text of networks) {
      const network = readNetwork(text);
      if (!network) throw new TypeError(`${text} is neither an address nor a network`);
      this.#list.addSubnet(network.address, network.prefix);
    }
  }

  has(address: SocketAddress): boolean {
    return this.#list.check(address);
  }
}

import { BlockList, isIP } from 'node:net';

/** https://www.iana.org/assignments/iana-ipv4-special-registry and the address ranges of multicast and reserved use. */
const refusedIpv4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this network; 0.0.0.0 itself reaches this machine
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT, and the metadata service of one cloud
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a public address that reaches the host of a virtual machine in one cloud
  ['169.254.0.0', 16], // link-local, and the metadata services of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments, and the metadata service of one cloud
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/** Ranges of the global IPv6 addresses that are special: https://www.iana.org/assignments/iana-ipv6-special-registry */
const refusedIpv6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23], // protocol assignments, with Teredo, which embeds an IPv4 address, and benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which embeds an IPv4 address
  ['3fff::', 20], // documentation
];

/** RFC 6052: behind DNS64, the addresses of public hosts that have only IPv4. */
const nat64 = '64:ff9b::';

const refused = new BlockList();
for (const [network, prefix] of refusedIpv4) {
  refused.addSubnet(network, prefix, 'ipv4');
  refused.addSubnet(`${nat64}${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of refusedIpv6) refused.addSubnet(network, prefix, 'ipv6');

/**
 * Of IPv6, only addresses that are assigned for the global Internet. All others are refused, also those of later standards:
 * loopback, link-local, unique-local, site-local, multicast, IPv4-mapped, IPv4-compatible, and the local-use NAT64 prefix.
 */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');
globalIpv6.addSubnet(nat64, 96, 'ipv6');

/** RFC 5214: ISATAP embeds an IPv4 address in the second half of an address, whatever its first half is. */
const isatap = /:(?:200|0)?:5efe:[^:]+:[^:]+$/;

/** Whether a text is an IP address that anybody on the Internet may be sent to. A text that is no address is not public. */
export function isPublicAddress(address: string): boolean {
  // Only local addresses need a zone, as in fe80::1%eth0.
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4');
    case 6:
      return globalIpv6.check(address, 'ipv6') && !refused.check(address, 'ipv6') && !isatap.test(canonical(address));
    default:
      return false;
  }
}

/** RFC 5952: one spelling for each address. */
const canonical = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);

/**
 * The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, within which a client may choose addresses
 * freely.
 *
 * @example
 * networkOf('2001:db8::1'); // '2001:db8:0:0::/64'
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%', 1);
  const [, mapped] = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(bare) ?? [];
  if (mapped !== undefined) return mapped;
  // This machine is no network: the metrics are for it alone.
  if (!bare.includes(':') || bare === '::1') return bare;
  const [left = '', right = ''] = bare.split('::', 2);
  const [head, tail] = [left, right].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

import { expect, test } from 'vitest';
import { readAddress, readNetwork, TrustedNetworks } from './trusted-networks.ts';

test.each<[network: string, inside: string, outside: string]>([
  ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
  ['10.1.2.3/8', '10.0.0.0', '9.255.255.255'],
  ['192.0.2.7', '192.0.2.7', '192.0.2.8'],
  ['192.0.2.7/32', '::ffff:192.0.2.7', '::ffff:192.0.2.8'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.8'],
  ['2001:db8::/32', '2001:DB8:ffff::1', '2001:db9::'],
  ['::1', '0:0:0:0:0:0:0:1', '::2'],
])('default: %s has %s and not %s', (network, inside, outside) => {
  const networks = new TrustedNetworks([network]);
  const has = (text: string) => {
    const address = readAddress(text);
    return address && networks.has(address);
  };
  expect([has(inside), has(outside)]).toEqual([true, false]);
});

test.each([
  '',
  'localhost',
  '10.0.0',
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/08',
  '10.0.0.0/8/8',
  '10.0.0.0/255.0.0.0',
  '10.0.0.0/-1',
  '0.0.0.0/0',
  '::/0',
  '2001:db8::/129',
  '::ffff:10.0.0.0/104',
  'fe80::1%eth0',
  ' 10.0.0.1',
  '[::1]',
  '10.0.0.1:80',
])('error: %j is no network', (text) => {
  expect(readNetwork(text)).toBeUndefined();
  expect(() => new TrustedNetworks([text])).toThrow('is neither an address nor a network');
});

import { expect, test } from 'vitest';
import { forwarded, xForwardedFor } from './forwarded-addresses.ts';

const read = (addresses: ReturnType<typeof forwarded>) => Array.from(addresses, (address) => address?.address);

test.each<[lines: string[], addresses: (string | undefined)[]]>([
  [['192.0.2.1'], ['192.0.2.1']],
  [['192.0.2.1, 10.0.0.1'], ['10.0.0.1', '192.0.2.1']],
  [
    ['192.0.2.1', '10.0.0.1,10.0.0.2'],
    ['10.0.0.2', '10.0.0.1', '192.0.2.1'],
  ],
  [['192.0.2.1:4711'], ['192.0.2.1']],
  [['2001:DB8::1'], ['2001:db8::1']],
  [['[2001:db8::1]'], ['2001:db8::1']],
  [['[2001:db8::1]:4711'], ['2001:db8::1']],
  [['::ffff:192.0.2.1'], ['192.0.2.1']],
  [['::ffff:c000:201'], ['192.0.2.1']],
  [['unknown, 10.0.0.1'], ['10.0.0.1', undefined]],
  [[''], [undefined]],
  [['10.0.0.1,'], [undefined, '10.0.0.1']],
  [['192.0.2.256'], [undefined]],
  [['192.0.2'], [undefined]],
  [['192.0.02.1'], [undefined]],
  [['3221225985'], [undefined]],
  [['192.0.2.1:'], [undefined]],
  [['192.0.2.1:123456'], [undefined]],
  [['[192.0.2.1]'], [undefined]],
  [['[2001:db8::1'], [undefined]],
  [['fe80::1%eth0'], [undefined]],
  [['192.0.2.1 10.0.0.1'], [undefined]],
  [['"192.0.2.1"'], [undefined]],
  [['host.example.com'], [undefined]],
  [['", 192.0.2.1'], ['192.0.2.1', undefined]],
])('args: X-Forwarded-For %j', (lines, addresses) => {
  expect(read(xForwardedFor(lines))).toEqual(addresses);
});

test.each<[lines: string[], addresses: (string | undefined)[]]>([
  [['for=192.0.2.1'], ['192.0.2.1']],
  [['For="192.0.2.1:4711"'], ['192.0.2.1']],
  [['for="[2001:DB8::1]:4711";proto=https;by=10.0.0.1'], ['2001:db8::1']],
  [['proto=https; for=192.0.2.1;'], ['192.0.2.1']],
  [['for=192.0.2.1, for=10.0.0.1'], ['10.0.0.1', '192.0.2.1']],
  [
    ['for=192.0.2.1', 'for=10.0.0.1;host="a,b"', 'for=10.0.0.2'],
    ['10.0.0.2', '10.0.0.1', '192.0.2.1'],
  ],
  [['for=unknown'], [undefined]],
  [['for=_hidden'], [undefined]],
  [['for="_hidden:4711"'], [undefined]],
  [['proto=https'], [undefined]],
  [['for=192.0.2.1;for=192.0.2.2'], [undefined]],
  [['for=192.0.2.1:4711'], [undefined]],
  [['for=[2001:db8::1]'], [undefined]],
  [['for=2001:db8::1'], [undefined]],
  [['for'], [undefined]],
  [['for='], [undefined]],
  [['for=""'], [undefined]],
  [['192.0.2.1'], [undefined]],
  [[''], [undefined]],
  [['for="192.0.2.1'], [undefined]],
  [['for="192.0.2.\\1"'], [undefined]],
  // What the client wrote first does not change the entry of the proxy.
  [
    ['for=";x="', 'for=192.0.2.1'],
    ['192.0.2.1', undefined],
  ],
  [
    ['for="', 'for=192.0.2.1'],
    ['192.0.2.1', undefined],
  ],
  [
    ['for=198.51.100.1;x="', 'for="[2001:db8::1]"'],
    ['2001:db8::1', undefined],
  ],
  [
    ['for="\\', 'for="192.0.2.1"'],
    ['192.0.2.1', undefined],
  ],
])('args: Forwarded %j', (lines, addresses) => {
  expect(read(forwarded(lines))).toEqual(addresses);
});

test('behavior: a long header takes no long time to read', () => {
  for (const text of ['",'.repeat(16_000), `for=${'a'.repeat(32_000)}`, `${' '.repeat(32_000)}x`, ';'.repeat(32_000)]) {
    expect(read(forwarded([text])).every((address) => address === undefined)).toBe(true);
    expect(read(xForwardedFor([text])).every((address) => address === undefined)).toBe(true);
  }
});

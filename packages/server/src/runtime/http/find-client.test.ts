import { expect, test } from 'vitest';
import { createClientFinder } from './find-client.ts';

const proxies = ['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48', '::1'];

type Headers = Readonly<Record<string, readonly string[]>>;
const usual = (...lines: string[]): Headers => ({ 'x-forwarded-for': lines });
const standard = (...lines: string[]): Headers => ({ forwarded: lines });
const find = (peer: string, headers: Headers, trusted = proxies) =>
  createClientFinder(trusted)(peer, (name) => headers[name] ?? []);

test.each<[string, peer: string, headers: Headers, client: string]>([
  ['a proxy names the client', '10.0.0.1', usual('198.51.100.1'), '198.51.100.1'],
  ['in the standard header', '10.0.0.1', standard('for=198.51.100.1'), '198.51.100.1'],
  ['a single trusted address', '192.0.2.7', usual('198.51.100.1'), '198.51.100.1'],
  ['IPv4 in an IPv6 socket', '::ffff:10.0.0.1', usual('::ffff:198.51.100.1'), '198.51.100.1'],
  ['IPv6', '2001:db8:1::5', usual('2001:db8:9:8:7::1'), '2001:db8:9:8::/64'],
  ['IPv6 of this machine', '::1', standard('for="[2001:db8:9:8:7::1]:80"'), '2001:db8:9:8::/64'],
  ['a chain of proxies', '10.0.0.1', usual('198.51.100.1, 192.0.2.7, 10.9.9.9'), '198.51.100.1'],
  ['several lines', '10.0.0.1', usual('198.51.100.1', '192.0.2.7', '10.9.9.9'), '198.51.100.1'],
  ['only proxies', '10.0.0.1', usual('10.0.0.3, 10.0.0.2'), '10.0.0.3'],
  ['no header', '10.0.0.1', {}, '10.0.0.1'],
  ['both headers, which agree', '10.0.0.1', { ...usual('192.0.2.1'), ...standard('for=192.0.2.1') }, '192.0.2.1'],
])('default: %s', (_, peer, headers, client) => {
  expect(find(peer, headers)).toBe(client);
});

test.each<[string, peer: string, headers: Headers, client: string]>([
  ['it is not a trusted proxy', '198.51.100.9', usual('198.51.100.1'), '198.51.100.9'],
  ['it is not one, and names one', '198.51.100.9', usual('198.51.100.1, 10.0.0.1'), '198.51.100.9'],
  ['a neighbour of a trusted address', '192.0.2.8', standard('for=198.51.100.1'), '192.0.2.8'],
  ['it has no address', '', usual('198.51.100.1'), ''],
  ['the proxy appends its address', '10.0.0.1', usual('203.0.113.1, 198.51.100.1'), '198.51.100.1'],
  ['in a line of its own', '10.0.0.1', usual('203.0.113.1', '198.51.100.1'), '198.51.100.1'],
  ['it names proxies before it', '10.0.0.1', usual('203.0.113.1, 10.0.0.2, 198.51.100.1'), '198.51.100.1'],
  ['it wrote an open quote', '10.0.0.1', standard('for=203.0.113.1;x="', 'for=198.51.100.1'), '198.51.100.1'],
  ['the last entry is unreadable', '10.0.0.1', usual('203.0.113.1, unknown'), '10.0.0.1'],
  ['the last entry is empty', '10.0.0.1', usual('203.0.113.1,'), '10.0.0.1'],
  ['a proxy hides the address', '10.0.0.1', standard('for=203.0.113.1, for=_hidden, for=10.0.0.2'), '10.0.0.2'],
  ['a proxy does not know it', '10.0.0.1', standard('for=203.0.113.1, for=unknown'), '10.0.0.1'],
  ['both headers differ', '10.0.0.1', { ...usual('198.51.100.1'), ...standard('for=203.0.113.1') }, '10.0.0.1'],
  ['one is unreadable', '10.0.0.1', { ...usual('198.51.100.1'), ...standard('for=') }, '10.0.0.1'],
  ['it chose another header', '10.0.0.1', { 'x-real-ip': ['203.0.113.1'] }, '10.0.0.1'],
])('behavior: a client cannot choose its address: %s', (_, peer, headers, client) => {
  expect(find(peer, headers)).toBe(client);
});

test('behavior: says once that a proxy is not trusted, and ignores what it says', () => {
  let count = 0;
  const findClient = createClientFinder(undefined, () => {
    count += 1;
  });
  const ask = (headers: Headers) => findClient('10.0.0.1', (name) => headers[name] ?? []);
  expect(ask({})).toBe('10.0.0.1');
  expect(count).toBe(0);
  expect([ask(usual('192.0.2.1')), ask(standard('for=192.0.2.1'))]).toEqual(['10.0.0.1', '10.0.0.1']);
  expect(count).toBe(1);
});

test('behavior: says nothing if proxies are trusted, whoever else sends such a header', () => {
  let count = 0;
  const findClient = createClientFinder(proxies, () => {
    count += 1;
  });
  expect(findClient('198.51.100.1', () => ['192.0.2.1'])).toBe('198.51.100.1');
  expect(count).toBe(0);
});

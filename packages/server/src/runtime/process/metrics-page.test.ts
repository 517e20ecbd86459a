import { expect, test } from 'vitest';
import type { IncomingRequest } from '../http/exchange.ts';
import { networkOf } from '../http/network-of.ts';
import { localPage, metricsPage } from './metrics-page.ts';

const page = localPage(metricsPage(async () => []));

test.each<[address: string, header: string, isThere: boolean]>([
  ['127.0.0.1', 'accept', true],
  ['127.9.9.9', 'accept', true],
  ['::1', 'accept', true],
  ['::ffff:127.0.0.1', 'accept', true],
  ['127.0.0.1', 'x-forwarded-for', false],
  ['127.0.0.1', 'forwarded', false],
  ['::1', 'x-real-ip', false],
  ['10.0.0.1', 'accept', false],
  ['::ffff:10.127.0.1', 'accept', false],
  ['fe80::1', 'accept', false],
  ['::11', 'accept', false],
  ['', 'accept', false],
])('default: from %s with %s', (from, header, isThere) => {
  const address = networkOf(from);
  const request = { address, header: (name: string) => (name === header ? ['x'] : []) } as unknown as IncomingRequest;
  expect(page.isFor?.(request)).toBe(isThere);
});

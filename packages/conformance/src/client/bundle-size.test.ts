import { registry } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { type BundleTarget, bundle } from '../bundle.ts';
import {
  authProxyClientAlone,
  clientAlone,
  importOf,
  limitedParts,
  measure,
  oneMethodAlone,
  oneMovementAlone,
  operationCount,
  withMovements,
  withoutMovements,
} from './bundle-sizes.ts';

const targets: BundleTarget[] = ['browser', 'workerd'];
const allowed = /^(?:<stdin>$|packages\/client\/src\/|node_modules\/\.pnpm\/openapi-fetch@)/;

const units = Object.values(registry);
const all = units.map(({ method }) => method).sort();
const stamped = units
  .filter(({ kind }) => kind !== 'proxy')
  .map(({ method }) => method)
  .sort();

/** The operations that a bundle knows. */
const namesIn = (code: string) => all.filter((name) => new RegExp(`\\b${name}\\b`).test(code));

test.each(limitedParts(operationCount))('default: $title is within $limit bytes', async (part) => {
  const { gzipped, code } = await measure(part);
  expect(namesIn(code)).toEqual(all);
  expect(gzipped).toBeLessThanOrEqual(part.limit);
});

test('behavior: another operation raises the limits with every stamper and with sign-in by 24 bytes, and does not change the other limit', () => {
  const limitsAt = (count: number) => limitedParts(count).map(({ title, limit }) => [title, limit]);
  expect(limitsAt(49)).toEqual([
    ['client, P-256 stamper', 25_000],
    ['client, every stamper and bundle', 40_000],
    ['client, sign-in', 39_000],
  ]);
  expect(limitsAt(50)).toEqual([
    ['client, P-256 stamper', 25_000],
    ['client, every stamper and bundle', 40_024],
    ['client, sign-in', 39_024],
  ]);
});

test('behavior: the limit counts every operation once', () => {
  expect(operationCount).toBe(all.length);
});

test.each(targets)('behavior: the client bundles openapi-fetch and no other dependency, for %s', async (target) => {
  const { code, sources } = await bundle(clientAlone.source, target);
  expect(namesIn(code)).toEqual(stamped);
  expect(sources.filter((source) => source.includes('openapi-fetch@'))).toHaveLength(1);
  expect(sources.filter((source) => !allowed.test(source))).toEqual([]);
  expect(sources.filter((source) => /\/(adapters|movements|sign-in)\//.test(source))).toEqual([]);
});

test('behavior: movements add at most 1,200 bytes to the client and the bundles that they use', async () => {
  const [moving, other] = await Promise.all([measure(withMovements), measure(withoutMovements)]);
  expect(moving.sources.filter((source) => source.includes('/movements/'))).not.toEqual([]);
  expect(moving.gzipped - other.gzipped).toBeLessThanOrEqual(1200);
});

test('behavior: importing one movement bundles neither the table of all operations nor the other movements', async () => {
  const { code, sources } = await measure(oneMovementAlone);
  expect(namesIn(code)).toEqual(['exportWallet', 'getActivity']);
  expect(sources.filter((source) => source.endsWith('/import-keys.ts'))).toEqual([]);
});

test.each(['ethers', 'solana-kit', 'viem'])(
  'behavior: the adapter for %s bundles no other part of the client',
  async (name) => {
    const { sources } = await bundle(importOf(`@mintmark/client/${name}`), 'browser');
    const own = sources.filter((source) => source.startsWith('packages/client/src/'));
    expect(own).toContain(`packages/client/src/adapters/${name}.ts`);
    expect(own.filter((source) => !source.includes('/adapters/'))).toEqual([]);
  },
);

test('behavior: importing one method does not bundle the table of all operations', async () => {
  const { code } = await measure(oneMethodAlone);
  expect(namesIn(code)).toEqual(['getActivity', 'whoami']);
});

test('behavior: the auth-proxy client does not bundle the stamped operations', async () => {
  const { code } = await measure(authProxyClientAlone);
  expect(namesIn(code)).toEqual(all.filter((name) => !stamped.includes(name)));
});

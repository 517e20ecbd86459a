import { expect, test } from 'vitest';
import { TenantTurns } from './tenant-turns.ts';

const start = () => new TenantTurns({ inAll: 12, ofTenant: 8, ofOrganization: 3, longestWaitMs: 60_000 });

const top = (id: string) => ({ id, parentId: null });
const sub = (id: string, parentId: string) => ({ id, parentId });

/** Work that ends when the test says so. */
function work(turns: TenantTurns, organization: ReturnType<typeof top> | ReturnType<typeof sub>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { hasBegun: false };
  const done = turns.run(organization, 'key', () => {
    state.hasBegun = true;
    return promise;
  });
  return { state, done, end: resolve };
}

const begun = (all: readonly { readonly state: { readonly hasBegun: boolean } }[]) =>
  all.filter(({ state }) => state.hasBegun).length;

/** Lets everything begin that may. */
const settle = () => new Promise((resolve) => void setImmediate(resolve));

test('default: an organization has its places, and its tenant no more than its share', async () => {
  const turns = start();
  const own = Array.from({ length: 5 }, () => work(turns, top('one')));
  expect(begun(own)).toBe(3);
  const below = Array.from({ length: 9 }, (_, index) => work(turns, sub(`sub ${index}`, 'one')));
  expect(begun([...own, ...below])).toBe(8);
  for (const { end } of [...own, ...below]) end();
  await Promise.all([...own, ...below].map(({ done }) => done));
});

test('behavior: a tenant whose work never ends leaves places to another tenant', async () => {
  const turns = start();
  const slow = Array.from({ length: 300 }, (_, index) => work(turns, sub(`sub ${index}`, 'slow')));
  expect(begun(slow)).toBe(8);
  for (let count = 0; count < 20; count++) {
    const quick = work(turns, count % 2 === 0 ? top('quick') : sub('below', 'quick'));
    expect(quick.state.hasBegun).toBe(true);
    quick.end();
    await quick.done;
  }
  expect(begun(slow)).toBe(8);
});

test('behavior: an organization with a lot of work does not delay the others of its tenant', async () => {
  const turns = start();
  const busy = Array.from({ length: 100 }, () => work(turns, top('one')));
  expect(begun(busy)).toBe(3);
  expect(work(turns, sub('quiet', 'one')).state.hasBegun).toBe(true);
});

test('behavior: the organizations of a tenant take turns, however many wait', async () => {
  const turns = start();
  const first = Array.from({ length: 8 }, (_, index) => work(turns, sub(`first ${index}`, 'one')));
  const waiting = Array.from({ length: 400 }, (_, index) => work(turns, sub(`waiting ${index}`, 'one')));
  expect(begun(waiting)).toBe(0);
  first[0]?.end();
  await settle();
  expect(begun(waiting)).toBe(1);
  for (const { end } of [...first, ...waiting]) end();
  await Promise.all(waiting.map(({ done }) => done));
});

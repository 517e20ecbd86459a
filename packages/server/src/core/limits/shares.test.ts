import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Share } from '../model/share.ts';
import { Turns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

type Who = Partial<Share> & Pick<Share, 'organizationId'>;

/** By default an organization of its own source in the one tenant. */
const shareOf = (who: Who): Share => ({
  ...{ tenantId: 'tenant', source: who.organizationId, credentialId: 'key' },
  ...who,
});

const start = (more: Partial<ConstructorParameters<typeof Turns>[0]> = {}) =>
  new Turns({ inAll: 1, ofSource: 1, longestWaitMs: 60_000, ...more });

/** Does work again and again, each time for so long, with several pieces waiting. Counts how long that was in all. */
function busy(turns: Turns, who: Who, pieceMs: number, pieces = 2) {
  const used = { ms: 0, turns: 0 };
  const again = async () => {
    for (;;) {
      await turns.run(shareOf(who), async () => {
        await pause(pieceMs);
        used.ms += pieceMs;
        used.turns++;
      });
    }
  };
  for (let piece = 0; piece < pieces; piece++) void again().catch(() => {});
  return used;
}

const many = (count: number, of: (index: number) => Who) => Array.from({ length: count }, (_, index) => of(index));
const sum = (all: readonly { readonly ms: number }[]) => all.reduce((ms, one) => ms + one.ms, 0);

test('default: a hundred organizations of one source have as much time as one of another', async () => {
  const turns = start();
  const strangers = many(100, (index) => ({ source: 'stranger', organizationId: `stranger ${index}` }));
  const used = strangers.map((who) => busy(turns, who, 5));
  const neighbour = busy(turns, { organizationId: 'neighbour' }, 5);
  await vi.advanceTimersByTimeAsync(10_000);
  const share = neighbour.ms / (neighbour.ms + sum(used));
  expect(share).toBeGreaterThan(0.48);
  expect(share).toBeLessThan(0.52);
  // They take turns among themselves.
  expect(Math.max(...used.map(({ turns }) => turns)) - Math.min(...used.map(({ turns }) => turns))).toBeLessThan(3);
});

test('behavior: shares are of time, not of turns', async () => {
  const turns = start();
  const long = busy(turns, { organizationId: 'long' }, 20);
  const short = busy(turns, { organizationId: 'short' }, 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(long.ms / short.ms).toBeGreaterThan(0.9);
  expect(long.ms / short.ms).toBeLessThan(1.1);
  expect(short.turns).toBeGreaterThan(15 * long.turns);
});

test('behavior: tenants come before sources, and sources before organizations', async () => {
  const turns = start();
  const organizations = many(50, (index) => ({ tenantId: 'large', organizationId: `large ${index}` }));
  const large = organizations.map((who) => busy(turns, who, 5));
  const small = busy(turns, { tenantId: 'small', source: 'stranger', organizationId: 'a' }, 5);
  const other = busy(turns, { tenantId: 'small', source: 'stranger', organizationId: 'b' }, 5);
  const third = busy(turns, { tenantId: 'small', organizationId: 'c' }, 5);
  await vi.advanceTimersByTimeAsync(20_000);
  const inAll = sum([...large, small, other, third]);
  const parts = [sum(large), third.ms, small.ms, other.ms].map((ms) => Math.round((16 * ms) / inAll) / 16);
  expect(parts).toEqual([1 / 2, 1 / 4, 1 / 8, 1 / 8]);
});

test('behavior: credentials of an organization have equal time', async () => {
  const turns = start();
  const [long, short] = [20, 2].map((ms) =>
    busy(turns, { organizationId: 'one', credentialId: `key for ${ms}` }, ms),
  ) as [ReturnType<typeof busy>, ReturnType<typeof busy>];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(long.ms / short.ms).toBeGreaterThan(0.9);
  expect(long.ms / short.ms).toBeLessThan(1.1);
});

test('behavior: work that just ran is owed: others come first, each as long', async () => {
  const turns = start();
  const order: string[] = [];
  const run = (organizationId: string, ms: number) =>
    turns.run(shareOf({ organizationId }), async () => {
      order.push(organizationId);
      await pause(ms);
    });
  const all = [run('heavy', 10), run('heavy', 10), ...Array.from({ length: 8 }, () => run('light', 2))];
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(all);
  expect(order.join(' ')).toBe('heavy light light light light light heavy light light light');
});

test('behavior: nobody owes anything for work that delayed nobody', async () => {
  const turns = start();
  const night = busy(turns, { organizationId: 'night' }, 100, 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(night.turns).toBe(100);
  const order: string[] = [];
  const others = ['early', 'early', 'night'].map((organizationId) =>
    turns.run(shareOf({ organizationId }), async () => {
      order.push(organizationId);
    }),
  );
  await vi.advanceTimersByTimeAsync(200);
  await Promise.all(others);
  // It owes its last hundred milliseconds and no more.
  expect(order).toEqual(['early', 'early', 'night']);
});

test('behavior: whoever owes much has a turn before the wait is over', async () => {
  const turns = start({ longestWaitMs: 2_500 });
  const told: string[] = [];
  const heavy = async () => {
    await turns.run(shareOf({ organizationId: 'heavy' }), () => pause(9_000));
    await turns.run(shareOf({ organizationId: 'heavy' }), async () => void told.push('again'));
  };
  const done = heavy().catch((error: Error) => told.push(error.message));
  for (let index = 0; index < 4; index++) {
    await vi.advanceTimersByTimeAsync(2_200);
    if (index === 3) for (let other = 0; other < 3; other++) busy(turns, { organizationId: `other ${other}` }, 5);
  }
  await vi.advanceTimersByTimeAsync(2_600);
  await done;
  expect(told).toEqual(['again']);
});

test('behavior: many who come once do not starve whoever waits', async () => {
  const turns = start();
  const waiting = busy(turns, { organizationId: 'waiting' }, 5);
  for (let index = 0; index < 200; index++) {
    void turns.run(shareOf({ source: 'stranger', organizationId: `once ${index}` }), () => pause(5));
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(waiting.ms).toBeGreaterThan(450);
});

test('behavior: a tenant has no more places than it may have, and leaves the others', async () => {
  const turns = start({ inAll: 12, ofTenant: 8, ofSource: 3 });
  const large = many(100, (index) => ({ organizationId: `large ${index}` }));
  const used = large.map((who) => busy(turns, who, 10, 5));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sum(used)).toBeGreaterThan(7_500);
  expect(sum(used)).toBeLessThanOrEqual(8_000);
  const other = busy(turns, { tenantId: 'other', organizationId: 'other' }, 10, 5);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(other.ms).toBeGreaterThan(2_900);
});

const forever = () => new Promise<never>(() => {});
const codeOf = (done: Promise<unknown>) => done.catch((error: { readonly code: string }) => error.code);
const settle = () => vi.advanceTimersByTimeAsync(0);

test('behavior: a full line makes room for the organization of a source that has less in it', async () => {
  const turns = start();
  const run = (organizationId: string) => turns.run(shareOf({ source: 'stranger', organizationId }), forever);
  const first = Array.from({ length: 201 }, () => codeOf(run('first')));
  await settle();
  void codeOf(run('second'));
  expect(await first.at(-1)).toBe('OVERLOADED');
  expect(await codeOf(run('first'))).toBe('OVERLOADED');
});

test('behavior: what waits in all makes room for a source that has less in it', async () => {
  const turns = start();
  const refused: string[] = [];
  const run = (tenantId: string, source: string, organizationId: string) =>
    void codeOf(turns.run(shareOf({ tenantId, source, organizationId }), forever)).then(() => refused.push(source));
  run('other', 'other', 'other');
  for (let source = 0; source < 26; source++)
    for (let piece = 0; piece < 200; piece++) run('tenant', `stranger ${source}`, `${source} ${piece % 10}`);
  await settle();
  expect(refused).toHaveLength(200);
  refused.length = 0;
  run('tenant', 'neighbour', 'neighbour');
  run('quiet', 'quiet', 'quiet');
  await settle();
  expect(refused).toHaveLength(2);
  expect(refused.every((source) => source.startsWith('stranger'))).toBe(true);
});

test('behavior: the longest wait and signals end waiting', async () => {
  const turns = start({ longestWaitMs: 1_000 });
  void turns.run(shareOf({ organizationId: 'one' }), () => pause(5_000));
  const controller = new AbortController();
  const waiting = [
    codeOf(turns.run(shareOf({ source: 'a', organizationId: 'b' }), forever)),
    codeOf(turns.run(shareOf({ source: 'a', organizationId: 'c' }), forever, controller.signal)),
  ];
  controller.abort({ code: 'gone' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.all(waiting)).toEqual(['TIMEOUT', 'gone']);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await turns.run(shareOf({ source: 'a', organizationId: 'b' }), async () => 'done')).toBe('done');
});

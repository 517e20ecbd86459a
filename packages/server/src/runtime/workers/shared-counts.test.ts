import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Counts, createCounts } from '../auth/counts.ts';
import { NewsDesk } from './news-desk.ts';
import { type News, SharedCounts } from './shared-counts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Process {
  readonly counts: Counts;
  readonly shared: SharedCounts;
}

/** Processes that tell each other what they grant, as the workers of a service do. */
function createProcesses(count: number, onNews: (news: News) => void = () => {}): Process[] {
  const processes: Process[] = [];
  const desk = new NewsDesk<Process>(
    () => processes,
    ({ shared }, news) => shared.receive(news),
  );
  for (let index = 0; index < count; index++) {
    const counts = createCounts();
    const shared: SharedCounts = new SharedCounts(counts, (news) => {
      onNews(news);
      desk.add(processes[index] as Process, news);
    });
    processes.push({ counts, shared });
  }
  return processes;
}

/** Sends to all processes in turn, so many requests each millisecond, and counts those that were granted. */
async function attack(processes: readonly Process[], forMs: number, eachMs: number): Promise<number> {
  let granted = 0;
  for (let ms = 0; ms < forMs; ms++) {
    for (let sent = 0; sent < eachMs; sent++) {
      const { failures } = (processes[sent % processes.length] as Process).counts.rateLimits;
      if (failures.refusal('192.0.2.1')) continue;
      failures.take('192.0.2.1');
      granted++;
    }
    await vi.advanceTimersByTimeAsync(1);
  }
  return granted;
}

test.each([
  [2, 1, 120],
  [2, 10, 160],
  [8, 8, 200],
])(
  'default: %i processes, %i requests each millisecond: the burst of all is that of one, and at most %i',
  async (processes, eachMs, max) => {
    const granted = await attack(createProcesses(processes), 200, eachMs);
    console.log(`${processes} processes, ${eachMs} requests/ms: ${granted} granted of a burst of 100 within 0.2 s`);
    expect(granted).toBeGreaterThanOrEqual(100);
    expect(granted).toBeLessThanOrEqual(max);
  },
);

test('behavior: the rate of all is that of one', async () => {
  const processes = createProcesses(4);
  await attack(processes, 10_000, 4);
  const granted = await attack(processes, 10_000, 4);
  expect(granted).toBeGreaterThanOrEqual(180);
  expect(granted).toBeLessThanOrEqual(220);
});

test('behavior: without news, each process grants the whole burst', async () => {
  const alone = Array.from({ length: 2 }, () => createProcesses(1)[0] as Process);
  expect(await attack(alone, 200, 10)).toBeGreaterThanOrEqual(200);
});

test('behavior: an API key that one process verified is known to the others, and told once', async () => {
  const told: News[] = [];
  const [one, other] = createProcesses(2, (news) => told.push(news)) as [Process, Process];
  one.counts.verified.add('p256 02aa');
  one.counts.verified.add('p256 02aa');
  expect(other.counts.verified.hasElsewhere('p256 02aa')).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(other.counts.verified.hasElsewhere('p256 02aa')).toBe(true);
  expect(one.counts.verified.hasElsewhere('p256 02aa')).toBe(false);
  expect(told).toEqual([{ takes: [], verified: ['p256 02aa'] }]);
});

test('behavior: a message is bounded, however many names there are', async () => {
  const told: News[] = [];
  const [one] = createProcesses(2, (news) => told.push(news)) as [Process];
  for (let address = 0; address < 5_000; address++) one.counts.rateLimits.failures.take(`address ${address}`);
  await vi.advanceTimersByTimeAsync(100);
  expect(told.map(({ takes }) => takes.length)).toEqual([1_000]);
});

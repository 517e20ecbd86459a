import { effort, repetitions } from '@mintmark/testing/effort';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, test, vi } from 'vitest';
import { ControlledServer } from '../../../test/controlled-server.ts';
import { databaseCommands } from '../../../test/database-commands.ts';
import { type Clock, DatabaseTrial } from '../../../test/database-trial.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openDatabase } from './database.ts';

const numRuns = repetitions({ usual: 25, full: 100 });
const { seed } = effort;

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await createTestDatabase();
});
afterAll(() => postgres[Symbol.asyncDispose]());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  // The lifetimes of connections depend on it.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const clock: Clock = {
  get now() {
    return performance.now();
  },
  advance: (ms) => void vi.advanceTimersByTime(ms),
};

const patient = 100_000;
const impatient = 10_000;
const lifetimeMs = 60_000;
const limits = { connections: 2, queue: 3 };

/** Runs steps on a database with two connections, and then lets all work end. */
async function tryOut(happen: (trial: DatabaseTrial) => Promise<void>): Promise<void> {
  await using server = await ControlledServer.start(postgres.address);
  const database = openDatabase({
    address: server.url,
    ephemeral: true,
    timeoutMs: patient,
    connectionLifetimeMs: lifetimeMs,
    ...limits,
  });
  const trial = new DatabaseTrial({ database, server, clock, ...limits });
  await happen(trial);
  await trial.finish();
}

/** Checks the invariants after each step. */
const inTurn =
  (...steps: readonly ((trial: DatabaseTrial) => void | Promise<void>)[]) =>
  async (trial: DatabaseTrial) => {
    for (const step of steps) {
      await step(trial);
      await trial.settle();
    }
  };

const start = (timeoutMs: number) => (trial: DatabaseTrial) => trial.start('query', timeoutMs);
const holdUp = ({ server }: DatabaseTrial) => {
  server.admission = 'when told';
};

test('behavior: work gives up while a lost connection is replaced', async () => {
  await tryOut(
    inTurn(
      start(patient),
      start(patient),
      start(impatient),
      holdUp,
      ({ server }) => server.break(0),
      (trial) => trial.advance(impatient, impatient),
      ({ server }) => server.admit(0),
      start(patient),
    ),
  );
});

test('behavior: work gives up while its own connection is opened', async () => {
  await tryOut(
    inTurn(
      holdUp,
      start(impatient),
      (trial) => trial.advance(impatient, impatient),
      start(patient),
      ({ server }) => server.admit(0),
    ),
  );
});

test('behavior: a connection cannot be opened while other work waits', async () => {
  await tryOut(
    inTurn(
      holdUp,
      start(patient),
      start(patient),
      start(patient),
      ({ server }) => server.admit(0),
      ({ server }) => server.refuse(0),
    ),
  );
});

test('behavior: a connection becomes free while another one is opened', async () => {
  await tryOut(
    inTurn(
      start(patient),
      holdUp,
      start(patient),
      ({ holding: [first] }) => first?.end(),
      ({ server }) => server.refuse(0),
    ),
  );
});

test('behavior: a connection is opened and never admitted', async () => {
  await tryOut(
    inTurn(holdUp, start(impatient), start(patient), start(patient), (trial) => trial.advance(patient, impatient)),
  );
});

test('behavior: close, while a connection is opened that no caller waits for', async () => {
  await tryOut(
    inTurn(
      start(patient),
      start(patient),
      start(impatient),
      holdUp,
      ({ server }) => server.break(0),
      (trial) => trial.advance(impatient, impatient),
      (trial) => trial.close(),
      ({ holding: [first] }) => first?.end(),
      ({ server }) => server.admit(0),
    ),
  );
});

test('behavior: no connection is lost, whatever happens', async () => {
  const times = { timeouts: [impatient, patient], waits: [impatient, impatient, lifetimeMs, patient] };
  const property = fc.asyncProperty(databaseCommands(times), (commands) =>
    tryOut((trial) => fc.asyncModelRun(() => ({ model: trial, real: trial }), commands)),
  );
  await fc.assert(property, { seed, numRuns });
});

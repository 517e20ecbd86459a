import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, test, vi } from 'vitest';
import { ControlledServer } from '../../test/controlled-server.ts';
import { databaseCommands } from '../../test/database-commands.ts';
import { type Clock, DatabaseTrial } from '../../test/database-trial.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { openDatabase } from './database.ts';

const seed = Number(process.env['POOL_SEED'] ?? 1);
const numRuns = Number(process.env['POOL_ROUNDS'] ?? 100);

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await createTestDatabase();
});
afterAll(() => postgres[Symbol.asyncDispose]());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  // By which the lifetimes of connections differ.
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

async function tryOut(commands: Iterable<fc.AsyncCommand<DatabaseTrial, DatabaseTrial>>): Promise<void> {
  await using server = await ControlledServer.start(postgres.address);
  const limits = { connections: 2, queue: 3 };
  const database = openDatabase({
    address: server.url,
    ephemeral: true,
    timeoutMs: patient,
    connectionLifetimeMs: lifetimeMs,
    ...limits,
  });
  const trial = new DatabaseTrial({ database, server, clock, ...limits });
  await fc.asyncModelRun(() => ({ model: trial, real: trial }), commands);
  await trial.finish();
}

test('behavior: no connection is lost, whatever happens', async () => {
  const commands = databaseCommands({ timeouts: [impatient, patient], waits: [impatient, lifetimeMs, patient] });
  await fc.assert(fc.asyncProperty(commands, tryOut), { seed, numRuns });
});

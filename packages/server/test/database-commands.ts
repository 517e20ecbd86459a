import fc from 'fast-check';
import type { DatabaseTrial } from './database-trial.ts';

interface StepOptions {
  readonly name: string;
  readonly isPossible?: (trial: DatabaseTrial) => boolean;
  readonly act: (trial: DatabaseTrial) => void | Promise<void>;
}

class Step implements fc.AsyncCommand<DatabaseTrial, DatabaseTrial> {
  readonly #options: StepOptions;

  constructor(options: StepOptions) {
    this.#options = options;
  }

  check(trial: Readonly<DatabaseTrial>): boolean {
    return this.#options.isPossible?.(trial as DatabaseTrial) ?? true;
  }

  async run(trial: DatabaseTrial): Promise<void> {
    await this.#options.act(trial);
    await trial.settle();
  }

  toString(): string {
    return this.#options.name;
  }
}

/** Maps any number to an index below the count. */
const pick = (index: number, count: number) => index % count;
const index = fc.nat({ max: 9 });

/** Everything that can happen to a database, in any order. `times` are the limits of work, and the times that pass. */
export function databaseCommands(times: { readonly timeouts: readonly number[]; readonly waits: readonly number[] }) {
  const start = fc
    .record({ kind: fc.constantFrom('query', 'transaction'), timeoutMs: fc.constantFrom(...times.timeouts) })
    .map(({ kind, timeoutMs }) => {
      return new Step({ name: `start a ${kind} of ${timeoutMs} ms`, act: (trial) => trial.start(kind, timeoutMs) });
    });
  const end = fc.record({ index, error: fc.constantFrom(undefined, new Error('failed')) }).map(({ index, error }) => {
    return new Step({
      name: `end work ${index}${error ? ' with an error' : ''}`,
      isPossible: ({ holding }) => holding.length > 0,
      act: ({ holding }) => holding[pick(index, holding.length)]?.end(error),
    });
  });
  const breakOpen = index.map((index) => {
    return new Step({
      name: `break connection ${index}`,
      isPossible: ({ server }) => server.open > 0,
      act: ({ server }) => server.break(pick(index, server.open)),
    });
  });
  const admission = fc.constantFrom('immediately', 'when told', 'never').map((admission) => {
    return new Step({
      name: `admit connections ${admission}`,
      act: ({ server }) => {
        server.admission = admission;
      },
    });
  });
  const [admit, refuse] = (['admit', 'refuse'] as const).map((verb) =>
    index.map((index) => {
      return new Step({
        name: `${verb} pending connection ${index}`,
        isPossible: ({ server }) => server.pending.length > 0,
        act: ({ server }) => server[verb](pick(index, server.pending.length)),
      });
    }),
  ) as [fc.Arbitrary<Step>, fc.Arbitrary<Step>];
  const wait = fc.constantFrom(...times.waits).map((ms) => {
    return new Step({ name: `wait ${ms} ms`, act: (trial) => trial.advance(ms, Math.min(...times.waits)) });
  });
  const close = fc.constant(
    new Step({ name: 'close', isPossible: ({ isClosed }) => !isClosed, act: (trial) => trial.close() }),
  );
  const any = fc.oneof(
    { weight: 24, arbitrary: start },
    { weight: 9, arbitrary: end },
    { weight: 9, arbitrary: breakOpen },
    { weight: 6, arbitrary: admission },
    { weight: 6, arbitrary: admit },
    { weight: 3, arbitrary: refuse },
    { weight: 6, arbitrary: wait },
    { weight: 1, arbitrary: close },
  );
  return fc.commands([any], { maxCommands: 40, size: 'max' });
}

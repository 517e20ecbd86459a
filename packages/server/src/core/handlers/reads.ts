import type { Sql } from '../../storage/store/database.ts';
import type { RowMacs } from '../authority/row-macs.ts';
import { Memo, MemoSlot } from '../model/memo.ts';
import type { Organization } from '../model/organization.ts';

/** Where something is read that several organizations may ask for. */
interface ReadsContext {
  readonly sql: Sql;
  readonly services: { readonly macs: RowMacs };
}

/** What one organization asks for. */
export interface Asked {
  readonly organization: Organization;
  readonly name: string;
}

/** Reads values by name, those of several organizations together: one value for each that is asked for, in the same order. */
export class KeyedRead<Value> extends MemoSlot<Promise<Value>> {
  readonly readAll: (context: ReadsContext, asked: readonly Asked[]) => Promise<readonly Value[]>;

  constructor(readAll: KeyedRead<Value>['readAll']) {
    super();
    this.readAll = readAll;
  }
}

interface Waiting {
  readonly asked: Asked;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects what is asked for in the same turn of the event loop: one statement reads it for everybody. */
export class ReadBatches {
  readonly #waiting = new Map<KeyedRead<unknown>, Waiting[]>();

  ask<Value>(read: KeyedRead<Value>, context: ReadsContext, asked: Asked): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const one = { asked, resolve: resolve as Waiting['resolve'], reject };
    const others = this.#waiting.get(read as KeyedRead<unknown>);
    if (others) others.push(one);
    else {
      const batch = [one];
      this.#waiting.set(read as KeyedRead<unknown>, batch);
      queueMicrotask(() => {
        this.#waiting.delete(read as KeyedRead<unknown>);
        void readBatch(read, context, batch);
      });
    }
    return promise;
  }
}

async function readBatch(read: KeyedRead<unknown>, context: ReadsContext, batch: readonly Waiting[]): Promise<void> {
  try {
    const values = await read.readAll(
      context,
      batch.map(({ asked }) => asked),
    );
    for (const [index, { resolve }] of batch.entries()) resolve(values[index]);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** What was read of one organization since something last changed. */
export class Reads extends Memo {
  readonly #batches: ReadBatches;

  /** @param batches Shared with organizations that are read on the same connection at the same time. */
  constructor(batches = new ReadBatches()) {
    super();
    this.#batches = batches;
  }

  /** Reads a value of an organization once, together with what others ask for in the same turn of the event loop. */
  load<Value>(
    read: KeyedRead<Value>,
    context: ReadsContext & { readonly organization: Organization },
    name: string,
  ): Promise<Value> {
    const { organization } = context;
    return this.once(read, name, () => this.#batches.ask(read, context, { organization, name }));
  }
}

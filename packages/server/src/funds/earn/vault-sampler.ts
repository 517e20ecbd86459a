import type { Earn } from '../../core/ports/earn.ts';
import type { Database } from '../../storage/store/database.ts';
import { writeSamples } from './vault-samples.ts';

/** Three times an hour, so that a short outage leaves no hour out. */
const pauseMs = 20 * 60_000;

/** Writes the prices of the listed vaults from time to time: their yield is computed from these. */
export class VaultSampler {
  readonly #database: Database;
  readonly #earn: Earn;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(database: Database, earn: Earn) {
    this.#database = database;
    this.#earn = earn;
  }

  start(): void {
    const run = () => {
      // A node or the database may be away: the next run comes soon enough.
      this.#running = this.sample().catch(() => {});
    };
    run();
    this.#timer = setInterval(run, pauseMs).unref();
  }

  /** Reads all vaults once, each on its own: one chain that cannot be asked does not stop the others. */
  async sample(): Promise<void> {
    const read = await Promise.allSettled(this.#earn.vaults.map((vault) => this.#earn.read([vault])));
    const facts = read.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (facts.length > 0) await this.#database.transaction((sql) => writeSamples(sql, facts));
  }

  /** Waits for the run in flight, which needs the database. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}

import type { Database } from './database.ts';
import { areDistributed } from './distribute.ts';
import { patience } from './patience.ts';
import { StoreError } from './store-error.ts';

/** The SQLSTATE of statements that a distributed database cannot run: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const notSupported = '0A000';

/**
 * Whether the tables are distributed over several machines, by organization. Then a transaction keeps to one organization wherever it
 * can.
 */
export class Distribution {
  readonly #database: Pick<Database, 'query'>;
  #isDistributed: boolean;

  private constructor(database: Pick<Database, 'query'>, isDistributed: boolean) {
    this.#database = database;
    this.#isDistributed = isDistributed;
  }

  static async of(database: Pick<Database, 'query'>): Promise<Distribution> {
    return new Distribution(database, await database.query(areDistributed, patience));
  }

  get isDistributed(): boolean {
    return this.#isDistributed;
  }

  /** Asks the database again if a statement failed as it does when the tables have been distributed meanwhile. */
  async checkAfter(error: unknown): Promise<void> {
    if (!(error instanceof StoreError) || error.details.sqlState !== notSupported) return;
    this.#isDistributed = await this.#database.query(areDistributed);
  }
}

/** Whether a machine of a distributed database did not answer: others may. */
export const isMachineAway = async (database: Pick<Database, 'query'>, error: unknown): Promise<boolean> =>
  isNoAnswer(error) && (await database.query(areDistributed, patience));

export const isNoAnswer = (error: unknown): boolean =>
  error instanceof StoreError && ['UNAVAILABLE', 'TIMEOUT'].includes(error.code);

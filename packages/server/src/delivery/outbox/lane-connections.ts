import { connectionShares } from '../../core/limits/connection-shares.ts';
import { Turns } from '../../core/limits/turns.ts';
import type { Share } from '../../core/model/share.ts';
import type { Database, Sql, TransactionSql } from '../../storage/store/database.ts';
import type { Lane } from './entries.ts';

/** The part of the connections that the outbox uses, so that it does not slow down requests. Lanes take turns. */
export class LaneConnections {
  readonly #database: Database;
  readonly #turns: Turns;

  constructor(database: Database, longestWaitMs: number) {
    this.#database = database;
    const { outbox: inAll } = connectionShares(database.connections.limit);
    this.#turns = new Turns({ inAll, ofSource: inAll, longestWaitMs });
  }

  change<Result>(lane: Lane, work: (sql: TransactionSql) => Promise<Result>): Promise<Result> {
    return this.#turns.run(shareOfLane(lane), () => this.#database.transaction(work));
  }

  /** A transaction about all lanes. */
  ofAll<Result>(
    work: (sql: TransactionSql) => Promise<Result>,
    options: { readonly timeoutMs: number },
  ): Promise<Result> {
    return this.#turns.run(shareOfLane(), () => this.#database.transaction(work, options));
  }

  /** Without a lane, for a statement about all of them. */
  query<Result>(work: (sql: Sql) => Promise<Result>, lane?: Lane): Promise<Result> {
    return this.#turns.run(shareOfLane(lane), () => this.#database.query(work));
  }
}

/** Tenants take turns, and then organizations. */
function shareOfLane({ tenantId, organizationId }: Pick<Lane, 'tenantId' | 'organizationId'> = ofAll): Share {
  return { tenantId, source: organizationId, organizationId, credentialId: '' };
}

const ofAll = { tenantId: '', organizationId: '' };

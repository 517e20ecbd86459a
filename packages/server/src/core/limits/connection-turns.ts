import type { Database } from '../../storage/store/database.ts';
import { connectionShares } from './connection-shares.ts';
import { Turns } from './turns.ts';

/** Which requests may use a database connection next, by kind of work. */
export interface ConnectionTurns {
  /** How many connections look-ups of credentials may use. */
  readonly lookUps: number;
  readonly changes: Turns;
  readonly queries: Turns;
  /** Long answers: one at a time, and each takes a turn among the queries as well. */
  readonly longAnswers: Turns;
}

/** Divides the connections of a database that the outbox does not use among look-ups, changes and queries. */
export function createConnectionTurns({ timeoutMs: longestWaitMs, connections }: Database): ConnectionTurns {
  const shares = connectionShares(connections.limit);
  const within = new Turns({ ...shares.work, longestWaitMs });
  return {
    lookUps: shares.lookUps,
    changes: new Turns({ ...shares.changes, longestWaitMs, within }),
    queries: new Turns({ ...shares.queries, longestWaitMs, within }),
    longAnswers: new Turns({ inAll: 1, ofSource: 1, longestWaitMs }),
  };
}

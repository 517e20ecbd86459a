interface Share {
  /** How many connections all organizations together may use. */
  readonly inAll: number;
  readonly ofOrganization: number;
}

export interface ConnectionShares {
  /** For finding the credentials of requests: without these connections nobody is served. */
  readonly lookUps: number;
  /** For changes and queries together: all the others. */
  readonly work: Share;
  readonly changes: Share;
  readonly queries: Share;
}

/** The changes of one organization wait for each other in the database: while one is committed, the next can begin. */
const usefulChanges = 2;

/**
 * Divides the connections of a database. Two tenths are for look-ups alone. Of the others, changes may use three quarters and
 * queries five eighths: together more than all, since each leaves some to the other, and connections that one of them does not
 * need are not idle. Two organizations never take all that there is for work, nor all that there is for queries. Every
 * share has at least one connection, so fewer than three are shared by more work than there are; requests then wait for them.
 */
export function connectionShares(connections: number): ConnectionShares {
  const lookUps = Math.max(1, Math.floor(connections * 0.2));
  const work = Math.max(1, connections - lookUps);
  const changes = Math.max(1, Math.floor((work * 3) / 4));
  const queries = Math.max(1, Math.floor((work * 5) / 8));
  const lessThanHalf = (count: number) => Math.max(1, Math.ceil(count / 2) - 1);
  return {
    lookUps,
    work: { inAll: work, ofOrganization: lessThanHalf(work) },
    changes: { inAll: changes, ofOrganization: Math.min(usefulChanges, Math.max(1, changes - 1)) },
    queries: { inAll: queries, ofOrganization: lessThanHalf(queries) },
  };
}

interface Share {
  /** How many connections all organizations together may use for this kind of work. */
  readonly inAll: number;
  readonly ofOrganization: number;
}

export interface ConnectionShares {
  /** For finding the credentials of requests: without these connections nobody is served. */
  readonly lookUps: number;
  readonly changes: Share;
  readonly queries: Share;
}

/** The changes of one organization wait for each other in the database: while one is committed, the next can begin. */
const usefulChanges = 2;

/**
 * Divides the connections of a database, so that no kind of work takes those of another: two tenths for look-ups, three
 * tenths for changes, the rest for queries. Two organizations never take all that there is for queries. Every share has at
 * least one connection, so fewer than four connections are shared by more work than there are; requests then wait for them.
 */
export function connectionShares(connections: number): ConnectionShares {
  const lookUps = Math.max(1, Math.floor(connections * 0.2));
  const changes = Math.max(1, Math.floor(connections * 0.3));
  const queries = Math.max(1, connections - lookUps - changes);
  return {
    lookUps,
    changes: { inAll: changes, ofOrganization: Math.min(usefulChanges, Math.max(1, changes - 1)) },
    queries: { inAll: queries, ofOrganization: Math.max(1, Math.ceil(queries / 2) - 1) },
  };
}

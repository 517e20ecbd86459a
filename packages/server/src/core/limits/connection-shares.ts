interface Share {
  /** How many connections all organizations together may use. */
  readonly inAll: number;
  /** How many those of one source may use: the organizations of anonymous sign-ups from one network, or one other organization. */
  readonly ofSource: number;
}

export interface ConnectionShares {
  /** For the outbox, which must not wait for requests nor delay them. */
  readonly outbox: number;
  /** For looking up the credentials of requests, which every request needs. */
  readonly lookUps: number;
  /** For changes and queries together: all other connections. */
  readonly work: Share;
  readonly changes: Share;
  readonly queries: Share;
}

/** The database runs the changes of one organization one at a time; a second can begin while the first commits. */
const usefulChanges = 2;

/** Deliveries hold no connection: two are enough for what comes before and after them. */
const usefulForOutbox = 2;

/**
 * Divides the connections of a database. Two are for the outbox, if there are enough. Of the others, two tenths are for look-ups
 * alone. Of the rest, changes may use three quarters and queries five eighths. These shares overlap, so that each leaves some connections to the other and few are idle. Two
 * organizations never take all connections for work, nor all for queries. Every share has at least one connection. With fewer
 * than four connections the shares add up to more than there are, and requests wait for each other.
 */
export function connectionShares(connections: number): ConnectionShares {
  const outbox = Math.max(1, Math.min(usefulForOutbox, Math.floor(connections / 4)));
  const ofRequests = Math.max(1, connections - outbox);
  const lookUps = Math.max(1, Math.floor(ofRequests * 0.2));
  const work = Math.max(1, ofRequests - lookUps);
  const changes = Math.max(1, Math.floor((work * 3) / 4));
  const queries = Math.max(1, Math.floor((work * 5) / 8));
  const lessThanHalf = (count: number) => Math.max(1, Math.ceil(count / 2) - 1);
  return {
    outbox,
    lookUps,
    work: { inAll: work, ofSource: lessThanHalf(work) },
    changes: { inAll: changes, ofSource: Math.min(usefulChanges, Math.max(1, changes - 1)) },
    queries: { inAll: queries, ofSource: lessThanHalf(queries) },
  };
}

import { describe, expect, test } from 'vitest';
import { connectionShares } from './connection-shares.ts';

describe('connectionShares', () => {
  test('default: twelve connections', () => {
    expect(connectionShares(12)).toEqual({
      outbox: 2,
      lookUps: 2,
      work: { inAll: 8, ofSource: 3 },
      changes: { inAll: 6, ofSource: 2 },
      queries: { inAll: 5, ofSource: 2 },
    });
  });

  test('behavior: the outbox, look-ups and work never need more connections than there are', () => {
    for (let connections = 3; connections <= 200; connections++) {
      const { outbox, lookUps, work } = connectionShares(connections);
      expect([connections, outbox + lookUps + work.inAll]).toEqual([connections, connections]);
    }
  });

  test('behavior: changes leave connections for queries, and queries for changes', () => {
    for (let connections = 4; connections <= 200; connections++) {
      const { work, changes, queries } = connectionShares(connections);
      expect([connections, Math.max(changes.inAll, queries.inAll) < work.inAll]).toEqual([connections, true]);
    }
  });

  test('behavior: two organizations leave a connection for a third', () => {
    for (let connections = 7; connections <= 200; connections++) {
      const { work, queries } = connectionShares(connections);
      for (const { inAll, ofSource } of [work, queries])
        expect([connections, 2 * ofSource < inAll]).toEqual([connections, true]);
    }
  });

  test('behavior: there is always a connection for each kind of work', () => {
    const one = { inAll: 1, ofSource: 1 };
    expect(connectionShares(1)).toEqual({ outbox: 1, lookUps: 1, work: one, changes: one, queries: one });
  });
});

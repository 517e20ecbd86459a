import { describe, expect, test } from 'vitest';
import { connectionShares } from './connection-shares.ts';

describe('connectionShares', () => {
  test('default: ten connections', () => {
    expect(connectionShares(10)).toEqual({
      lookUps: 2,
      changes: { inAll: 3, ofOrganization: 2 },
      queries: { inAll: 5, ofOrganization: 2 },
    });
  });

  test('behavior: the shares never need more connections than there are', () => {
    for (let connections = 3; connections <= 200; connections++) {
      const { lookUps, changes, queries } = connectionShares(connections);
      expect([connections, lookUps + changes.inAll + queries.inAll]).toEqual([connections, connections]);
    }
  });

  test('behavior: two organizations leave queries of a third a connection', () => {
    for (let connections = 5; connections <= 200; connections++) {
      const { queries } = connectionShares(connections);
      expect([connections, 2 * queries.ofOrganization < queries.inAll]).toEqual([connections, true]);
    }
  });

  test('behavior: there is always a connection for each kind of work', () => {
    expect(connectionShares(1)).toEqual({
      lookUps: 1,
      changes: { inAll: 1, ofOrganization: 1 },
      queries: { inAll: 1, ofOrganization: 1 },
    });
  });
});

import { expect, test } from 'vitest';
import type { Lane } from './entries.ts';
import { Lanes } from './lanes.ts';

const lane = (tenantId: string, organizationId: string, kind = 'letter'): Lane => ({ tenantId, organizationId, kind });

/** The organizations in the order of their turns. */
function turnsOf(lanes: Lanes): string[] {
  const order: string[] = [];
  for (let next = lanes.next(); next; next = lanes.next()) order.push(next.lane.organizationId);
  return order;
}

test('default: tenants take turns, however many organizations each has', () => {
  const lanes = new Lanes({ inAll: 32, ofKind: () => 16, ofLane: 4 });
  for (const organizationId of ['a1', 'a2', 'a3', 'a4']) lanes.add(lane('a', organizationId));
  for (const organizationId of ['b1', 'b2']) lanes.add(lane('b', organizationId));
  lanes.add(lane('c', 'c1'));
  expect(turnsOf(lanes)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('behavior: one tenant leaves a quarter of the places to others, of each kind and in all', () => {
  const lanes = new Lanes({ inAll: 32, ofKind: () => 16, ofLane: 16 });
  const begin = (one: Lane) => {
    lanes.add(one);
    const next = lanes.next();
    for (let place = 0; place < (next?.places ?? 0); place++) lanes.begin(one);
    return next?.places;
  };
  expect(begin(lane('a', 'a1'))).toBe(12);
  expect(begin(lane('a', 'a2'))).toBe(undefined);
  expect(begin(lane('b', 'b1'))).toBe(4);
  expect(begin(lane('a', 'a1', 'mail'))).toBe(12);
  expect(begin(lane('a', 'a2', 'webhook'))).toBe(undefined);
  expect(begin(lane('b', 'b1', 'mail'))).toBe(4);
});

test('behavior: a tenant has one place at least', () => {
  const lanes = new Lanes({ inAll: 1, ofKind: () => 1, ofLane: 1 });
  lanes.add(lane('a', 'a1'));
  expect(lanes.next()?.places).toBe(1);
});

import { expect, test } from 'vitest';
import type { Lane } from './entries.ts';
import { FailingTargets } from './failing-targets.ts';
import { Lanes } from './lanes.ts';

const lane = (tenantId: string, organizationId: string, more: Partial<Lane> = {}): Lane => ({
  ...{ tenantId, organizationId, source: null, kind: 'letter', target: null },
  ...more,
});

/** The organizations in the order of their turns. */
function turnsOf(lanes: Lanes): string[] {
  const order: string[] = [];
  for (let next = lanes.next(); next; next = lanes.next()) order.push(next.lane.organizationId);
  return order;
}

/** Fills all places that a lane gets, and returns how many. */
function fill(lanes: Lanes, one: Lane): number {
  lanes.add(one);
  const next = lanes.next();
  for (let place = 0; place < (next?.places ?? 0); place++) lanes.begin(one);
  return next?.places ?? 0;
}

test('default: tenants take turns, however many organizations each has', () => {
  const lanes = new Lanes({ inAll: 32, ofKind: () => 16, ofLane: 4 });
  for (const organizationId of ['a1', 'a2', 'a3', 'a4']) lanes.add(lane('a', organizationId));
  for (const organizationId of ['b1', 'b2']) lanes.add(lane('b', organizationId));
  lanes.add(lane('c', 'c1'));
  expect(turnsOf(lanes)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('behavior: within a tenant sources take turns, then organizations, then targets', () => {
  const lanes = new Lanes({ inAll: 32, ofKind: () => 16, ofLane: 4 });
  for (const organizationId of ['s1', 's2', 's3']) lanes.add(lane('a', organizationId, { source: 'stranger' }));
  for (const target of ['one', 'two']) lanes.add(lane('a', 'good', { target }));
  lanes.add(lane('a', 'other', { target: 'three' }));
  expect(turnsOf(lanes)).toEqual(['s1', 'good', 'other', 's2', 'good', 's3']);
});

test('behavior: one tenant leaves a quarter of the places to others, of each kind and in all', () => {
  const lanes = new Lanes({ inAll: 32, ofKind: () => 16, ofLane: 16 });
  expect(fill(lanes, lane('a', 'a1'))).toBe(12);
  expect(fill(lanes, lane('a', 'a2'))).toBe(0);
  expect(fill(lanes, lane('b', 'b1'))).toBe(4);
  expect(fill(lanes, lane('a', 'a1', { kind: 'mail' }))).toBe(12);
  expect(fill(lanes, lane('a', 'a2', { kind: 'webhook' }))).toBe(0);
  expect(fill(lanes, lane('b', 'b1', { kind: 'mail' }))).toBe(4);
});

test('behavior: all organizations of one source together use a quarter of the places of their tenant, if they choose targets', () => {
  const lanes = new Lanes({ inAll: 32, ofKind: () => 16, ofLane: 4, sharesBySource: (kind) => kind === 'webhook' });
  const ofStranger = { kind: 'webhook', source: 'stranger' };
  expect(fill(lanes, lane('a', 's1', { ...ofStranger, target: 'one' }))).toBe(3);
  expect(fill(lanes, lane('a', 's2', { ...ofStranger, target: 'two' }))).toBe(0);
  expect(fill(lanes, lane('a', 'good', { kind: 'webhook', target: 'three' }))).toBe(3);
  expect(fill(lanes, lane('b', 's3', { ...ofStranger, target: 'four' }))).toBe(3);
  expect(fill(lanes, lane('c', 's4', { source: 'stranger' }))).toBe(4);
});

test('behavior: one target leaves a place of its organization to another', () => {
  const lanes = new Lanes({ inAll: 32, ofKind: () => 16, ofLane: 4 });
  expect(fill(lanes, lane('a', 'a1', { target: 'one' }))).toBe(3);
  expect(fill(lanes, lane('a', 'a1', { target: 'two' }))).toBe(1);
});

test('behavior: a kind whose targets callers choose takes no places from other kinds', () => {
  const lanes = new Lanes({ inAll: 16, ofKind: () => 16, ofLane: 16, isForeign: (kind) => kind === 'webhook' });
  expect(fill(lanes, lane('a', 'a1', { kind: 'webhook' }))).toBe(12);
  expect(fill(lanes, lane('a', 'a1', { kind: 'mail' }))).toBe(12);
});

test('behavior: a target that failed has one place, of all organizations together, and then a pause', () => {
  let now = 0;
  const failing = new FailingTargets(10, () => now);
  const lanes = new Lanes({ inAll: 32, ofKind: () => 16, ofLane: 4, failing });
  const places = (organizationId: string) => {
    lanes.add(lane('a', organizationId, { target: 'one' }));
    return lanes.next()?.places ?? 0;
  };
  const attempt = (outcome: 'delivered' | 'failed') => {
    const note = failing.begin('one');
    now += 1;
    note(outcome);
    now += 1;
  };
  attempt('failed');
  expect(places('a1')).toBe(1);
  const end = lanes.begin(lane('a', 'a1', { target: 'one' }));
  expect(places('a2')).toBe(0);
  end();
  expect(places('a2')).toBe(1);
  attempt('failed');
  expect(places('a1')).toBe(0);
  now += 9;
  expect(places('a1')).toBe(1);
  attempt('failed');
  now += 10;
  expect(places('a1')).toBe(0);
  now += 20;
  attempt('delivered');
  expect(places('a1')).toBe(3);
});

test('behavior: attempts that fail together are one failure', () => {
  const failing = new FailingTargets(10, () => 5);
  const notes = [failing.begin('one'), failing.begin('one'), failing.begin('one')];
  for (const note of notes) note('failed');
  expect([failing.isFailing('one'), failing.isPaused('one')]).toEqual([true, false]);
});

test('behavior: a tenant has one place at least', () => {
  const lanes = new Lanes({ inAll: 1, ofKind: () => 1, ofLane: 1 });
  lanes.add(lane('a', 'a1', { source: 'stranger', target: 'one' }));
  expect(lanes.next()?.places).toBe(1);
});

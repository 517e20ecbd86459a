import { expect, test } from 'vitest';
import { memoryRows } from './memory.ts';

const mebibyte = 2 ** 20;
const memory = (processes: number, pss: number, own: number) => ({
  processes,
  pss: pss * mebibyte,
  private: own * mebibyte,
});

test('default: processes that came under load, and some that have ended', () => {
  const started = {
    memory: new Map([
      ['first process', memory(1, 100, 90)],
      ['others', memory(1, 2, 1)],
    ]),
    heap: 30 * mebibyte,
  };
  const loaded = {
    memory: new Map([
      ['first process', memory(1, 150.25, 120)],
      ['PostgreSQL, connections', memory(12, 60, 24)],
    ]),
    heap: 40 * mebibyte,
  };
  expect(memoryRows(started, loaded)).toEqual([
    ['', 'processes', 'PSS', 'private', 'after load: processes', 'PSS', 'private'],
    ['first process', '1', '100.0', '90.0', '1', '150.3', '120.0'],
    ['others', '1', '2.0', '1.0', '0', '0.0', '0.0'],
    ['PostgreSQL, connections', '0', '0.0', '0.0', '12', '60.0', '24.0'],
    ['all processes', '2', '102.0', '91.0', '13', '210.3', '144.0'],
    ['used heap of all processes', '', '', '30.0', '', '', '40.0'],
  ]);
});

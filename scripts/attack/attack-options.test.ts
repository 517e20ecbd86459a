import { expect, test } from 'vitest';
import { root } from '../command.ts';
import { readCommand } from './attack-options.ts';

test('default', () => {
  expect(readCommand([])).toEqual({ name: 'floods', wantsHelp: false, servers: [root], seed: 1, durationMs: 90_000 });
});

test('args: all', () => {
  const args = ['faults', '--seed', '7', '--duration', '30', '--server', root];
  expect(readCommand(args)).toMatchObject({ name: 'faults', servers: [root], seed: 7, durationMs: 30_000 });
  expect(readCommand(['floods', '--server', root, '--server', root]).servers).toEqual([root, root]);
  expect(readCommand(['--help']).wantsHelp).toBe(true);
});

test.each([
  [['fires'], 'expected one of floods, faults, not fires'],
  [['floods', 'faults'], 'expected one of floods, faults, not floods faults'],
  [['--seed', 'x'], '--seed must be a whole number of at least 0, not x'],
  [['--duration', '0'], '--duration must be a whole number of at least 1, not 0'],
  [['--server', '/nowhere'], 'there is no service in /nowhere'],
  [['faults', '--server', root, '--server', root], 'faults takes one --server'],
  [['--loud'], "Unknown option '--loud'"],
])('error: %j', (args, message) => {
  expect(() => readCommand(args)).toThrow(message);
});

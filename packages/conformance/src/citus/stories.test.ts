import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { sharedContract } from '../contract/shared-contract.ts';
import { node } from '../runtimes/node.ts';
import { tellStory } from '../story/tell-story.ts';
import { startPairOnCitus } from '../targets/citus.ts';
import { commandLog, countCommands, readSpread, tableOf } from './commands.ts';

const { citus, pair } = await startPairOnCitus(commandLog);
afterAll(() => pair[Symbol.asyncDispose]());

/** What a start asks is over after the first of these times. */
const [settlingMs, idleMs] = [20_000, 240_000];

test('behavior: two idle processes rarely ask all machines', async () => {
  await pause(settlingMs);
  const from = Date.now();
  await pause(idleMs);
  const spread = await readSpread(citus, from, Date.now());
  const each = (60_000 * spread.length) / idleMs / pair.processes.length;
  console.log(`an idle process asks all shards ${each.toFixed(2)} times a minute:\n${spread.join('\n')}`);
  expect(each).toBeLessThanOrEqual(1);
});

test('default: the stories, through the coordinator and through a worker in turn', async () => {
  const told = await tellStory(pair, await sharedContract(), node, process.execPath, true);
  const costs = await countCommands(citus, pair.processes);
  console.log(tableOf(costs));
  expect(costs.length).toBeGreaterThan(100);
  await pair.command('audit', 'verify');
  const shards = await citus.ask(
    citus.coordinator,
    'select nodeport, count(*) from pg_dist_shard_placement group by 1 order by 1',
  );
  console.log(`the client against two processes on Citus: ${told}; shards by port: ${shards.join(', ')}`);
  expect(shards.length).toBeGreaterThan(1);
});

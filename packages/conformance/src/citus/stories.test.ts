import { afterAll, expect, test } from 'vitest';
import { sharedContract } from '../contract/shared-contract.ts';
import { node } from '../runtimes/node.ts';
import { tellStory } from '../story/tell-story.ts';
import { startPairOnCitus } from '../targets/citus.ts';

const { citus, pair } = await startPairOnCitus();
afterAll(() => pair[Symbol.asyncDispose]());

test('default: the stories, through the coordinator and through a worker in turn', async () => {
  const told = await tellStory(pair, await sharedContract(), node, process.execPath, true);
  await pair.command('audit', 'verify');
  const shards = await citus.ask(
    citus.coordinator,
    'select nodeport, count(*) from pg_dist_shard_placement group by 1 order by 1',
  );
  console.log(`the client against two processes on Citus: ${told}; shards by port: ${shards.join(', ')}`);
  expect(shards.length).toBeGreaterThan(1);
});

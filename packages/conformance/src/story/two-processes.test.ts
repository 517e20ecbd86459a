import { findDebianPostgres, startDebianPostgres } from '@mintmark/testing/debian-postgres';
import { inFull } from '@mintmark/testing/effort';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedContract } from '../contract/shared-contract.ts';
import { startWitness } from '../contract/witness.ts';
import { draw } from '../draw.ts';
import { node } from '../runtimes/node.ts';
import { type ServerPair, startServerPair } from '../targets/server-pair.ts';
import { answerProblems } from './answer-problems.ts';
import { newPasskeys } from './new-passkeys.ts';
import { prepare } from './play.ts';
import { bodyOf, send, stamped } from './raw-request.ts';
import { setStage } from './stage.ts';
import { storyOperations } from './story-operations.ts';
import { tellStory } from './tell-story.ts';
import { unitOf } from './unit-of.ts';

const programs = await findDebianPostgres('the client against two processes of the server');

/** Whether the votes of councils and the errors are played here, too. */
const isWhole = inFull('votes and errors of the stories on two processes');

let pair: ServerPair;
beforeAll(async () => {
  if (!programs) return;
  const { url, ...postgres } = await startDebianPostgres(programs);
  pair = await startServerPair({ urls: [url, url], [Symbol.asyncDispose]: postgres[Symbol.asyncDispose] });
});
afterAll(() => pair?.[Symbol.asyncDispose]());

test.skipIf(!programs)('default: the stories, with requests to two processes in turn', async () => {
  const operations = draw(storyOperations, ({ kind }) => kind, 'stories on two processes');
  const told = await tellStory(pair, await sharedContract(), node, process.execPath, isWhole, operations);
  await pair.command('audit', 'verify');
  console.log(`the client against two processes on PostgreSQL of Debian: ${told}`);
});

// Last, because the database stays down.
test.skipIf(!programs)('error: the database is down', async () => {
  await using witness = await startWitness(pair, await sharedContract(), {
    answersOnly: true,
    inspect: answerProblems,
  });
  const stage = await setStage({ ...pair, baseUrl: witness.origin, passkeys: newPasskeys(10) });
  const calls = [];
  for (const { method } of draw(storyOperations, ({ kind }) => kind, 'operations without a database')) {
    // What all stories create together is more than one organization may have.
    const root = await stage.newOrganization();
    calls.push({ unit: unitOf(method), ...(await prepare({ ...stage, root }, method)) });
  }
  await pair.stopDatabase();
  for (const { unit, by, input } of calls) {
    const asked = await stamped(by.stamper, bodyOf(unit, by.organizationId, input));
    const { error, headers } = await send(witness.origin, unit, asked);
    expect(`${unit.name}: ${error}`).toBe(`${unit.name}: UNAVAILABLE`);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  console.log(`documented errors: UNAVAILABLE of ${calls.length} operations`);
  expect(witness.problems).toEqual([]);
});

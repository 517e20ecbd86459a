import type { Contract } from '@mintmark/mock/contract';
import { inFull } from '@mintmark/testing/effort';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { sharedContract } from '../contract/shared-contract.ts';
import { runtimes } from '../runtimes/index.ts';
import { findServerTarget } from '../targets/server-target.ts';
import type { Target } from '../targets/target.ts';
import { tellStory } from './tell-story.ts';

let target: Target;
let contract: Contract;
beforeAll(async () => {
  target = await findServerTarget();
  contract = await sharedContract();
});
afterAll(() => target[Symbol.asyncDispose]());

describe('the client against the server', () => {
  for (const runtime of runtimes) {
    const { name } = runtime;
    const what = `the client against the server in ${name}`;
    // The other runtimes have the client against a faulty service.
    const executable = (name === 'node' || inFull(what)) && runtime.find(what);
    test.skipIf(!executable)(`default: the story of every operation in ${name}`, async () => {
      const told = await tellStory(target, contract, runtime, executable || '', name === 'node');
      console.log(`the client against the server in ${name}: ${told}`);
    });
  }
});

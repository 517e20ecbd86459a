import type { Contract } from '@mintmark/mock/contract';
import { document } from '@mintmark/openapi';
import { registry } from '@mintmark/schema';
import { createVerifier, parsePublicKey } from '@mintmark/stamper/verify';
import { inFull } from '@mintmark/testing/effort';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draw } from '../draw.ts';
import { runtimes } from '../runtimes/index.ts';
import { startMockTarget } from '../targets/mock-target.ts';
import type { Target } from '../targets/target.ts';
import type { SuiteReport } from '../test-suite.ts';
import type { ClientSuiteInput } from './client-suite.ts';
import { type ContractCase, wordsFor } from './contract-case.ts';
import { contractCases } from './contract-cases.ts';
import { sharedContract } from './shared-contract.ts';
import { type JudgeStamp, judgeApiKeyStamp, startWitness } from './witness.ts';

let target: Target;
let contract: Contract;
let judgeStamp: JudgeStamp;
beforeAll(async () => {
  target = await startMockTarget();
  contract = await sharedContract();
  judgeStamp = judgeApiKeyStamp(await createVerifier(parsePublicKey('p256', target.apiKey.publicKey)));
});
afterAll(() => target[Symbol.asyncDispose]());

/** Without a Prefer header the mock gives the first answer. */
const headersFor = ({ wanted: { status, example } }: ContractCase): Record<string, string> =>
  example === 'completed' || example === 'success' ? {} : { Prefer: `code=${status}, example=${example}` };

const isError = ({ expected }: ContractCase) => 'error' in expected;
const cases = [
  ...contractCases.filter((one) => !isError(one)),
  ...draw(contractCases.filter(isError), ({ wanted }) => wanted.example, 'documented errors of the mock'),
];
const planned = (what: string) => cases.filter(({ expected }) => wordsFor(expected) === what).length;

describe('the client against the mock', () => {
  const suite = new URL('./client-suite.ts', import.meta.url);
  for (const { name, find, run } of runtimes) {
    const what = `the client against the mock in ${name}`;
    // The other runtimes have the client against a faulty service.
    const executable = (name === 'node' || inFull(what)) && find(what);
    test.skipIf(!executable)(`default: every operation and every documented error in ${name}`, async () => {
      await using witness = await startWitness(target, contract, { judgeStamp });
      const input: ClientSuiteInput = {
        baseUrl: witness.origin,
        organizationId: target.organizationId,
        authProxyConfigId: target.authProxyConfigId,
        apiKey: target.apiKey,
        cases: cases.map((one) => ({ ...one, headers: headersFor(one) })),
      };
      const { host: reach } = new URL(witness.origin);
      const { counts, failures } = (await run(executable || '', suite, {
        input,
        reach,
        progress: () => witness.forwarded,
      })) as SuiteReport;
      const covered = Object.entries(counts).map(([what, count]) => `${count} of ${planned(what)} ${what}`);
      const operations = `${witness.seen.size} of ${Object.keys(document.paths).length} operations`;
      console.log(`the client in ${name}: ${[operations, ...covered].join(', ')}, ${witness.verified} stamps verified`);
      expect(failures).toEqual([]);
      expect(witness.problems).toEqual([]);
      expect([...witness.seen.keys()].sort()).toEqual(
        Object.values(registry)
          .map(({ path }) => path)
          .sort(),
      );
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(cases.length);
    });
  }
});

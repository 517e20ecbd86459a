import type { Contract } from '@mintmark/mock/contract';
import { inFull } from '@mintmark/testing/effort';
import { expect } from 'vitest';
import { judgeNamedKey, startWitness } from '../contract/witness.ts';
import type { Runtime } from '../runtimes/runtime.ts';
import type { Target } from '../targets/target.ts';
import type { SuiteReport } from '../test-suite.ts';
import { answerProblems } from './answer-problems.ts';
import { newPasskeys } from './new-passkeys.ts';
import { isPlayable } from './stories.ts';
import { storyOperations } from './story-operations.ts';
import type { StorySuiteInput } from './story-suite.ts';

const suite = new URL('./story-suite.ts', import.meta.url);
/** More passkeys than the stories use. */
const passkeys = 60;
/** How many requests a service may refuse because it is busy. When the machine stalls for seconds, it is one or two. */
const maxRetries = 3;

/**
 * Plays stories in a runtime against a target, through a witness, and returns a summary.
 *
 * @param told The operations whose stories are played, if the target can play them.
 */
export async function tellStory(
  target: Target,
  contract: Contract,
  { run }: Runtime,
  executable: string,
  isWhole: boolean,
  told = storyOperations,
): Promise<string> {
  const options = { judgeStamp: judgeNamedKey, inspect: answerProblems };
  await using witness = await startWitness(target, contract, options);
  const { organizationId, userId, apiKey, clientSecretKey, authProxyConfigId, signIn } = target;
  const operations = told.filter(({ method }) => isPlayable(target, method));
  const isDecidedOnce = isWhole && !inFull('two of three decisions of a council on each operation');
  const input: StorySuiteInput = {
    ...{
      baseUrl: witness.origin,
      organizationId,
      userId,
      apiKey,
      clientSecretKey,
      authProxyConfigId,
      ...(signIn && { signIn }),
    },
    ...{ passkeys: newPasskeys(passkeys), operations, isWhole, isDecidedOnce },
  };
  const { host: reach } = new URL(witness.origin);
  const { counts, failures } = (await run(executable, suite, {
    input,
    reach,
    progress: () => witness.forwarded,
  })) as SuiteReport;
  const logged = target.loggedProblems?.() ?? [];
  expect(failures, ['the service logged:', ...logged].join('\n')).toEqual([]);
  expect(witness.problems).toEqual([]);
  expect(counts['operations']).toBe(operations.length);
  expect(counts['retries'] ?? 0, logged.join('\n')).toBeLessThanOrEqual(maxRetries);
  const figures = Object.entries({ ...counts, 'stamps verified': witness.verified });
  return figures.map(([what, count]) => `${count} ${what}`).join(', ');
}

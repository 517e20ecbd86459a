import { repetitions } from '@mintmark/testing/effort';
import { createRandom } from '@mintmark/testing/random';
import type { Transaction } from 'bitcoinjs-lib';
import { expect, test } from 'vitest';
import { patience } from '../../testing/src/patience.ts';
import {
  type Answer,
  askToSign,
  committedInputs,
  finalize,
  type InputSignature,
  isValid,
  type Plan,
  planTransaction,
} from './bitcoin-lies.ts';
import { type MadeCoin, scriptTypes } from './bitcoin-psbts.ts';
import { executeScripts, runsGo } from './btcd.ts';

interface Attack {
  readonly plan: Plan;
  /** What the service answered to the PSBTs that it did not refuse. */
  readonly answers: readonly Answer[];
}

const random = createRandom(1);
const plans = repetitions({ usual: 200, full: 1000 });
const attacks = Array.from({ length: plans }, (): Attack => {
  const plan = planTransaction(random);
  const asked = Array.from({ length: 10 }, () => askToSign(plan, random));
  return { plan, answers: asked.filter((answer) => answer !== undefined) };
});

/** The fee to which a signature commits. Undefined if it does not commit to every amount that is not proven. */
function signedFee({ transaction, coins }: Plan, { claims }: Answer, signature: InputSignature): bigint | undefined {
  const claimed = claims.map(({ coin }) => coin);
  const committed = committedInputs(transaction, claimed, signature);
  const amounts = claims.map(({ coin, isWhole }, index) => {
    if (isWhole) return coins[index]?.amount;
    return committed.includes(index) ? coin.amount : undefined;
  });
  const known = amounts.filter((amount) => amount !== undefined);
  if (known.length < amounts.length) return undefined;
  return [...known, ...transaction.outs.map(({ value }) => -value)].reduce((sum, amount) => sum + amount, 0n);
}

test('behavior: the amounts to which signatures commit are those that policies saw', { timeout: patience }, () => {
  const differences: string[] = [];
  const typesWithFee: string[] = [];
  const typesWithoutFee: string[] = [];
  for (const { plan, answers } of attacks)
    for (const answer of answers)
      for (const signature of answer.signatures) {
        const claimed = answer.claims.map(({ coin }) => coin);
        expect(isValid(plan.transaction, claimed, signature)).toBe(true);
        const type = claimed[signature.index]?.type ?? '';
        if (answer.fee === undefined) {
          typesWithoutFee.push(type);
          continue;
        }
        typesWithFee.push(type);
        const fee = signedFee(plan, answer, signature);
        if (fee !== answer.fee) differences.push(`${type}: policies saw ${answer.fee}, and ${fee} was signed`);
      }
  expect(differences).toEqual([]);

  expect(typesWithFee.length).toBeGreaterThan(plans);
  expect(new Set(typesWithFee)).toEqual(new Set(scriptTypes));
  expect(typesWithoutFee.length).toBeGreaterThan(plans);
  expect(new Set(typesWithoutFee)).toEqual(new Set(scriptTypes));
});

interface UsableSignature {
  readonly signature: InputSignature;
  readonly answer: Answer;
}

interface Completed {
  readonly plan: Plan;
  readonly transaction: Transaction;
  /** The answers whose signatures it has. */
  readonly used: readonly Answer[];
}

const isLie = ({ fee }: Plan, answer: Answer): boolean => answer.fee !== undefined && answer.fee !== fee;

/** A valid transaction, if the answers have a signature for every input of the service, with signatures of lies if possible. */
function complete({ plan, answers }: Attack): Completed | undefined {
  const usable = answers.flatMap((answer) =>
    answer.signatures
      .filter((signature) => isValid(plan.transaction, plan.coins, signature))
      .map((signature): UsableSignature => ({ signature, answer })),
  );
  const chosen = plan.coins.map((_, index) => {
    const ofInput = usable.filter(({ signature }) => signature.index === index);
    return ofInput.find(({ answer }) => isLie(plan, answer)) ?? ofInput[0];
  });
  const isOurs = ({ key }: MadeCoin) => plan.keys.includes(key);
  if (plan.coins.some((coin, index) => isOurs(coin) && !chosen[index])) return undefined;
  const transaction = finalize(
    plan,
    chosen.map((found) => found?.signature),
  );
  return { plan, transaction, used: chosen.flatMap((found) => (found ? [found.answer] : [])) };
}

const completed = attacks.map(complete).filter((found) => found !== undefined);

test('behavior: a transaction with signatures of several requests pays the fee that policies saw', () => {
  const differences = completed.flatMap(({ plan, used }) =>
    used.filter((answer) => isLie(plan, answer)).map(({ fee }) => `policies saw ${fee}, and ${plan.fee} is paid`),
  );
  expect(differences).toEqual([]);

  // Policies also saw wrong fees, but then every signature was worthless.
  const lies = attacks.flatMap(({ plan, answers }) => answers.filter((answer) => isLie(plan, answer)));
  expect(lies.length).toBeGreaterThan(plans / 10);
  expect(completed.filter(({ used }) => used.some(({ fee }) => fee !== undefined)).length).toBeGreaterThan(plans / 10);
  expect(completed.filter(({ used }) => new Set(used).size > 1).length).toBeGreaterThan(plans / 10);
});

test.runIf(runsGo)('behavior: btcd executes the scripts of these transactions', { timeout: patience }, () => {
  const signed = completed.map(({ plan: { coins }, transaction }) => ({ transaction, inputs: coins }));
  expect(executeScripts(signed)).toEqual(completed.map(() => 'valid'));
});

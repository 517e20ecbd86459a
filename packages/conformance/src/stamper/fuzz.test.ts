import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { effort, repetitions } from '@mintmark/testing/effort';
import type { Vector } from '@mintmark/testing/vector';
import { expect, test } from 'vitest';
import { Chance, mutate } from './mutations.ts';
import { checkOf } from './vector-checks.ts';

/** The untrusted members of each input. The verifier itself stored or expects the rest. */
const hostileMembers = new Set([
  ...['stamp', 'body', 'attestation', 'challenge', 'token', 'claims', 'clientSignature'],
  ...['credentialBundle', 'exportBundle', 'importBundle', 'encryptedBundle'],
  ...['otpEncryptionTargetBundle', 'encryptedOtpBundle', 'encryptedClientSecret'],
]);
/** Checks that only decode: other input gives other output. */
const decoders = ['public-keys', 'encodings'];
const rounds = repetitions({ usual: 5_000, full: 100_000 });
const { seed } = effort;

test('behavior: no hostile input is accepted, and each is refused with the typed error', async () => {
  const chance = new Chance(seed);
  const vectors = ['api-key-stamps', 'webauthn', 'attested-stamps', 'bundles', 'tokens'].flatMap(read);
  const decoded = decoders.flatMap(read);
  // A mutation may repair an invalid vector, but its output must then be that of a valid vector. The exceptions are decoders,
  // which accept everything well-formed, and registrations, which accept any key.
  const sound = new Set(
    vectors.flatMap(({ check, result, output = null }) =>
      result === 'valid' ? [`${check} ${JSON.stringify(output)}`] : [],
    ),
  );
  const outcomes = new Map<string, number>();
  const defects: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const isDecoder = chance.below(10) === 0;
    const vector = chance.pick(isDecoder ? decoded : vectors);
    const input = { ...vector.input, ...hostile(vector.input, chance, isDecoder) };
    const outcome = await outcomeOf(vector.check, input);
    const isProved = !isDecoder && vector.check !== 'registration';
    const isForged = outcome.output !== undefined && isProved && !sound.has(`${vector.check} ${outcome.output}`);
    if (outcome.defect || isForged) {
      defects.push(`${vector.name}: ${outcome.defect ?? 'accepted'}: ${JSON.stringify(input)}`);
    }
    const kind = outcome.code ?? 'accepted as before';
    outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
  }
  const tally = [...outcomes].map(([kind, count]) => `${count} ${kind}`).join(', ');
  console.log(`fuzz with seed ${seed}: ${rounds} inputs: ${tally}`);
  expect(defects.slice(0, 10)).toEqual([]);
  expect(outcomes.size).toBeGreaterThan(15);
});

function read(name: string): Vector[] {
  const path = fileURLToPath(import.meta.resolve(`@mintmark/stamper/vectors/${name}.json`));
  return JSON.parse(readFileSync(path, 'utf8')).vectors;
}

/** One to three mutations of the untrusted members, and sometimes only noise instead of them. */
function hostile(input: Vector['input'], chance: Chance, isDecoder: boolean): object {
  const members = Object.entries(input).filter(
    ([name, value]) => isDecoder || (hostileMembers.has(name) && (name !== 'token' || typeof value === 'string')),
  );
  let mutated: unknown = Object.fromEntries(members.filter(([name]) => name !== 'curve'));
  for (let times = 1 + chance.below(3); times > 0; times--) mutated = mutate(mutated, chance);
  const names = members.map(([name]) => name);
  const kept = Object.entries(mutated as object).filter(([name]) => names.includes(name));
  return Object.fromEntries(
    kept.length > 0 ? kept : [[chance.pick(names), chance.pick<unknown>(['', null, 7, [], {}])]],
  );
}

async function outcomeOf(check: string, input: object): Promise<{ output?: string; code?: string; defect?: string }> {
  try {
    return { output: JSON.stringify((await checkOf(check)(input)) ?? null) };
  } catch (error) {
    const thrown = error as Error & { code?: string };
    const { name, code } = thrown;
    // The stack of a defect only: Vitest maps each stack to the sources, which takes longer than most checks.
    return name === 'StamperError' && code ? { code } : { code: name, defect: thrown.stack ?? name };
  }
}

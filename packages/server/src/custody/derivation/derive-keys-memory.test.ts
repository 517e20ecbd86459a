import { createHash } from 'node:crypto';
import type { Canary } from '@mintmark/testing/needles';
import { canScanMemory, scanMemory } from '@mintmark/testing/scan-memory';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { describe, expect, test } from 'vitest';
import { Program } from '../../../test/program.ts';
import { derivePublicKeys } from './derive-keys.ts';
import { type Curve, keyDerivations } from './key-derivation.ts';
import { parsePath } from './path.ts';

const paths = ["m/44'/60'/0'/0/0", "m/44'/60'/0'/0/1", "m/44'/60'/1'/7'"];
const digestOf = (name: string) => createHash('sha256').update(name).digest();

/** All that the program holds on its way: entropy, phrase, seed, and each key with its chain code. */
function canariesOf(name: string, curve: Curve): Canary[] {
  const entropy = digestOf(name).subarray(0, 16);
  const phrase = entropyToMnemonic(entropy, wordlist);
  const seed = mnemonicToSeedSync(phrase);
  const indexes = Uint16Array.from(phrase.split(' '), (word) => wordlist.indexOf(word));
  const { master, child } = keyDerivations[curve];
  const keys = paths.flatMap((path) => {
    const chain = [master(seed)];
    for (const index of parsePath(path) ?? []) chain.push(child(chain.at(-1) ?? master(seed), index));
    return chain.flatMap(({ secret, chainCode }, depth) => [
      { name: `secret at depth ${depth} of ${path}`, bytes: secret },
      { name: `chain code at depth ${depth} of ${path}`, bytes: chainCode },
    ]);
  });
  return [
    { name: 'entropy', bytes: entropy },
    { name: 'phrase', bytes: Buffer.from(phrase) },
    // Pieces of eight characters can be single words of the list.
    { name: 'phrase in UTF-16', bytes: Buffer.from(phrase, 'utf16le'), piece: 32 },
    { name: 'word indexes', bytes: new Uint8Array(indexes.buffer) },
    { name: 'seed', bytes: seed },
    ...keys,
  ];
}

/** A program that has derived keys, and what is left of them in its memory. */
async function deriveKeys(curve: Curve) {
  const name = `canary of ${curve}`;
  const program = new Program('derive-keys', name, curve, ...paths);
  const printed = JSON.parse(await program.firstLine());
  const canaries = canariesOf(name, curve);
  const seed = canaries.find(({ name }) => name === 'seed')?.bytes ?? new Uint8Array();
  const places = paths.map((path) => ({ curve, path: parsePath(path) ?? [] }));
  expect(printed).toEqual(derivePublicKeys(seed, places).map((key) => Buffer.from(key).toString('hex')));
  const all = [...canaries, { name: 'kept', bytes: digestOf(`${name} kept`) }];
  async function scan(): Promise<Record<string, number>> {
    const { kept, ...hits } = await scanMemory(program.pid, all);
    // Without this hit the scan itself would not work.
    expect(kept).toBeGreaterThanOrEqual(2);
    return hits;
  }
  return { program, scan, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}

describe.runIf(canScanMemory('the scan of memory for derived keys'))('secrets in the memory of a process', () => {
  test.each(['CURVE_SECP256K1', 'CURVE_P256'] as const)('behavior: nothing is left: %s', async (curve) => {
    await using derived = await deriveKeys(curve);
    expect(await derived.scan()).toEqual({});
  });

  test('behavior: nothing is left after a garbage collection: CURVE_ED25519', async () => {
    await using derived = await deriveKeys('CURVE_ED25519');
    const { program, scan } = derived;
    let lines = program.lines.length;
    // A collection that was under way does not count.
    await expect
      .poll(async () => {
        program.tell('collect');
        lines++;
        await expect.poll(() => program.lines).toHaveLength(lines);
        return await scan();
      })
      .toEqual({});
  });
});

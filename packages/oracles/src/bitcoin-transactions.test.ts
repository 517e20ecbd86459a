import { repetitions } from '@mintmark/testing/effort';
import { createRandom, type Random } from '@mintmark/testing/random';
import { Psbt, Transaction } from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import type { BitcoinOutput } from '../../chains/src/bitcoin/bitcoin-transaction.ts';
import { readBitcoinTransaction } from '../../chains/src/bitcoin/read-bitcoin-transaction.ts';
import { patience } from '../../testing/src/patience.ts';
import {
  addInput,
  anyKey,
  digestOf,
  type Key,
  type ScriptType,
  type SpentInput,
  scriptsOf,
  scriptTypes,
  sign,
  signInput,
  validate,
} from './bitcoin-psbts.ts';
import { executeScripts, runsGo } from './btcd.ts';

const count = repetitions({ usual: 100, full: 1000 });
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

interface Sample {
  readonly psbt: Psbt;
  readonly inputs: readonly SpentInput[];
  /** The outputs as the server has to describe them, with the addresses of bitcoinjs-lib. */
  readonly outputs: readonly BitcoinOutput[];
  /** The inputs of the key that the server signs for. The others are already signed. */
  readonly own: readonly number[];
  readonly key: Key;
}

function buildSample(type: ScriptType, random: Random): Sample {
  const psbt = new Psbt();
  psbt.setVersion(1 + random(2));
  psbt.setLocktime(random(2 ** 32));
  const key = anyKey(random);
  const foreign = otherKey(key, random);
  // One input of the key, and sometimes another one, and a foreign one before or after them.
  const some = [true, ...[true, false].filter(() => random(8) === 0)];
  const isOwn = random(2) === 0 ? some : some.toReversed();
  const inputs = isOwn.map((own) =>
    own ? addInput(psbt, type, key, random) : addInput(psbt, anyType(random), foreign, random),
  );
  const amount = inputs.reduce((sum, input) => sum + input.amount, 0n);
  const outputs: Sample['outputs'][number][] = [];
  const outputCount = 1 + random(3);
  for (let index = 0; index < outputCount; index += 1) {
    const addressType = anyType(random);
    const { output: script, address } = scriptsOf(addressType, anyKey(random));
    const value = amount / BigInt(outputCount + random(3));
    psbt.addOutput({ script, value });
    outputs.push({ value, scriptPubkey: hex(script), address, addressType });
  }
  for (const [index, input] of inputs.entries()) if (!isOwn[index]) signInput(psbt, index, input);
  const own = [...inputs.keys()].filter((index) => isOwn[index]);
  return { psbt, inputs, outputs, own, key };
}

function otherKey(key: Key, random: Random): Key {
  const other = anyKey(random);
  return other === key ? otherKey(key, random) : other;
}

const anyType = (random: Random) => scriptTypes[random(scriptTypes.length)] as ScriptType;

/** The fee if the PSBT proves it, from the same facts as the server. */
function provenFee({ inputs, outputs, own }: Sample): bigint | undefined {
  const isCovered = inputs.length === 1 || own.every((index) => inputs[index]?.type === 'P2TR');
  if (!isCovered && inputs.some(({ isWhole }) => !isWhole)) return undefined;
  const paid = outputs.reduce((sum, { value }) => sum + value, 0n);
  return inputs.reduce((sum, { amount }) => sum + amount, 0n) - paid;
}

const finished: { type: ScriptType; transaction: Transaction; inputs: readonly SpentInput[] }[] = [];

describe('behavior: bitcoinjs-lib agrees on content, digests and signatures, and finalizes', () => {
  test.each(scriptTypes)('%s: PSBTs', (type) => {
    const random = createRandom(1 + scriptTypes.indexOf(type));
    let agreed = 0;
    for (; agreed < count; agreed += 1) {
      const sample = buildSample(type, random);
      const { psbt, inputs, outputs, own, key } = sample;
      const read = readBitcoinTransaction(psbt.toBuffer(), { publicKey: key.pair.publicKey }, { network: 'mainnet' });

      expect(read.content).toEqual({
        version: psbt.version,
        inputs: psbt.txInputs.map(({ hash, index, sequence }) => ({
          txId: hex(hash.toReversed()),
          vout: index,
          sequence,
        })),
        outputs,
        locktime: { amount: psbt.locktime, type: psbt.locktime < 500_000_000 ? 'Blocks' : 'Seconds' },
        fee: provenFee(sample),
      });
      const unsigned = Transaction.fromBuffer(psbt.data.getTransaction());
      expect(read.requests.map(({ message }) => hex(message))).toEqual(
        own.map((index) => hex(digestOf(unsigned, index, inputs, inputs[index]?.hashType ?? 0))),
      );

      const signed = read.sign(read.requests.map((request) => sign(request, key)));
      for (const index of own) signInput(psbt, index, inputs[index] as SpentInput);
      expect(hex(signed)).toBe(hex(psbt.toBuffer()));
      const finalized = Psbt.fromBuffer(signed);
      expect(finalized.validateSignaturesOfAllInputs(validate)).toBe(true);
      finished.push({ type, transaction: finalized.finalizeAllInputs().extractTransaction(true), inputs });
    }
    expect(agreed).toBe(count);
  });
});

test.runIf(runsGo)('behavior: btcd executes the scripts of all transactions', { timeout: patience }, () => {
  // One wrong amount or script per type has to be found.
  const wrong = scriptTypes.map((type) => {
    const sample = finished.find((found) => found.type === type) ?? expect.fail();
    const inputs = sample.inputs.map((input) => ({
      ...input,
      amount: input.amount + 1n,
      script: Uint8Array.from(input.script).fill(1, 3, 22),
    }));
    return { ...sample, inputs };
  });
  const verdicts = executeScripts([...finished, ...wrong]);
  expect(verdicts.slice(0, finished.length).filter((verdict) => verdict !== 'valid')).toEqual([]);
  expect(finished).toHaveLength(count * scriptTypes.length);
  expect(verdicts.slice(finished.length)).toEqual(scriptTypes.map(() => expect.stringMatching(/^input \d/)));
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { address, crypto, networks, Psbt, Transaction } from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import { toolProblem } from '../../../scripts/languages/toolchain.ts';
import { readBitcoinTransaction } from '../../server/src/chains/bitcoin/read-bitcoin-transaction.ts';
import type { Signature, SigningRequest } from '../../server/src/chains/unsigned-transaction.ts';
import { notRun } from '../../testing/src/not-run.ts';
import { patience } from '../../testing/src/patience.ts';
import {
  addInput,
  createPair,
  createRandom,
  digestOf,
  type Random,
  type ScriptType,
  type SpentInput,
  scriptsOf,
  scriptTypes,
  signInput,
  validate,
} from './bitcoin-psbts.ts';

const count = 1000;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

interface Sample {
  readonly psbt: Psbt;
  readonly inputs: readonly SpentInput[];
  /** The inputs of the key that the server signs for. The others are already signed. */
  readonly own: readonly number[];
  readonly secret: Uint8Array;
  readonly publicKey: Uint8Array;
}

function buildSample(type: ScriptType, random: Random): Sample {
  const psbt = new Psbt();
  psbt.setVersion(1 + random.below(2));
  psbt.setLocktime(random.below(2 ** 32));
  const [pair, foreign] = [createPair(random), createPair(random)];
  const isOwn = [true, ...Array.from({ length: random.below(3) }, () => random.below(2) === 0)];
  const inputs = isOwn.map((own) =>
    own ? addInput(psbt, type, pair, random) : addInput(psbt, anyType(random), foreign, random),
  );
  const amount = inputs.reduce((sum, input) => sum + input.amount, 0n);
  const outputs = 1 + random.below(3);
  for (let index = 0; index < outputs; index += 1) {
    const script = scriptsOf(anyType(random), createPair(random).publicKey).output;
    psbt.addOutput({ script, value: amount / BigInt(outputs + random.below(3)) });
  }
  for (const [index, input] of inputs.entries()) if (!isOwn[index]) signInput(psbt, index, input);
  const own = [...inputs.keys()].filter((index) => isOwn[index]);
  return { psbt, inputs, own, secret: pair.privateKey as Uint8Array, publicKey: pair.publicKey };
}

const anyType = (random: Random) => scriptTypes[random.below(scriptTypes.length)] as ScriptType;

/** Signs with the library of the server. bitcoinjs-lib signs and verifies with libsecp256k1. */
function sign({ scheme, message }: SigningRequest, secret: Uint8Array): Signature {
  if (scheme !== 'bip341') return { bytes: secp256k1.sign(message, secret, { prehash: false }), parity: 0 };
  const { Fn, BASE } = secp256k1.Point;
  const point = BASE.multiply(Fn.fromBytes(secret));
  const even = point.y % 2n === 0n ? Fn.fromBytes(secret) : Fn.neg(Fn.fromBytes(secret));
  const tweak = crypto.taggedHash('TapTweak', point.toBytes(true).subarray(1));
  return { bytes: schnorr.sign(message, Fn.toBytes(Fn.add(even, Fn.fromBytes(tweak))), new Uint8Array(32)), parity: 0 };
}

/** The fee if the PSBT proves it, from the same facts as the server. */
function provenFee({ psbt, inputs, own }: Sample): bigint | undefined {
  const isCovered = inputs.length === 1 || own.some((index) => inputs[index]?.type === 'P2TR');
  if (!isCovered && inputs.some(({ isWhole }) => !isWhole)) return undefined;
  const paid = psbt.txOutputs.reduce((sum, { value }) => sum + value, 0n);
  return inputs.reduce((sum, { amount }) => sum + amount, 0n) - paid;
}

const finished: { type: ScriptType; transaction: Transaction; inputs: readonly SpentInput[] }[] = [];

describe('behavior: bitcoinjs-lib agrees on content, digests and signatures, and finalizes', () => {
  test.each(scriptTypes)(`%s: ${count} PSBTs`, (type) => {
    const random = createRandom(type);
    let agreed = 0;
    for (; agreed < count; agreed += 1) {
      const sample = buildSample(type, random);
      const { psbt, inputs, own, secret, publicKey } = sample;
      const read = readBitcoinTransaction(psbt.toBuffer(), { publicKey }, 'mainnet');

      expect(read.content).toEqual({
        version: psbt.version,
        inputs: psbt.txInputs.map(({ hash, index, sequence }) => ({
          txId: hex(hash.toReversed()),
          vout: index,
          sequence,
        })),
        outputs: psbt.txOutputs.map(({ script, value }) => ({
          value,
          scriptPubkey: hex(script),
          address: address.fromOutputScript(script, networks.bitcoin),
          addressType: scriptTypes.find((found) => lengths[found] === script.length && script[0] === firstBytes[found]),
        })),
        locktime: { amount: psbt.locktime, type: psbt.locktime < 500_000_000 ? 'Blocks' : 'Seconds' },
        fee: provenFee(sample),
      });
      const unsigned = Transaction.fromBuffer(psbt.data.getTransaction());
      expect(read.requests.map(({ message }) => hex(message))).toEqual(
        own.map((index) => hex(digestOf(unsigned, index, inputs))),
      );

      const signed = read.sign(read.requests.map((request) => sign(request, secret)));
      for (const index of own) signInput(psbt, index, inputs[index] as SpentInput);
      expect(hex(signed)).toBe(hex(psbt.toBuffer()));
      const finalized = Psbt.fromBuffer(signed);
      expect(finalized.validateSignaturesOfAllInputs(validate)).toBe(true);
      finished.push({ type, transaction: finalized.finalizeAllInputs().extractTransaction(true), inputs });
    }
    expect(agreed).toBe(count);
  });
});

const lengths = { P2PKH: 25, P2SH: 23, P2WPKH: 22, P2WSH: 34, P2TR: 34 };
const firstBytes = { P2PKH: 0x76, P2SH: 0xa9, P2WPKH: 0x00, P2WSH: 0x00, P2TR: 0x51 };

const go = { name: 'Go', command: ['go', 'version'], version: /go(\d+\.\d+)/, least: '1.19' } as const;
const problem = toolProblem({ ...go, install: 'apt-get install golang-go, or see https://go.dev/dl' });

/** What btcd prints for each transaction. */
function executeScripts(transactions: readonly (typeof finished)[number][]): readonly string[] {
  const input = transactions.map(({ transaction, inputs }) =>
    JSON.stringify({
      transaction: transaction.toHex(),
      spent: inputs.map(({ amount, script }) => ({ amount: Number(amount), script: hex(script) })),
    }),
  );
  const { status, stdout, stderr } = spawnSync('go', ['run', '.'], {
    cwd: join(import.meta.dirname, '../btcd'),
    // Never another toolchain than the one that is installed.
    env: { ...process.env, GOTOOLCHAIN: 'local' },
    input: input.join('\n'),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}

test.skipIf(problem !== undefined && !notRun('scripts of signed Bitcoin transactions', 'Go 1.19 or newer', problem))(
  `behavior: btcd executes the scripts of all ${count * scriptTypes.length} transactions`,
  { timeout: patience },
  () => {
    const [first] = finished;
    expect(first).toBeDefined();
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
  },
);

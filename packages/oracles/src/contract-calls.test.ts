import { AbiCoder, Interface } from 'ethers';
import { type AbiFunction, encodeFunctionData } from 'viem';
import { expect, test } from 'vitest';
import { parseAbi } from '../../chains/src/ethereum/abi.ts';
import type { AbiValue } from '../../chains/src/ethereum/contract-call.ts';
import { decodeCall } from '../../chains/src/ethereum/decode-call.ts';
import { EthereumRandom } from './ethereum-random.ts';

const count = 1000;
/** Only ends a hang: a test calculates for some seconds. */
const patience = 10 * 60 * 1000;

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly components?: readonly Parameter[];
}

function makeParameter(random: EthereumRandom, name: string, depth: number): Parameter {
  const bits = 8 * (1 + random.below(32));
  const atoms = ['address', 'bool', 'string', 'bytes', `bytes${bits / 8}`, `uint${bits}`, `int${bits}`];
  const brackets = random.list(random.chance(3) ? 2 : 0, () => random.pick(['[]', '[1]', '[3]'])).join('');
  if (depth === 0 || !random.chance(3)) return { name, type: random.pick(atoms) + brackets };
  const length = 1 + random.below(3);
  const components = Array.from({ length }, (_, index) => makeParameter(random, `c${index}`, depth - 1));
  return { name, type: `tuple${brackets}`, components };
}

/** A value as the server shows it: tuples are lists. viem and ethers take the same. */
function makeValue(random: EthereumRandom, { type, components = [] }: Parameter): AbiValue {
  const [, inner, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (inner !== undefined) {
    const item = { name: '', type: inner, components };
    return Array.from({ length: length ? Number(length) : random.below(4) }, () => makeValue(random, item));
  }
  if (type === 'tuple') return components.map((component) => makeValue(random, component));
  if (type === 'address') return random.address();
  if (type === 'bool') return random.chance(2);
  if (type === 'string') return random.pick(['', 'Käse 🧀', 'x'.repeat(random.below(70)), '\ufeffmark']);
  if (type === 'bytes') return random.hex(random.below(70));
  if (type.startsWith('bytes')) return random.hex(Number(type.slice(5)));
  const bits = Number(type.replace(/\D/g, ''));
  return type.startsWith('u') ? random.integer(bits) : BigInt.asIntN(bits, random.integer(bits));
}

/** viem names the members of a tuple. */
function forViem(value: AbiValue, { type, components = [] }: Parameter): unknown {
  const inner = /^(.*)\[\d*\]$/.exec(type)?.[1];
  const items = value as readonly AbiValue[];
  if (inner !== undefined) return items.map((item) => forViem(item, { name: '', type: inner, components }));
  if (type !== 'tuple') return value;
  return Object.fromEntries(components.map((each, index) => [each.name, forViem(items[index] as AbiValue, each)]));
}

test(
  `default: ${count} calls, as viem and ethers encode them`,
  () => {
    const random = new EthereumRandom('contract calls');
    for (let index = 0; index < count; index++) {
      const inputs = Array.from({ length: random.below(5) }, (_, at) => makeParameter(random, `a${at}`, 2));
      const entry = {
        type: 'function',
        name: `f${index}`,
        inputs,
        outputs: [],
        stateMutability: 'nonpayable',
      } as const;
      const values = inputs.map((input) => makeValue(random, input));
      const abi = parseAbi(JSON.stringify([entry]));
      const byEthers = new Interface([entry]);

      const data = encodeFunctionData({
        abi: [entry as unknown as AbiFunction],
        args: inputs.map((input, at) => forViem(values[at] as AbiValue, input)),
      });
      expect(byEthers.encodeFunctionData(entry.name, values)).toBe(data);
      expect(decodeCall(abi, data)).toEqual({
        functionName: entry.name,
        functionSignature: byEthers.getFunction(entry.name)?.format('sighash'),
        arguments: new Map(inputs.map(({ name }, at) => [name, values[at]])),
      });
    }
  },
  patience,
);

test(
  `behavior: changed calls are decoded only if they are still what ethers encodes`,
  () => {
    const random = new EthereumRandom('changed contract calls');
    let decoded = 0;
    for (let index = 0; index < count; index++) {
      const inputs = Array.from({ length: 1 + random.below(3) }, (_, at) => makeParameter(random, `a${at}`, 1));
      const entry = { type: 'function', name: 'f', inputs };
      const values = inputs.map((input) => makeValue(random, input));
      const byEthers = new Interface([entry]);
      const bytes = Buffer.from(byEthers.encodeFunctionData('f', values).slice(2), 'hex');
      const at = 4 + random.below(Math.max(bytes.length - 4, 1));
      if (at < bytes.length) bytes[at] = random.pick([0, 1, 0x20, 0x40, 0xff]);
      const data = `0x${bytes.toString('hex')}`;
      const call = decodeCall(parseAbi(JSON.stringify([entry])), data);
      if (!call) continue;
      decoded++;
      const fragment = byEthers.getFunction('f');
      expect(byEthers.encodeFunctionData('f', [...call.arguments.values()])).toBe(data);
      expect(AbiCoder.defaultAbiCoder().decode(fragment?.inputs ?? [], `0x${data.slice(10)}`)).toHaveLength(
        inputs.length,
      );
    }
    // Most bytes belong to values, and another value is encoded as well.
    expect(decoded).toBeGreaterThan(count / 10);
    expect(decoded).toBeLessThan(count);
  },
  patience,
);

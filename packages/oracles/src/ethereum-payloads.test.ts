import { repetitions } from '@mintmark/testing/effort';
import { hashAuthorization as hashByEthers, TypedDataEncoder } from 'ethers';
import { hashTypedData as hashByViem, serializeTypedData, type TypedDataDefinition } from 'viem';
import { hashAuthorization as hashAuthorizationByViem, toHex } from 'viem/utils';
import { expect, test } from 'vitest';
import { hashAuthorization } from '../../chains/src/ethereum/authorization.ts';
import { hashTypedData, type TypedStruct, type TypedValue } from '../../chains/src/ethereum/typed-data.ts';
import { EthereumRandom } from './ethereum-random.ts';

const count = repetitions({ usual: 100, full: 1000 });
/** Only ends a hang: a test calculates for some seconds. */
const patience = 10 * 60 * 1000;
type Types = Record<string, { name: string; type: string }[]>;

/** Makes a struct type and those that it refers to: ethers takes no others. viem does not find types with $ in their names. */
function makeStruct(random: EthereumRandom, types: Types, depth: number): string {
  const name = `${random.pick(['Order', 'a', '_B', 'Z'])}${Object.keys(types).length}`;
  const members: { name: string; type: string }[] = [];
  types[name] = members;
  const length = 1 + random.below(5);
  for (let index = 0; index < length; index++)
    members.push({ name: `${random.pick(['m', '_', 'Amount'])}${index}`, type: makeType(random, types, depth) });
  return name;
}

function makeType(random: EthereumRandom, types: Types, depth: number): string {
  const bits = 8 * (1 + random.below(32));
  const atoms = [
    'address',
    'bool',
    'string',
    'bytes',
    `bytes${bits / 8}`,
    `uint${bits}`,
    `int${bits}`,
    'uint256',
  ] as const;
  const base = depth > 0 && random.chance(3) ? makeStruct(random, types, depth - 1) : random.pick(atoms);
  return base + random.list(random.chance(3) ? 2 : 0, () => random.pick(['[]', '[1]', '[3]'])).join('');
}

function makeValue(random: EthereumRandom, types: Types, type: string): TypedValue {
  const [, inner, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (inner !== undefined)
    return Array.from({ length: length ? Number(length) : random.below(4) }, () => makeValue(random, types, inner));
  if (types[type]) return makeMessage(random, types, type);
  if (type === 'address') return random.address();
  if (type === 'bool') return random.chance(2);
  if (type === 'string')
    return random.list(10, () => random.pick(['a', 'ß', '€', '😀', '"', '\\', '\n', ' '])).join('');
  if (type === 'bytes') return random.hex(random.pick([0, 1, 31, 32, 33, 200]));
  const size = Number(/\d+$/.exec(type)?.[0]);
  if (type.startsWith('bytes')) return random.hex(size);
  if (type.startsWith('uint')) return random.chance(8) ? 2n ** BigInt(size) - 1n : random.integer(size);
  return random.chance(8) ? -(2n ** BigInt(size - 1)) : random.integer(size - 1) * random.pick([1n, -1n]);
}

const makeMessage = (random: EthereumRandom, types: Types, struct: string): TypedStruct =>
  Object.fromEntries((types[struct] ?? []).map(({ name, type }) => [name, makeValue(random, types, type)]));

function makeDomain(random: EthereumRandom): TypedStruct {
  const members: [string, TypedValue][] = [
    ['name', 'Ether Mail'],
    ['version', '1'],
    ['chainId', random.integer(60)],
    ['verifyingContract', random.address()],
    ['salt', random.hex(32)],
  ];
  return Object.fromEntries(members.filter(() => !random.chance(3)));
}

test('behavior: typed data agree with viem and with ethers', { timeout: patience }, () => {
  const random = new EthereumRandom('typed data');
  const used = new Set<string>();
  let agreed = 0;
  for (; agreed < count; agreed++) {
    const types: Types = {};
    const primaryType = makeStruct(random, types, 3);
    const domain = makeDomain(random);
    const message = makeMessage(random, types, primaryType);
    for (const members of Object.values(types)) for (const { type } of members) used.add(type);

    const payload = TypedDataEncoder.getPayload(domain, types, message);
    const definition = { ...payload, domain, message } as unknown as TypedDataDefinition;
    const expected = TypedDataEncoder.hash(domain, types, message);
    expect(hashByViem(definition)).toBe(expected);

    // With the type of the domain as both libraries send it, and without it.
    const texts = [JSON.stringify(payload), serializeTypedData(definition), JSON.stringify({ ...payload, types })];
    for (const text of texts) {
      const { digest, content } = hashTypedData(text);
      expect(toHex(digest)).toBe(expected);
      expect(content).toEqual({ primaryType, domain, message });
    }
  }
  expect(agreed).toBe(count);
  expect(used.size).toBeGreaterThan(100);
});

test('behavior: a primary type with a colon agrees with viem and with ethers', () => {
  const primaryType = 'Exchange:Send';
  const types = {
    [primaryType]: [
      { name: 'amount', type: 'string' },
      { name: 'time', type: 'uint64' },
    ],
  };
  const domain = { name: 'Exchange', chainId: 1 };
  const message = { amount: '1', time: 1_700_000_000_000n };
  const payload = TypedDataEncoder.getPayload(domain, types, message);
  const definition = { ...payload, domain, message } as unknown as TypedDataDefinition;
  const expected = TypedDataEncoder.hash(domain, types, message);
  expect(hashByViem(definition)).toBe(expected);
  for (const text of [JSON.stringify(payload), serializeTypedData(definition)])
    expect(toHex(hashTypedData(text).digest)).toBe(expected);
});

test('behavior: authorizations agree with viem and with ethers', { timeout: patience }, () => {
  const random = new EthereumRandom('authorizations');
  let agreed = 0;
  for (; agreed < count; agreed++) {
    const address = random.address();
    const chainId = Number(random.integer(53));
    const nonce = Number(random.integer(53));
    const { digest, content } = hashAuthorization(JSON.stringify({ address, chainId, nonce }));
    expect(toHex(digest)).toBe(hashAuthorizationByViem({ address, chainId, nonce }));
    expect(toHex(digest)).toBe(hashByEthers({ address, chainId, nonce }));
    expect(content).toEqual({ address, chainId: BigInt(chainId), nonce: BigInt(nonce) });
    const texts = [
      JSON.stringify({ address, chainId: String(chainId), nonce: String(nonce) }),
      JSON.stringify({ address, chainId: `0x${chainId.toString(16)}`, nonce: `0x${nonce.toString(16)}` }),
    ];
    for (const text of texts) expect(hashAuthorization(text)).toEqual({ digest, content });
  }
  expect(agreed).toBe(count);
});

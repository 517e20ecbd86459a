import { repetitions } from '@mintmark/testing/effort';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Signature, Transaction, type TransactionLike } from 'ethers';
import { recover } from 'tiny-secp256k1';
import { hexToBytes, keccak256, serializeTransaction, type TransactionSerializable, toHex } from 'viem';
import { describe, expect, test } from 'vitest';
import type { EthereumTransaction } from '../../chains/src/ethereum/ethereum-transaction.ts';
import { readEthereumTransaction } from '../../chains/src/ethereum/read-ethereum-transaction.ts';
import { EthereumRandom } from './ethereum-random.ts';

const count = repetitions({ usual: 100, full: 1000 });
/** Only ends a hang: a test calculates for some seconds. */
const patience = 10 * 60 * 1000;
const privateKey = new Uint8Array(32).fill(0x46);
const publicKey = secp256k1.getPublicKey(privateKey);

/** The same transaction as viem, ethers and the server have it. */
interface Sample {
  readonly viem: TransactionSerializable;
  readonly ethers: TransactionLike;
  readonly content: EthereumTransaction;
}

function sign(message: Uint8Array) {
  const bytes = secp256k1.sign(message, privateKey, { prehash: false, format: 'recovered' });
  return { bytes: bytes.subarray(1), parity: bytes[0] === 0 ? 0 : 1 } as const;
}

function makeCall(random: EthereumRandom, to: `0x${string}` | null) {
  return {
    nonce: Number(random.integer(53)),
    gas: random.integer(64),
    to,
    value: random.integer(256),
    data: random.hex(random.pick([0, 1, 4, 55, 56, 68, 300])),
  };
}

const makeRecipient = (random: EthereumRandom) => (random.chance(5) ? null : random.address());
/** viem doubles chain ids as numbers. */
const makeChainId = (random: EthereumRandom) => Number(random.integer(50)) + 1;

const makeAccessList = (random: EthereumRandom) =>
  random.list(3, () => ({ address: random.address(), storageKeys: random.list(3, () => random.hex(32)) }));

function makeFees(random: EthereumRandom) {
  const [maxPriorityFeePerGas, maxFeePerGas] = [random.integer(256), random.integer(256)].toSorted((a, b) =>
    a < b ? -1 : 1,
  ) as [bigint, bigint];
  return { maxPriorityFeePerGas, maxFeePerGas };
}

function makeLegacy(random: EthereumRandom, hasChainId: boolean): Sample {
  const { gas, nonce, ...call } = makeCall(random, makeRecipient(random));
  const gasPrice = random.integer(256);
  const chain = hasChainId ? { chainId: makeChainId(random) } : {};
  return {
    viem: { type: 'legacy', ...chain, nonce, gas, gasPrice, ...call },
    ethers: { type: 0, ...chain, nonce, gasLimit: gas, gasPrice, ...call },
    content: {
      type: 'LEGACY',
      ...(hasChainId && { chainId: BigInt(chain.chainId as number) }),
      nonce: BigInt(nonce),
      gas,
      gasPrice,
      ...call,
    },
  };
}

function makeAccessListTransaction(random: EthereumRandom): Sample {
  const { gas, nonce, ...call } = makeCall(random, makeRecipient(random));
  const common = {
    chainId: makeChainId(random),
    gasPrice: random.integer(256),
    ...call,
    accessList: makeAccessList(random),
  };
  return {
    viem: { type: 'eip2930', nonce, gas, ...common },
    ethers: { type: 1, nonce, gasLimit: gas, ...common },
    content: { type: 'TYPE_1', nonce: BigInt(nonce), gas, ...common, chainId: BigInt(common.chainId) },
  };
}

function makeDynamicFee(random: EthereumRandom): Sample {
  const { gas, nonce, ...call } = makeCall(random, makeRecipient(random));
  const common = { chainId: makeChainId(random), ...makeFees(random), ...call, accessList: makeAccessList(random) };
  return {
    viem: { type: 'eip1559', nonce, gas, ...common },
    ethers: { type: 2, nonce, gasLimit: gas, ...common },
    content: {
      type: 'TYPE_2',
      nonce: BigInt(nonce),
      gas,
      ...common,
      gasPrice: common.maxFeePerGas,
      chainId: BigInt(common.chainId),
    },
  };
}

function makeBlob(random: EthereumRandom): Sample {
  const to = random.address();
  const { gas, nonce, ...call } = makeCall(random, to);
  const common = {
    chainId: makeChainId(random),
    ...makeFees(random),
    ...call,
    to,
    accessList: makeAccessList(random),
    maxFeePerBlobGas: random.integer(256),
    blobVersionedHashes: [random.hex(31), ...random.list(5, () => random.hex(31))].map(
      (hex) => `0x01${hex.slice(2)}` as const,
    ),
  };
  return {
    viem: { type: 'eip4844', nonce, gas, ...common, sidecars: false },
    ethers: { type: 3, nonce, gasLimit: gas, ...common },
    content: {
      type: 'TYPE_3',
      nonce: BigInt(nonce),
      gas,
      ...common,
      gasPrice: common.maxFeePerGas,
      chainId: BigInt(common.chainId),
    },
  };
}

function makeAuthorization(random: EthereumRandom, chainId: number) {
  const halfOrder = secp256k1.Point.Fn.ORDER / 2n;
  return {
    address: random.address(),
    chainId: random.chance(3) ? 0 : chainId,
    nonce: Number(random.integer(53)),
    yParity: random.below(2),
    // Shorter than 32 bytes in some, so that leading zeros are stripped.
    r: (random.integer(256) % halfOrder) + 1n,
    s: (random.integer(256) % halfOrder) + 1n,
  };
}

function makeSetCode(random: EthereumRandom): Sample {
  const to = random.address();
  const { gas, nonce, ...call } = makeCall(random, to);
  const chainId = makeChainId(random);
  const authorizations = [
    makeAuthorization(random, chainId),
    ...random.list(3, () => makeAuthorization(random, chainId)),
  ];
  const word = (value: bigint): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`;
  const common = { chainId, ...makeFees(random), ...call, to, accessList: makeAccessList(random) };
  return {
    viem: {
      type: 'eip7702',
      nonce,
      gas,
      ...common,
      authorizationList: authorizations.map((each) => ({ ...each, r: word(each.r), s: word(each.s) })),
    },
    ethers: {
      type: 4,
      nonce,
      gasLimit: gas,
      ...common,
      authorizationList: authorizations.map(({ yParity, r, s, ...each }) => ({
        ...each,
        chainId: BigInt(each.chainId),
        nonce: BigInt(each.nonce),
        signature: Signature.from({ yParity: yParity as 0 | 1, r: word(r), s: word(s) }),
      })),
    },
    content: {
      type: 'TYPE_4',
      nonce: BigInt(nonce),
      gas,
      ...common,
      gasPrice: common.maxFeePerGas,
      chainId: BigInt(chainId),
      authorizations: authorizations.map((each) => ({
        ...each,
        chainId: BigInt(each.chainId),
        nonce: BigInt(each.nonce),
        yParity: each.yParity as 0 | 1,
      })),
    },
  };
}

/** Checks a transaction with both libraries, and its signature with libsecp256k1. */
function compare({ viem, ethers, content }: Sample): void {
  const unsigned = serializeTransaction(viem);
  const byEthers = Transaction.from(ethers);
  expect(unsigned).toBe(byEthers.unsignedSerialized);

  const transaction = readEthereumTransaction(hexToBytes(unsigned), { publicKey });
  expect(transaction.content).toEqual(content);
  const [request] = transaction.requests;
  if (!request) throw new Error('there is nothing to sign');
  expect(transaction.requests).toHaveLength(1);
  expect([toHex(request.message), request.scheme]).toEqual([byEthers.unsignedHash, 'ecdsa']);

  const signature = sign(request.message);
  const r = toHex(signature.bytes.subarray(0, 32));
  const s = toHex(signature.bytes.subarray(32));
  const yParity = signature.parity;
  const signed = toHex(transaction.sign([signature]));
  byEthers.signature = Signature.from({ r, s, yParity });
  expect(signed).toBe(serializeTransaction(viem, { r, s, v: BigInt(27 + yParity), yParity }));
  expect(signed).toBe(byEthers.serialized);

  // The key that a signature recovers to is the one that made it.
  const digest = hexToBytes(keccak256(unsigned));
  expect(recover(digest, signature.bytes, yParity, true)).toEqual(publicKey);
}

describe(`behavior: ${count} transactions of each type agree with viem and with ethers`, { timeout: patience }, () => {
  const makers: Readonly<Record<string, (random: EthereumRandom) => Sample>> = {
    'legacy, before EIP-155': (random) => makeLegacy(random, false),
    'legacy, EIP-155': (random) => makeLegacy(random, true),
    'EIP-2930': makeAccessListTransaction,
    'EIP-1559': makeDynamicFee,
    'EIP-4844': makeBlob,
    'EIP-7702': makeSetCode,
  };

  test.each(Object.entries(makers))('%s', (name, make) => {
    const random = new EthereumRandom(name);
    let agreed = 0;
    for (; agreed < count; agreed++) compare(make(random));
    expect(agreed).toBe(count);
  });
});

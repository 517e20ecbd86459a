import { encodeAddress } from '@mintmark/chains/addresses';
import { type EvmNode, startEvmNode } from '@mintmark/testing/evm-node';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  concat,
  fromRlp,
  type Hex,
  hexToBytes,
  keccak256,
  serializeTransaction,
  sha256,
  slice,
  type TransactionSerializable,
  toHex,
  toRlp,
} from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashAuthorization } from '../../chains/src/ethereum/authorization.ts';
import { readEthereumTransaction } from '../../chains/src/ethereum/read-ethereum-transaction.ts';

const chainId = 1;
const sender = makeAccount(1);
const authority = makeAccount(2);
const recipient = '0x3535353535353535353535353535353535353535';
const call = { to: recipient, value: 10n ** 15n, gas: 200_000n } as const;
const fees = { chainId, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };
const accessList = [{ address: recipient, storageKeys: [`0x${'11'.repeat(32)}`] }] as const;

let node: EvmNode;
beforeAll(async () => {
  node = await startEvmNode();
  await node.fund(sender.address, 10n ** 20n);
});
afterAll(() => node[Symbol.asyncDispose]());

const ask = (method: string, ...params: unknown[]) => node.request(method, params);

function makeAccount(seed: number) {
  const privateKey = new Uint8Array(32).fill(seed);
  const publicKey = secp256k1.getPublicKey(privateKey);
  const address = encodeAddress('ADDRESS_FORMAT_ETHEREUM', { curve: 'CURVE_SECP256K1', bytes: publicKey });
  return { privateKey, publicKey, address };
}

function sign(message: Uint8Array, { privateKey }: { readonly privateKey: Uint8Array }) {
  const bytes = secp256k1.sign(message, privateKey, { prehash: false, format: 'recovered' });
  return { bytes: bytes.subarray(1), parity: bytes[0] === 0 ? 0 : 1 } as const;
}

/** Signs a transaction as the server does. */
function signTransaction(transaction: TransactionSerializable): Hex {
  const unsigned = hexToBytes(serializeTransaction(transaction));
  const { requests, sign: assemble } = readEthereumTransaction(unsigned, sender);
  return toHex(assemble(requests.map(({ message }) => sign(message, sender))));
}

/** Sends a signed transaction, and checks that it was mined. */
async function mine(signed: Hex, { type, raw = signed }: { readonly type: string; readonly raw?: Hex }) {
  const hash = await ask('eth_sendRawTransaction', raw);
  expect(hash).toBe(keccak256(signed));
  await expect
    .poll(() => ask('eth_getTransactionReceipt', hash))
    .toMatchObject({ status: '0x1', type, from: sender.address.toLowerCase(), transactionHash: hash });
  console.log(`mined, type ${type}: ${hash}`);
}

const nextNonce = async () => Number(await ask('eth_getTransactionCount', sender.address, 'latest'));

test('behavior: a legacy transaction before EIP-155 is mined', async () => {
  await mine(signTransaction({ type: 'legacy', nonce: await nextNonce(), gasPrice: 10n ** 11n, ...call }), {
    type: '0x0',
  });
});

test('behavior: a legacy transaction that creates a contract is mined', async () => {
  // Returns the code 0x00, which stops.
  const data = '0x600160005360016000f3';
  const nonce = await nextNonce();
  await mine(signTransaction({ type: 'legacy', chainId, nonce, gasPrice: 10n ** 11n, gas: 200_000n, data }), {
    type: '0x0',
  });
});

test('behavior: a transaction of EIP-2930 is mined', async () => {
  const nonce = await nextNonce();
  await mine(signTransaction({ type: 'eip2930', chainId, nonce, gasPrice: 10n ** 11n, ...call, accessList }), {
    type: '0x1',
  });
});

test('behavior: a transaction of EIP-1559 is mined', async () => {
  await mine(signTransaction({ type: 'eip1559', nonce: await nextNonce(), ...fees, ...call, accessList }), {
    type: '0x2',
  });
});

test('behavior: a transaction of EIP-4844 is mined with its blob', async () => {
  // A blob of zeros is the polynomial 0: its commitment and its proof are the point at infinity, and need no KZG library.
  const blob: Hex = `0x${'00'.repeat(131_072)}`;
  const infinity: Hex = `0xc0${'00'.repeat(47)}`;
  const signed = signTransaction({
    type: 'eip4844',
    nonce: await nextNonce(),
    ...fees,
    ...call,
    maxFeePerBlobGas: 10n ** 10n,
    blobVersionedHashes: [concat(['0x01', slice(sha256(infinity), 1)])],
    sidecars: false,
  });
  const raw = concat(['0x03', toRlp([fromRlp(slice(signed, 1)), [blob], [infinity], [infinity]])]);
  await mine(signed, { type: '0x3', raw });
});

test('behavior: a transaction of EIP-7702 is mined, and sets the code of the account that authorized it', async () => {
  const address = '0xbe95c3f554e9fc85ec51be69a3d807a0d55bcf2c';
  const { digest } = hashAuthorization(JSON.stringify({ address, chainId, nonce: 0 }));
  const { bytes, parity } = sign(digest, authority);
  const signature = { r: toHex(bytes.subarray(0, 32)), s: toHex(bytes.subarray(32)), yParity: parity };
  const authorizationList = [{ address, chainId, nonce: 0, ...signature }] as const;
  await mine(signTransaction({ type: 'eip7702', nonce: await nextNonce(), ...fees, ...call, authorizationList }), {
    type: '0x4',
  });
  expect(await ask('eth_getCode', authority.address, 'latest')).toBe(`0xef0100${address.slice(2)}`);
});

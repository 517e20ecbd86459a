import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { RLP, type RLPInput } from 'micro-eth-signer/core/rlp.js';
import type { Signature } from '../unsigned-transaction.ts';
import type { AccessListEntry, EthereumTransaction, SignedAuthorization } from './ethereum-transaction.ts';

const typeBytes = { TYPE_1: 1, TYPE_2: 2, TYPE_3: 3, TYPE_4: 4 } as const;

/** Encodes a transaction without a signature, as it is signed. */
export function encodeUnsignedTransaction(content: EthereumTransaction): Uint8Array {
  const isProtected = content.type === 'LEGACY' && content.chainId !== undefined;
  return encode(content, isProtected ? [content.chainId, 0n, 0n] : []);
}

/** Encodes a transaction with its signature, as a node takes it. */
export function encodeSignedTransaction(content: EthereumTransaction, { bytes, parity }: Signature): Uint8Array {
  const r = BigInt(`0x${bytesToHex(bytes.subarray(0, 32))}`);
  const s = BigInt(`0x${bytesToHex(bytes.subarray(32, 64))}`);
  return encode(content, [lowestV(content) + BigInt(parity), r, s]);
}

/** The v of a signature whose parity is 0 (EIP-155). */
function lowestV(content: EthereumTransaction): bigint {
  if (content.type !== 'LEGACY') return 0n;
  return content.chainId === undefined ? 27n : content.chainId * 2n + 35n;
}

function encode(content: EthereumTransaction, last: readonly RLPInput[]): Uint8Array {
  const list = RLP.encode([...fieldsOf(content), ...last]);
  return content.type === 'LEGACY' ? list : concatBytes(Uint8Array.of(typeBytes[content.type]), list);
}

/** The fields in the order of their standard. RLP takes bigints as integers, 0x strings as bytes and null as no bytes. */
function fieldsOf(content: EthereumTransaction): RLPInput[] {
  const call = [content.to, content.value, content.data];
  if (content.type === 'LEGACY') return [content.nonce, content.gasPrice, content.gas, ...call];
  const accessList = content.accessList.map(encodeEntry);
  if (content.type === 'TYPE_1')
    return [content.chainId, content.nonce, content.gasPrice, content.gas, ...call, accessList];
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas } = content;
  const fields = [chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, ...call, accessList];
  switch (content.type) {
    case 'TYPE_2':
      return fields;
    case 'TYPE_3':
      return [...fields, content.maxFeePerBlobGas, content.blobVersionedHashes.map(bytesOf)];
    case 'TYPE_4':
      return [...fields, content.authorizations.map(encodeAuthorization)];
  }
}

const encodeEntry = ({ address, storageKeys }: AccessListEntry): RLPInput => [
  bytesOf(address),
  storageKeys.map(bytesOf),
];

/** Twice as fast as RLP reads hex itself: a transaction may have thousands of these, and is encoded twice. */
const bytesOf = (hex: string): Uint8Array => hexToBytes(hex.slice(2));

const encodeAuthorization = ({ chainId, address, nonce, yParity, r, s }: SignedAuthorization): RLPInput => [
  chainId,
  address,
  nonce,
  yParity,
  r,
  s,
];

import { concatBytes } from '@noble/hashes/utils.js';
import { RLP } from 'micro-eth-signer/core/rlp.js';
import { keccak256 } from '../hashes.ts';
import { readAddress, readInteger, readObject, readPayload } from './json-values.ts';
import { maxChainId, maxNonce } from './limits.ts';

/** An authorization to run the code of an address as that of the account that signs (EIP-7702). */
export interface Authorization {
  /** Whose code it is. The zero address removes the code. */
  readonly address: string;
  /** The chain that it is for, or 0 for every chain. */
  readonly chainId: bigint;
  /** The nonce of the account that signs. */
  readonly nonce: bigint;
}

/** What is hashed begins with this byte, which no transaction begins with. */
const magic = Uint8Array.of(5);

/**
 * Hashes an authorization for its signature.
 *
 * @example
 * const { digest, content } = hashAuthorization('{"address":"0x…","chainId":1,"nonce":0}');
 */
export function hashAuthorization(json: string): { digest: Uint8Array; content: Authorization } {
  const members = readObject(readPayload(json), ['address', 'chainId', 'nonce'], 'it');
  const content = {
    address: readAddress(members['address'], 'address'),
    chainId: readInteger(members['chainId'], 'chainId', [0n, maxChainId]),
    nonce: readInteger(members['nonce'], 'nonce', [0n, maxNonce]),
  };
  const list = RLP.encode([content.chainId, content.address, content.nonce]);
  return { digest: keccak256(concatBytes(magic, list)), content };
}

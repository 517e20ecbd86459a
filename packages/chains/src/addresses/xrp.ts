import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base58xrp } from '@scure/base';
import { hash160 } from './hash160.ts';

const accountPrefix = Uint8Array.of(0x00);

/** HASH160 of the public key in base58check, in the XRP Ledger's own alphabet (XRPL documentation, "Address encoding"). */
export function encodeXrp(publicKey: Uint8Array): string {
  const payload = concatBytes(accountPrefix, hash160(publicKey));
  return base58xrp.encode(concatBytes(payload, sha256(sha256(payload)).subarray(0, 4)));
}

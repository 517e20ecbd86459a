import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The prefix of a tagged hash (BIP-340). */
const tag = sha256(utf8ToBytes('TapTweak'));

/** What is added to a key of 32 bytes that has no scripts (BIP-86; BIP-341). */
export const tapTweakOf = (internalKey: Uint8Array): Uint8Array => sha256(concatBytes(tag, tag, internalKey));

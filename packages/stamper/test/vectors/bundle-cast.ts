import { type Sealed, seal } from '../../src/bundles/hpke.ts';
import type { PrivateKey } from '../../src/index.ts';
import { hex, keyOf } from './cast.ts';

/** Who and what the bundles of the vectors are about. */
export const organizationId = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8';
export const userId = 'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14';
export const activityId = '0199c3a4-7e51-7b26-9d0c-4a8f3b1e6d72';
export const somethingElse = '00000000-0000-4000-8000-000000000000';
/** The mnemonic that BIP 39 begins its own test vectors with. */
export const mnemonic = `${'abandon '.repeat(11)}about`;

export const signerKey = keyOf('p256', 'bundle signer');
export const targetKey = keyOf('p256', 'bundle target');
export const otherKey = keyOf('p256', 'somebody else');

export const secretOf = (key: PrivateKey): string => key.toApiKey().privateKey;
export const pointOf = (key: PrivateKey): string => hex(key.publicKey.uncompressed);
export const flipLastBit = (digits: string): string =>
  digits.replace(/.$/, (digit) => (Number.parseInt(digit, 16) ^ 1).toString(16));

/** Seals under an ephemeral key that is made from a name. */
export function sealTo(target: PrivateKey, plaintext: Uint8Array, name: string): Promise<Sealed> {
  return seal(target.publicKey, plaintext, 'plaintext', ephemeralKey(name));
}

export const madeBy = (name: string) => ({ ephemeralPrivateKey: secretOf(ephemeralKey(name)) });

const ephemeralKey = (name: string) => keyOf('p256', `ephemeral: ${name}`);

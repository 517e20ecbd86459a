import { encodeHex } from '../encoding/hex.ts';
import { parseStrings } from '../encoding/json.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import type { Signer } from '../keys/p256-signer.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { requireBundleText } from './bundle-text.ts';
import { open, seal } from './hpke.ts';
import { type Bindings, openMessage, signMessage } from './signed-message.ts';

/** A public key of the service that a client is to seal to, signed together with whom or what the service made it for. */
export async function signTarget(targetPublicKey: string, bindings: Bindings, signer: Signer): Promise<string> {
  const target = p256Keys.parsePublicKey(targetPublicKey, 'targetPublicKey');
  return signMessage({ targetPublic: encodeHex(target.uncompressed), ...bindings }, signer);
}

/** What a client seals to, and what it expects of it. */
export interface TargetExpectation {
  /** The name of the bundle, for errors. */
  readonly part: string;
  readonly bundle: string;
  readonly signerPublicKey: string;
  readonly bindings: Bindings;
}

/** Seals to a target once it is verified: there is no other way to one. */
export async function sealToTarget(
  plaintext: Uint8Array,
  plaintextPart: string,
  { part, bundle, signerPublicKey, bindings }: TargetExpectation,
): Promise<string> {
  const { targetPublic } = await openMessage(bundle, part, signerPublicKey, bindings, ['targetPublic']);
  const target = p256Keys.parsePublicKey(targetPublic, `${part}.data.targetPublic`);
  return JSON.stringify(await seal(target, plaintext, plaintextPart));
}

/** Opens, with a target's private key, what a client sealed to it. */
export async function openAtTarget(
  bundle: string,
  part: string,
  targetKey: PrivateKey,
): Promise<Uint8Array<ArrayBuffer>> {
  requireBundleText(bundle, part);
  return open(targetKey, parseStrings(bundle, part, ['encappedPublic', 'ciphertext']), part);
}

import { encodeHex } from '../encoding/hex.ts';
import { parseStrings } from '../encoding/json.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import type { Signer } from '../keys/p256-signer.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { requireBundleText } from './bundle-text.ts';
import { open, seal } from './hpke.ts';
import { type Bindings, openMessage, signMessage } from './signed-message.ts';

/** A public key of the service for a client to seal to. It is signed together with the ids that it was made for. */
export async function signTarget(targetPublicKey: string, bindings: Bindings, signer: Signer): Promise<string> {
  const target = p256Keys.parsePublicKey(targetPublicKey, 'targetPublicKey');
  return signMessage({ targetPublic: encodeHex(target.uncompressed), ...bindings }, signer);
}

/** What a client seals to, and what the client expects it to be bound to. */
export interface TargetExpectation {
  /** The name of the bundle, for errors. */
  readonly part: string;
  readonly bundle: string;
  readonly signerPublicKey: string;
  readonly bindings: Bindings;
}

/** Verifies a target and seals to it. There is no way to seal to an unverified target. */
export async function sealToTarget(
  plaintext: Uint8Array,
  plaintextPart: string,
  { part, bundle, signerPublicKey, bindings }: TargetExpectation,
): Promise<string> {
  const { targetPublic } = await openMessage(bundle, part, signerPublicKey, bindings, ['targetPublic']);
  const target = p256Keys.parsePublicKey(targetPublic, `${part}.data.targetPublic`);
  return JSON.stringify(await seal(target, plaintext, plaintextPart));
}

/** Opens what a client sealed to a target, with the target's private key. */
export async function openAtTarget(
  bundle: string,
  part: string,
  targetKey: PrivateKey,
): Promise<Uint8Array<ArrayBuffer>> {
  requireBundleText(bundle, part);
  return open(targetKey, parseStrings(bundle, part, ['encappedPublic', 'ciphertext']), part);
}

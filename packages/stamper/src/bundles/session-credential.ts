import { decodeBase58Check, encodeBase58Check } from '../encoding/base58.ts';
import { concatBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { StamperError } from '../stamper-error.ts';
import { open, seal } from './hpke.ts';
import { wiped } from './wiped.ts';

const part = 'credentialBundle';
const compressedLength = 33;
/** The compressed key, 32 bytes of private key, and a tag of 16. */
const payloadLength = compressedLength + 32 + 16;

/**
 * Seals the private key of a session to the target key of the request.
 *
 * This bundle does not identify its sender. The service must register the session's public key, and only its responses
 * tell the client whether it did.
 */
export async function sealSessionCredential(sessionKey: PrivateKey, targetPublicKey: string): Promise<string> {
  if (sessionKey.curve !== 'p256') throw new StamperError('CURVE_MISMATCH', 'sessionKey', 'is not a p256 key');
  const target = p256Keys.parsePublicKey(targetPublicKey, 'targetPublicKey');
  const { encappedPublic, ciphertext } = await wiped(sessionKey.bytes(), (secret) =>
    seal(target, secret, 'sessionKey'),
  );
  const encapped = p256Keys.parsePublicKey(encappedPublic).bytes;
  return encodeBase58Check(concatBytes(encapped, decodeHex(ciphertext, 'ciphertext')));
}

/**
 * Opens a credential bundle with the private key of the target key.
 *
 * @example
 * const sessionKey = await openSessionCredential(credentialBundle, targetKey);
 * const stamper = createP256Stamper(sessionKey.toApiKey());
 */
export async function openSessionCredential(credentialBundle: string, targetKey: PrivateKey): Promise<PrivateKey> {
  const payload = decodeBase58Check(credentialBundle, part);
  if (payload.length !== payloadLength) throw new StamperError('MALFORMED', part, 'has the wrong length');
  const encappedPublic = encodeHex(payload.subarray(0, compressedLength));
  const ciphertext = encodeHex(payload.subarray(compressedLength));
  const secret = await open(targetKey, { encappedPublic, ciphertext }, part);
  return wiped(secret, () => p256Keys.createPrivateKey(secret, part));
}

import { Aes256Gcm, CipherSuite, type RecipientContext, type SenderContext } from '@hpke/core';
import { concatBytes, requireBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import type { PublicKey } from '../keys/public-key.ts';
import { hpkeInfo } from '../protocol.ts';
import { StamperError } from '../stamper-error.ts';
import { importAgreementKey, importAgreementPoint } from './agreement-key.ts';
import { createHpkeKdf } from './hpke-kdf.ts';
import { p256Kem } from './p256-kem.ts';
import { wiped } from './wiped.ts';

/** What a sender sends to a recipient, in hex: the encapsulated key as a point, and the ciphertext with its tag. */
export interface Sealed {
  readonly encappedPublic: string;
  readonly ciphertext: string;
}

/** Far more than a mnemonic, a key or a code; once signed and in hex it is still below the limit for bundles. */
const longestPlaintext = 8192;
const info = new TextEncoder().encode(hpkeInfo);

const suite = /* @__PURE__ */ new CipherSuite({
  kem: p256Kem,
  kdf: /* @__PURE__ */ createHpkeKdf(),
  aead: /* @__PURE__ */ new Aes256Gcm(),
});

/** RFC 9180, 5.1.1: SetupBaseS. Pass an `ephemeral` key only for test vectors: two messages under one key would reveal both. */
export async function setupSender(
  recipient: PublicKey,
  info: Uint8Array,
  ephemeral?: PrivateKey,
): Promise<SenderContext> {
  const recipientPublicKey = await importAgreementPoint(recipient);
  const ekm = ephemeral && { ekm: await importAgreementKey(ephemeral, 'ephemeral') };
  return suite.createSenderContext({ recipientPublicKey, info, ...ekm });
}

/** RFC 9180, 5.1.1: SetupBaseR. */
export async function setupRecipient(
  recipient: PrivateKey,
  encapped: PublicKey,
  info: Uint8Array,
): Promise<RecipientContext> {
  const recipientKey = await importAgreementKey(recipient, 'targetKey');
  return suite.createRecipientContext({ recipientKey, enc: encapped.uncompressed, info });
}

/** Seals to a public key, under a new ephemeral key each time. */
export async function seal(
  recipient: PublicKey,
  plaintext: Uint8Array,
  part: string,
  ephemeral?: PrivateKey,
): Promise<Sealed> {
  const { length } = requireBytes(plaintext, part);
  if (length === 0 || length > longestPlaintext) {
    throw new StamperError('MALFORMED', part, `is not 1 to ${longestPlaintext} bytes`);
  }
  const context = await setupSender(recipient, info, ephemeral);
  const encapped = new Uint8Array(context.enc);
  // The library would copy the bytes of a view, and not wipe the copy. It takes an ArrayBuffer as it is.
  const copy = new Uint8Array(new ArrayBuffer(length));
  copy.set(plaintext);
  const ciphertext = await wiped(copy, ({ buffer }) =>
    context.seal(buffer, concatBytes(encapped, recipient.uncompressed)),
  );
  return { encappedPublic: encodeHex(encapped), ciphertext: encodeHex(new Uint8Array(ciphertext)) };
}

/** Opens what {@link seal} made for the public key of this private one. */
export async function open(
  recipient: PrivateKey,
  { encappedPublic, ciphertext }: Sealed,
  part: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const encapped = p256Keys.parsePublicKey(encappedPublic, `${part}.encappedPublic`);
  const bytes = decodeHex(ciphertext, `${part}.ciphertext`);
  const context = await setupRecipient(recipient, encapped, info);
  let plaintext: ArrayBuffer;
  try {
    plaintext = await context.open(bytes, concatBytes(encapped.uncompressed, recipient.publicKey.uncompressed));
  } catch {
    throw new StamperError('DECRYPTION_FAILED', `${part}.ciphertext`, 'cannot be decrypted with this key');
  }
  if (plaintext.byteLength === 0) throw new StamperError('MALFORMED', `${part}.ciphertext`, 'is empty');
  return new Uint8Array(plaintext);
}

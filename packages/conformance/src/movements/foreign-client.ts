import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  type KeyObject,
  verify,
} from 'node:crypto';
import { hpkeInfo, signedMessageSigner, signedMessageVersion } from '@mintmark/stamper/protocol';

// Bundles as clients see them that are not ours. Written from RFC 9180 and the protocol's constants on node:crypto alone, so
// that a mistake in the stamper, which the server uses too, cannot hide itself.

/** A key of the client for one export. */
export interface TargetKey {
  readonly publicKey: string;
  readonly ecdh: ECDH;
}

/** A new key. Some clients send it uncompressed, some compressed. */
export function createTargetKey(format: 'compressed' | 'uncompressed'): TargetKey {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { publicKey: ecdh.getPublicKey('hex', format), ecdh };
}

/** Opens an export bundle. These clients check the signer and the organization, and know no other members of the data. */
export function openExport(
  exportBundle: string,
  { ecdh }: TargetKey,
  { organizationId, signerPublicKey }: { readonly organizationId: string; readonly signerPublicKey: string },
): Buffer {
  const data = readSigned(exportBundle, signerPublicKey);
  if (data['organizationId'] !== organizationId) throw new Error('the bundle is of another organization');
  const enc = hexMember(data, 'encappedPublic', 65);
  const ciphertext = hexMember(data, 'ciphertext');
  const own = ecdh.getPublicKey();
  const { key, nonce } = keySchedule(ecdh.computeSecret(enc), enc, own);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([enc, own]));
  decipher.setAuthTag(ciphertext.subarray(-16));
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
}

/** Seals an import to the key in an import bundle. */
export function sealImport(
  plaintext: Uint8Array,
  importBundle: string,
  of: { readonly organizationId: string; readonly userId: string; readonly signerPublicKey: string },
): string {
  const data = readSigned(importBundle, of.signerPublicKey);
  if (data['organizationId'] !== of.organizationId) throw new Error('the bundle is of another organization');
  if (data['userId'] !== of.userId) throw new Error('the bundle is of another user');
  const target = hexMember(data, 'targetPublic', 65);
  const ephemeral = createECDH('prime256v1');
  const enc = ephemeral.generateKeys();
  const { key, nonce } = keySchedule(ephemeral.computeSecret(target), enc, target);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([enc, target]));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  return JSON.stringify({ encappedPublic: enc.toString('hex'), ciphertext: ciphertext.toString('hex') });
}

/** The data of a signed message, if the signer signed it. */
function readSigned(bundle: string, signerPublicKey: string): Record<string, unknown> {
  const message = JSON.parse(bundle) as Record<string, unknown>;
  if (message['version'] !== signedMessageVersion) throw new Error('the bundle has another version');
  // As text: these clients do not parse the point.
  if (message[signedMessageSigner] !== signerPublicKey) throw new Error('the bundle has another signer');
  const bytes = hexMember(message, 'data');
  if (!verify('sha256', bytes, pointKey(signerPublicKey), hexMember(message, 'dataSignature')))
    throw new Error('the signature of the bundle is wrong');
  return JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
}

/** Lower-case hex, of this many bytes if it is given. */
function hexMember(from: Record<string, unknown>, name: string, length?: number): Buffer {
  const value = from[name];
  if (typeof value !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(value)) throw new Error(`${name} is not lower-case hex`);
  const bytes = Buffer.from(value, 'hex');
  if (length !== undefined && bytes.length !== length) throw new Error(`${name} is not ${length} bytes`);
  return bytes;
}

/** The uncompressed point as a public key (RFC 5480: the prefix is that of every SubjectPublicKeyInfo of P-256). */
function pointKey(hex: string): KeyObject {
  const prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
  return createPublicKey({ key: Buffer.concat([prefix, Buffer.from(hex, 'hex')]), format: 'der', type: 'spki' });
}

// RFC 9180, 7: DHKEM(P-256, HKDF-SHA256) is 0x0010, HKDF-SHA256 is 0x0001, AES-256-GCM is 0x0002.
const kemSuiteId = Buffer.from('4b454d0010', 'hex');
const hpkeSuiteId = Buffer.from('48504b45001000010002', 'hex');
const nothing = Buffer.alloc(0);

/** RFC 9180, 4.1 (ExtractAndExpand) and 5.1 (KeySchedule) in base mode, for the first message. */
function keySchedule(dh: Buffer, enc: Buffer, recipient: Buffer): { readonly key: Buffer; readonly nonce: Buffer } {
  const eaePrk = labeledExtract(kemSuiteId, nothing, 'eae_prk', dh);
  const shared = labeledExpand(kemSuiteId, eaePrk, 'shared_secret', Buffer.concat([enc, recipient]), 32);
  const context = Buffer.concat([
    Buffer.of(0x00),
    labeledExtract(hpkeSuiteId, nothing, 'psk_id_hash', nothing),
    labeledExtract(hpkeSuiteId, nothing, 'info_hash', Buffer.from(hpkeInfo, 'ascii')),
  ]);
  const secret = labeledExtract(hpkeSuiteId, shared, 'secret', nothing);
  return {
    key: labeledExpand(hpkeSuiteId, secret, 'key', context, 32),
    // The sequence number of the first message is 0, which leaves the base nonce as it is.
    nonce: labeledExpand(hpkeSuiteId, secret, 'base_nonce', context, 12),
  };
}

/** RFC 9180, 4: LabeledExtract, with HKDF-Extract of RFC 5869. */
function labeledExtract(suiteId: Buffer, salt: Buffer, label: string, ikm: Buffer): Buffer {
  return createHmac('sha256', salt).update('HPKE-v1').update(suiteId).update(label).update(ikm).digest();
}

/** RFC 9180, 4: LabeledExpand, with HKDF-Expand of RFC 5869. No length here needs a second block. */
function labeledExpand(suiteId: Buffer, prk: Buffer, label: string, info: Buffer, length: number): Buffer {
  const hmac = createHmac('sha256', prk).update(Buffer.of(length >> 8, length & 0xff));
  return hmac
    .update('HPKE-v1')
    .update(suiteId)
    .update(label)
    .update(info)
    .update(Buffer.of(1))
    .digest()
    .subarray(0, length);
}

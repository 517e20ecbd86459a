import { equalBytes } from '@mintmark/stamper/encoding';
import { concatBytes } from '@noble/hashes/utils.js';
import { invalidTransaction } from '../chain-error.ts';
import type { TransactionSigner, UnsignedTransaction } from '../unsigned-transaction.ts';
import { ByteReader } from './byte-reader.ts';
import { checkMessage } from './check-message.ts';
import { describeMessage } from './describe-message.ts';
import { encodeList, encodeMessage, readMessage, type SolanaMessage, unsupportedVersion } from './solana-message.ts';
import type { SolanaTransaction } from './solana-transaction.ts';

/** What fits in a packet of the network: the smallest MTU of IPv6 without the headers. Longer transactions are dropped. */
const maxLength = 1232;

const signatureLength = 64;

/**
 * Reads a legacy transaction or one of version 0, with an empty signature of the signer. Signatures of others are kept as they are.
 *
 * @example
 * const { content, requests, sign } = readSolanaTransaction(bytes, { publicKey });
 */
export function readSolanaTransaction(
  bytes: Uint8Array,
  signer: TransactionSigner,
): UnsignedTransaction<SolanaTransaction> {
  refuseLaterVersions(bytes);
  if (bytes.length > maxLength) throw invalidTransaction(`it has ${bytes.length} bytes, and the limit is ${maxLength}`);
  const reader = new ByteReader(bytes);
  const signatures = reader.list('the signatures', (name) => reader.take(signatureLength, name));
  const message = readMessage(reader);
  reader.end();
  const messageBytes = encodeMessage(message);
  const signatureBytes = encodeList(signatures);
  const encoded = concatBytes(signatureBytes, messageBytes);
  if (!equalBytes(encoded, bytes)) throw invalidTransaction('its encoding is not canonical');
  checkMessage(message);
  const { requiredSignatures } = message.header;
  if (signatures.length !== requiredSignatures)
    throw invalidTransaction(`it has ${signatures.length} signatures, and the header requires ${requiredSignatures}`);
  const position = positionOf(signer, message);
  if (signatures[position]?.some((byte) => byte !== 0)) throw invalidTransaction('this key has already signed it');

  return {
    content: describeMessage(message),
    requests: [{ scheme: 'ed25519', message: messageBytes }],
    sign([signature, ...others]) {
      if (signature?.bytes.length !== signatureLength || others.length > 0)
        throw new Error('expected one signature of 64 bytes');
      const signed = encoded.slice();
      signed.set(signature.bytes, signatureBytes.length - (signatures.length - position) * signatureLength);
      return signed;
    },
  };
}

/** A transaction of version 1 or later begins with its version. Others begin with the number of signatures, of which 19 fit. */
function refuseLaterVersions([first = 0]: Uint8Array): void {
  if (first > 0x80) throw unsupportedVersion(first);
}

/** Returns the position of the signer among those that have to sign. */
function positionOf({ publicKey }: TransactionSigner, { header, accountKeys }: SolanaMessage): number {
  const position = accountKeys.slice(0, header.requiredSignatures).findIndex((key) => equalBytes(key, publicKey));
  if (position < 0) throw invalidTransaction('this key is not one of its signers');
  return position;
}

import { equalBytes } from '@mintmark/stamper/encoding';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { invalidTransaction } from '../chain-error.ts';
import type { Signature, TransactionSigner, UnsignedTransaction } from '../unsigned-transaction.ts';
import { contractCodec } from './contract-codec.ts';
import { messageOf, only, required, scalar } from './message-codec.ts';
import { encodeFields, readFields } from './protobuf-fields.ts';
import type { TronTransaction } from './tron-transaction.ts';
import { hex, hexOf, int64 } from './value-codecs.ts';

// More does not fit into a request, which has two digits for each byte. The chain accepts up to 500 KiB.
const maxBytes = 128 * 1024;

const refBlockBytesLength = 2;

const rawData = messageOf<TronTransaction>({
  refBlockBytes: required(1, hexOf(refBlockBytesLength)),
  refBlockHash: required(4, hexOf(8)),
  expiration: scalar(8, int64, 0n),
  data: scalar(10, hex, ''),
  contract: only(11, contractCodec),
  timestamp: scalar(14, int64, 0n),
  feeLimit: scalar(18, int64, 0n),
});

/**
 * Reads the raw data of a transaction of TRON, the bytes of `raw_data_hex`. Every key may sign: which keys an account accepts is
 * known to the chain only, and need not include the key of its address.
 */
export function readTronTransaction(
  bytes: Uint8Array,
  _signer: TransactionSigner,
): UnsignedTransaction<TronTransaction> {
  if (bytes.length > maxBytes) throw invalidTransaction(`it has more than ${maxBytes} bytes`);
  refuseWholeTransaction(bytes);
  const content = rawData.read(bytes, 'raw_data');
  // The codecs refuse other encodings themselves, with better words. This still holds if one of them has a mistake.
  if (!equalBytes(rawData.write(content), bytes)) throw invalidTransaction('it is not in its canonical encoding');
  return {
    content,
    requests: [{ scheme: 'ecdsa', message: sha256(bytes) }],
    sign: (signatures) => encodeSigned(bytes, signatures),
  };
}

/** Refuses the message that the raw data is part of. Its first field has the number of the raw data's first field, but is longer. */
function refuseWholeTransaction(bytes: Uint8Array): void {
  const fields = readFields(bytes, 'raw_data');
  const first = fields.next().value;
  if (first?.number !== 1 || typeof first.value === 'bigint' || first.value.length <= refBlockBytesLength) return;
  const second = fields.next().value;
  if (!second) throw invalidTransaction('it is a whole transaction: send its raw data only, the bytes of raw_data_hex');
  if (second.number === 2)
    throw invalidTransaction('it is already signed: send its raw data only, the bytes of raw_data_hex');
}

/** Encodes `Transaction` of TRON's protocol. Each signature is r, s and 27 or 28, by the parity of R. */
function encodeSigned(bytes: Uint8Array, [signature, ...others]: readonly Signature[]): Uint8Array {
  if (!signature || others.length > 0) throw new RangeError('not one signature');
  return encodeFields([
    { number: 1, value: bytes },
    { number: 2, value: concatBytes(signature.bytes, Uint8Array.of(27 + signature.parity)) },
  ]);
}

import { equalBytes } from '@mintmark/stamper/encoding';
import { invalidTransaction } from '../chain-error.ts';
import { keccak256 } from '../hashes.ts';
import type { TransactionSigner, UnsignedTransaction } from '../unsigned-transaction.ts';
import { encodeSignedTransaction, encodeUnsignedTransaction } from './encode-ethereum-transaction.ts';
import type {
  AccessListEntry,
  AccessListTransaction,
  BlobTransaction,
  DynamicFeeTransaction,
  EthereumTransaction,
  LegacyTransaction,
  SetCodeTransaction,
} from './ethereum-transaction.ts';
import { maxChainId, maxNonce, maxUint64 } from './limits.ts';
import { readAuthorization } from './read-authorization.ts';
import { RlpFields } from './rlp-fields.ts';

/** Nodes do not relay larger transactions. */
const maxTransactionBytes = 128 * 1024;
/** Each costs 25,000 gas (EIP-7702), of which a transaction may use 2^24 (EIP-7825): 671 of them fit. */
const maxAuthorizations = 1000;
/** What a versioned hash of a KZG commitment begins with (EIP-4844). */
const kzgVersion = '0x01';

/**
 * Reads an unsigned Ethereum transaction. It has only the fields that are signed, so any signature means that it was signed
 * before, whoever did.
 *
 * @example
 * const { content, requests, sign } = readEthereumTransaction(bytes, { publicKey });
 */
export function readEthereumTransaction(
  bytes: Uint8Array,
  _signer: TransactionSigner,
): UnsignedTransaction<EthereumTransaction> {
  if (bytes.length > maxTransactionBytes) throw invalidTransaction(`it is larger than ${maxTransactionBytes} bytes`);
  const content = readContent(bytes);
  if (!equalBytes(encodeUnsignedTransaction(content), bytes)) throw invalidTransaction('its encoding is not canonical');
  return {
    content,
    // The unsigned encoding of every type is what its signature is over.
    requests: [{ scheme: 'ecdsa', message: keccak256(bytes) }],
    sign: ([signature]) => {
      if (!signature) throw new Error('a signature is missing');
      return encodeSignedTransaction(content, signature);
    },
  };
}

function readContent(bytes: Uint8Array): EthereumTransaction {
  const first = bytes[0];
  if (first === undefined) throw invalidTransaction('it is empty');
  if (first >= 0xc0) return readLegacy(RlpFields.decode(bytes));
  const typed = () => RlpFields.decode(bytes.subarray(1));
  switch (first) {
    case 1:
      return readAccessListTransaction(typed());
    case 2:
      return readDynamicFee(typed());
    case 3:
      return readBlob(typed());
    case 4:
      return readSetCode(typed());
    default:
      throw invalidTransaction(`its type ${first} is not supported`);
  }
}

// The order of the members below is the order of the fields.

function readLegacy(fields: RlpFields): LegacyTransaction {
  const count = fields.count();
  if (count !== 6 && count !== 9) throw invalidTransaction(`it has ${count} fields instead of 6 or 9`);
  const content = {
    type: 'LEGACY',
    nonce: readNonce(fields),
    gasPrice: fields.integer('gasPrice'),
    gas: readGas(fields),
    ...readCall(fields),
  } as const;
  return count === 6 ? content : { ...content, chainId: readReplayProtection(fields) };
}

/** The chain id and two zeros, which stand where the signature will be (EIP-155). */
function readReplayProtection(fields: RlpFields): bigint {
  const v = fields.integer('chainId');
  if (fields.integer('r') !== 0n || fields.integer('s') !== 0n) throw alreadySigned();
  return checkChainId(v);
}

function readAccessListTransaction(fields: RlpFields): AccessListTransaction {
  checkCount(fields, 8);
  return {
    type: 'TYPE_1',
    chainId: readChainId(fields),
    nonce: readNonce(fields),
    gasPrice: fields.integer('gasPrice'),
    gas: readGas(fields),
    ...readCall(fields),
    accessList: readAccessList(fields),
  };
}

function readDynamicFee(fields: RlpFields): DynamicFeeTransaction {
  checkCount(fields, 9);
  return {
    type: 'TYPE_2',
    ...readFees(fields),
    ...readCall(fields),
    accessList: readAccessList(fields),
  };
}

function readBlob(fields: RlpFields): BlobTransaction {
  checkCount(fields, 11);
  return {
    type: 'TYPE_3',
    ...readFees(fields),
    ...readCallOfContract(fields),
    accessList: readAccessList(fields),
    maxFeePerBlobGas: fields.integer('maxFeePerBlobGas'),
    blobVersionedHashes: readBlobVersionedHashes(fields),
  };
}

function readSetCode(fields: RlpFields): SetCodeTransaction {
  checkCount(fields, 10);
  const fees = readFees(fields);
  const call = readCallOfContract(fields);
  const accessList = readAccessList(fields);
  const read = (items: RlpFields) => readAuthorization(items, fees.chainId);
  const authorizations = fields.list('authorizationList', read, maxAuthorizations);
  if (authorizations.length === 0) throw invalidTransaction('authorizationList is empty');
  return { type: 'TYPE_4', ...fees, ...call, accessList, authorizations };
}

function checkCount(fields: RlpFields, count: number): void {
  const found = fields.count();
  if (found === count + 3) throw alreadySigned();
  if (found !== count) throw invalidTransaction(`it has ${found} fields instead of ${count}`);
}

const alreadySigned = () => invalidTransaction('it is already signed');

function readFees(fields: RlpFields) {
  const chainId = readChainId(fields);
  const nonce = readNonce(fields);
  const maxPriorityFeePerGas = fields.integer('maxPriorityFeePerGas');
  const maxFeePerGas = fields.integer('maxFeePerGas');
  if (maxPriorityFeePerGas > maxFeePerGas) throw invalidTransaction('maxPriorityFeePerGas is larger than maxFeePerGas');
  return { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gasPrice: maxFeePerGas, gas: readGas(fields) };
}

const readCall = (fields: RlpFields) => ({
  to: fields.addressOrNull('to'),
  value: fields.integer('value'),
  data: fields.data('data'),
});

/** Transactions with blobs or authorizations cannot create a contract. */
const readCallOfContract = (fields: RlpFields) => ({
  to: fields.address('to'),
  value: fields.integer('value'),
  data: fields.data('data'),
});

const readNonce = (fields: RlpFields): bigint => fields.integer('nonce', maxNonce);
const readGas = (fields: RlpFields): bigint => fields.integer('gas', maxUint64);
const readChainId = (fields: RlpFields): bigint => checkChainId(fields.integer('chainId'));

function checkChainId(chainId: bigint): bigint {
  if (chainId === 0n) throw invalidTransaction('chainId is 0');
  if (chainId > maxChainId) throw invalidTransaction('chainId is too large');
  return chainId;
}

const readAccessList = (fields: RlpFields): AccessListEntry[] =>
  fields.list('accessList', (items) => {
    const entry = items.tuple('an entry of accessList', 2);
    return {
      address: entry.address('an address of accessList'),
      storageKeys: entry.list('storageKeys', (keys) => keys.fixed('a storage key of accessList', 32)),
    };
  });

function readBlobVersionedHashes(fields: RlpFields): string[] {
  const hashes = fields.list('blobVersionedHashes', (items) => items.fixed('a hash of blobVersionedHashes', 32));
  if (hashes.length === 0) throw invalidTransaction('blobVersionedHashes is empty');
  if (!hashes.every((hash) => hash.startsWith(kzgVersion)))
    throw invalidTransaction('a hash of blobVersionedHashes does not begin with 01');
  return hashes;
}

import type { TransactionType } from '@mintmark/schema/fields/signing/transaction-type';
import type { z } from 'zod';
import type { AddressFormat, Curve } from '../addresses/address-formats.ts';
import { readBitcoinTransaction } from '../chains/bitcoin/read-bitcoin-transaction.ts';
import { readEthereumTransaction } from '../chains/ethereum/read-ethereum-transaction.ts';
import { invalidTransaction } from '../chains/invalid-transaction.ts';
import { readSolanaTransaction } from '../chains/solana/read-solana-transaction.ts';
import { readTronTransaction } from '../chains/tron/read-tron-transaction.ts';
import type { TransactionSigner, UnsignedTransaction } from '../chains/unsigned-transaction.ts';
import { ApiError } from '../contract/api-error.ts';
import { readHex } from './read-hex.ts';
import type { Signer } from './signer.ts';

type Type = z.output<typeof TransactionType>;

interface Chain {
  readonly curve: Curve;
  readonly read: (
    bytes: Uint8Array,
    signer: TransactionSigner,
    addressFormat: AddressFormat | undefined,
  ) => UnsignedTransaction<unknown>;
}

const chains: { readonly [Name in Type]?: Chain } = {
  TRANSACTION_TYPE_ETHEREUM: { curve: 'CURVE_SECP256K1', read: readEthereumTransaction },
  TRANSACTION_TYPE_SOLANA: { curve: 'CURVE_ED25519', read: readSolanaTransaction },
  TRANSACTION_TYPE_TRON: { curve: 'CURVE_SECP256K1', read: readTronTransaction },
  TRANSACTION_TYPE_BITCOIN: {
    curve: 'CURVE_SECP256K1',
    read: (bytes, signer, format) => readBitcoinTransaction(bytes, signer, bitcoinOf(format)),
  },
};

/** Reads a transaction that a signer is to sign. */
export function readTransaction(
  { unsignedTransaction, type }: { readonly unsignedTransaction: string; readonly type: Type },
  { curve, publicKey, addressFormat }: Signer,
): UnsignedTransaction<unknown> {
  const chain = chains[type];
  if (!chain) throw new ApiError('UNSUPPORTED_TRANSACTION_TYPE', `unsupported transaction type: ${type}`);
  if (chain.curve !== curve) throw invalidTransaction(`a key on ${chain.curve} signs it, and this key is on ${curve}`);
  const bytes = readHex(unsignedTransaction);
  if (!bytes) throw invalidTransaction('it is not hex with whole bytes');
  return chain.read(bytes, { publicKey: Buffer.from(publicKey, 'hex') }, addressFormat);
}

/** The network and the type of an address of Bitcoin. Without one: the main network, and all inputs that the key can spend. */
function bitcoinOf(format: AddressFormat | undefined) {
  const [, network = 'mainnet', addressType] = /^ADDRESS_FORMAT_BITCOIN_([A-Z]+)_([A-Z0-9]+)$/.exec(format ?? '') ?? [];
  return { network: network.toLowerCase(), addressType } as Parameters<typeof readBitcoinTransaction>[2];
}

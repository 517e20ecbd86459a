import type { TransactionSigner, UnsignedTransaction } from '@mintmark/chains';
import type { AddressFormat, Curve } from '@mintmark/chains/addresses';
import type { BitcoinTransaction } from '@mintmark/chains/bitcoin';
import { readBitcoinTransaction } from '@mintmark/chains/bitcoin';
import type { EthereumTransaction } from '@mintmark/chains/ethereum';
import { readEthereumTransaction } from '@mintmark/chains/ethereum';
import type { SolanaTransaction } from '@mintmark/chains/solana';
import { readSolanaTransaction } from '@mintmark/chains/solana';
import type { TronTransaction } from '@mintmark/chains/tron';
import { readTronTransaction } from '@mintmark/chains/tron';
import type { TransactionType } from '@mintmark/schema/fields/signing/transaction-type';
import type { z } from 'zod';
import { ApiError } from '../../core/model/api-error.ts';
import { type Memo, MemoSlot } from '../../core/model/memo.ts';
import { readHex } from './read-hex.ts';
import { invalidTransaction, readStrictly } from './refusals.ts';
import type { Signer } from './signer.ts';

type Type = z.output<typeof TransactionType>;

export interface TransactionParameters {
  readonly unsignedTransaction: string;
  readonly type: Type;
}

/** A transaction, and the namespace in which policies see it. */
export type NamedTransaction =
  | (UnsignedTransaction<EthereumTransaction> & { readonly namespace: 'eth.tx' })
  | (UnsignedTransaction<SolanaTransaction> & { readonly namespace: 'solana.tx' })
  | (UnsignedTransaction<TronTransaction> & { readonly namespace: 'tron.tx' })
  | (UnsignedTransaction<BitcoinTransaction> & { readonly namespace: 'bitcoin.tx' });

interface Chain {
  readonly curve: Curve;
  readonly namespace: NamedTransaction['namespace'];
  readonly read: (
    bytes: Uint8Array,
    signer: TransactionSigner,
    addressFormat: AddressFormat | undefined,
  ) => NamedTransaction;
}

const chains: { readonly [Name in Type]?: Chain } = {
  TRANSACTION_TYPE_ETHEREUM: {
    curve: 'CURVE_SECP256K1',
    namespace: 'eth.tx',
    read: (bytes, signer) => ({ namespace: 'eth.tx', ...readEthereumTransaction(bytes, signer) }),
  },
  TRANSACTION_TYPE_SOLANA: {
    curve: 'CURVE_ED25519',
    namespace: 'solana.tx',
    read: (bytes, signer) => ({ namespace: 'solana.tx', ...readSolanaTransaction(bytes, signer) }),
  },
  TRANSACTION_TYPE_TRON: {
    curve: 'CURVE_SECP256K1',
    namespace: 'tron.tx',
    read: (bytes, signer) => ({ namespace: 'tron.tx', ...readTronTransaction(bytes, signer) }),
  },
  TRANSACTION_TYPE_BITCOIN: {
    curve: 'CURVE_SECP256K1',
    namespace: 'bitcoin.tx',
    read: (bytes, signer, format) => ({
      namespace: 'bitcoin.tx',
      ...readBitcoinTransaction(bytes, signer, bitcoinOf(format)),
    }),
  },
};

/** The namespace in which policies see transactions of a type, if they are supported. */
export const namespaceOf = (type: Type): NamedTransaction['namespace'] | undefined => chains[type]?.namespace;

const transactions = new MemoSlot<NamedTransaction>();

/** Reads the transaction of a request that a signer is to sign, once for each request. */
export const readTransaction = (memo: Memo, parameters: TransactionParameters, signer: Signer): NamedTransaction =>
  memo.once(transactions, `${signer.curve} ${signer.publicKey} ${signer.addressFormat}`, () =>
    parseTransaction(parameters, signer),
  );

function parseTransaction(
  { unsignedTransaction, type }: TransactionParameters,
  { curve, publicKey, addressFormat }: Signer,
): NamedTransaction {
  const chain = chains[type];
  if (!chain) throw new ApiError('UNSUPPORTED_TRANSACTION_TYPE', `unsupported transaction type: ${type}`);
  if (chain.curve !== curve)
    throw invalidTransaction(`it requires a ${chain.curve} key, but signWith is a ${curve} key`);
  const bytes = readHex(unsignedTransaction);
  if (!bytes) throw invalidTransaction('it is not hex with an even number of digits');
  return readStrictly(() => chain.read(bytes, { publicKey: Buffer.from(publicKey, 'hex') }, addressFormat));
}

/** The network and the type of an address of Bitcoin. Without one: the main network, and all inputs that the key can spend. */
function bitcoinOf(format: AddressFormat | undefined) {
  const [, network = 'mainnet', addressType] = /^ADDRESS_FORMAT_BITCOIN_([A-Z]+)_([A-Z0-9]+)$/.exec(format ?? '') ?? [];
  return { network: network.toLowerCase(), addressType } as Parameters<typeof readBitcoinTransaction>[2];
}

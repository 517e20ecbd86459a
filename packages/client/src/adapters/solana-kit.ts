/** A signer for @solana/kit, whose key stays in the service. */
import {
  type Address,
  getBase16Codec,
  getTransactionCodec,
  type MessagePartialSigner,
  type SignableMessage,
  type SignatureBytes,
  type Transaction,
  type TransactionPartialSigner,
} from '@solana/kit';
import type { Client } from '../create-client.ts';
import type { SubmitOptions } from '../methods.ts';

/** A client that can sign transactions and messages of Solana. */
export type SigningClient = Pick<Client, 'signRawPayloadsOrThrow' | 'signTransactionOrThrow'>;

/** How many payloads one activity may sign. */
const maxPayloads = 100;

/**
 * Creates a signer for @solana/kit: its key is that of a wallet account or a private key, and stays in the service.
 *
 * @param address The address of the account or the private key.
 * @param options The options of each call, for example `consensusTimeout`.
 */
export function createSolanaSigner<A extends string>(
  client: SigningClient,
  address: Address<A>,
  options?: SubmitOptions,
): TransactionPartialSigner<A> & MessagePartialSigner<A> {
  const [hex, codec] = [getBase16Codec(), getTransactionCodec()];
  const optionsWith = (abortSignal: AbortSignal | undefined) => {
    const signals = [options?.signal, abortSignal].filter((signal) => signal !== undefined);
    return { ...options, signal: AbortSignal.any(signals) };
  };

  async function signTransaction(transaction: Transaction, call: SubmitOptions) {
    const { signatures } = transaction;
    // The service refuses a transaction that this key has already signed, so that signature is left out.
    const unsigned = signatures[address]
      ? { ...transaction, signatures: { ...signatures, [address]: null } }
      : transaction;
    const { signedTransaction } = await client.signTransactionOrThrow(
      { signWith: address, unsignedTransaction: hex.decode(codec.encode(unsigned)), type: 'TRANSACTION_TYPE_SOLANA' },
      call,
    );
    return { [address]: codec.decode(hex.encode(signedTransaction)).signatures[address] as SignatureBytes };
  }

  async function signSome(messages: readonly SignableMessage[], call: SubmitOptions) {
    const { signatures } = await client.signRawPayloadsOrThrow(
      {
        signWith: address,
        payloads: messages.map(({ content }) => hex.decode(content)),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
      },
      call,
    );
    return signatures.map(({ r, s }) => ({ [address]: hex.encode(r + s) as SignatureBytes }));
  }

  return {
    address,
    signTransactions(transactions, { abortSignal } = {}) {
      const call = optionsWith(abortSignal);
      return Promise.all(transactions.map((transaction) => signTransaction(transaction, call)));
    },
    async signMessages(messages, { abortSignal } = {}) {
      const call = optionsWith(abortSignal);
      const signed = [];
      for (let start = 0; start < messages.length; start += maxPayloads)
        signed.push(...(await signSome(messages.slice(start, start + maxPayloads), call)));
      return signed;
    },
  };
}

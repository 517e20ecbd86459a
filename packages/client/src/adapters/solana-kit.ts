/** A signer for @solana/kit, whose key stays in the service. */
import {
  type Address,
  getBase16Codec,
  getTransactionCodec,
  type MessagePartialSigner,
  type SignatureBytes,
  type TransactionPartialSigner,
} from '@solana/kit';
import type { Client } from '../create-client.ts';
import type { SubmitOptions } from '../methods.ts';

/** A client that can sign transactions and messages of Solana. */
export type SigningClient = Pick<Client, 'signRawPayloadsOrThrow' | 'signTransactionOrThrow'>;

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
  const optionsOf = (signal: AbortSignal | undefined) => (signal ? { ...options, signal } : options);
  return {
    address,
    signTransactions: (transactions, { abortSignal } = {}) =>
      Promise.all(
        transactions.map(async (transaction) => {
          const { signedTransaction } = await client.signTransactionOrThrow(
            {
              signWith: address,
              unsignedTransaction: hex.decode(codec.encode(transaction)),
              type: 'TRANSACTION_TYPE_SOLANA',
            },
            optionsOf(abortSignal),
          );
          return { [address]: codec.decode(hex.encode(signedTransaction)).signatures[address] as SignatureBytes };
        }),
      ),
    async signMessages(messages, { abortSignal } = {}) {
      const { signatures } = await client.signRawPayloadsOrThrow(
        {
          signWith: address,
          payloads: messages.map(({ content }) => hex.decode(content)),
          encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
          hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
        },
        optionsOf(abortSignal),
      );
      return signatures.map(({ r, s }) => ({ [address]: hex.encode(r + s) as SignatureBytes }));
    },
  };
}

/** An account for viem, whose key stays in the service. */
import {
  type Address,
  BaseError,
  getTypesForEIP712Domain,
  hashTypedData,
  type LocalAccount,
  parseTransaction,
  type Signature,
  serializeSignature,
  serializeTransaction,
  serializeTypedData,
  type TypedDataDefinition,
  toPrefixedMessage,
} from 'viem';
import { type CustomSource, toAccount } from 'viem/accounts';
import type { SubmitOptions } from '../methods.ts';
import { createEthereumSigner, type SigningClient } from './ethereum-signer.ts';

export type { SigningClient } from './ethereum-signer.ts';

/** An account that signs with a key of the service. */
export type ViemAccount = LocalAccount<'custom'> & {
  readonly signAuthorization: NonNullable<CustomSource['signAuthorization']>;
};

/**
 * Creates an account for viem: its key is that of a wallet account or a private key, and stays in the service.
 *
 * @param address An address of the account or the private key.
 * @param options The options of each call, for example `consensusTimeout`.
 */
export function createViemAccount(client: SigningClient, address: Address, options?: SubmitOptions): ViemAccount {
  const signer = createEthereumSigner(client, address, options);
  return toAccount({
    address,
    signMessage: async ({ message }) => serializeSignature(await signer.signMessage(toPrefixedMessage(message))),
    async signTypedData(input) {
      const data = input as unknown as TypedDataDefinition;
      // Without the type of the domain, viem would leave the domain out.
      const EIP712Domain = data.types['EIP712Domain'] ?? getTypesForEIP712Domain(data);
      const typedData = { ...data, types: { ...data.types, EIP712Domain } } as TypedDataDefinition;
      // Refuses what viem refuses. Serializing would hide some of it, such as the wrong checksum of an address.
      hashTypedData(typedData);
      return serializeSignature(await signer.signTypedData(serializeTypedData(typedData)));
    },
    async signAuthorization({ chainId, nonce, ...contract }) {
      const address = contract.contractAddress ?? contract.address;
      const signature = await signer.signAuthorization({ address, chainId: `${chainId}`, nonce: `${nonce}` });
      return { address, chainId, nonce, ...signature };
    },
    async signTransaction(transaction, { serializer = serializeTransaction } = {}) {
      // Blobs are sent with a transaction, but they are not signed.
      const signable = transaction.type === 'eip4844' ? { ...transaction, sidecars: false as const } : transaction;
      const unsigned = await serializer(signable);
      const signed = await signer.signTransaction(unsigned).catch((cause: Error) => {
        // viem takes the details of every error for text. Those of an ApiError are a list.
        throw new BaseError(cause.message, { cause });
      });
      return serializer(transaction, parseTransaction(signed) as Signature);
    },
  }) as ViemAccount;
}

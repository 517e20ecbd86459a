import type { Client } from '../create-client.ts';
import type { SubmitOptions } from '../methods.ts';

/** A client that can sign. */
export type SigningClient = Pick<Client, 'signRawPayloadOrThrow' | 'signTransactionOrThrow'>;

type Hex = `0x${string}`;

interface Signature {
  readonly r: Hex;
  readonly s: Hex;
  readonly yParity: 0 | 1;
}

/** Signs for Ethereum. The service gets what is signed, not a digest: so it can read transactions and typed data. */
export interface EthereumSigner {
  /** Signs a message that has its prefix (EIP-191), in hexadecimal. */
  signMessage(prefixed: string): Promise<Signature>;
  /** Signs typed data (EIP-712), as JSON. */
  signTypedData(json: string): Promise<Signature>;
  /** Signs an authorization (EIP-7702). */
  signAuthorization(authorization: Readonly<Record<'address' | 'chainId' | 'nonce', string>>): Promise<Signature>;
  /** Signs a serialized transaction, and resolves to the signed one. */
  signTransaction(unsignedTransaction: string): Promise<Hex>;
}

/** Signs with the key of an address. */
export function createEthereumSigner(client: SigningClient, signWith: string, options?: SubmitOptions): EthereumSigner {
  const signer =
    (encoding: 'HEXADECIMAL' | 'EIP712' | 'EIP7702_AUTHORIZATION', hashFunction: 'KECCAK256' | 'NO_OP') =>
    async (payload: string): Promise<Signature> => {
      const { r, s, v } = await client.signRawPayloadOrThrow(
        {
          signWith,
          payload,
          encoding: `PAYLOAD_ENCODING_${encoding}`,
          hashFunction: `HASH_FUNCTION_${hashFunction}`,
        },
        options,
      );
      return { r: `0x${r}`, s: `0x${s}`, yParity: v === '00' ? 0 : 1 };
    };
  const signAuthorization = signer('EIP7702_AUTHORIZATION', 'NO_OP');
  return {
    signMessage: signer('HEXADECIMAL', 'KECCAK256'),
    signTypedData: signer('EIP712', 'NO_OP'),
    signAuthorization: (authorization) => signAuthorization(JSON.stringify(authorization)),
    async signTransaction(unsignedTransaction) {
      const { signedTransaction } = await client.signTransactionOrThrow(
        { signWith, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' },
        options,
      );
      return `0x${signedTransaction}`;
    },
  };
}

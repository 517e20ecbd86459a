/** A signer for ethers, whose key stays in the service. */
import {
  AbstractSigner,
  type Authorization,
  type AuthorizationRequest,
  assertArgument,
  concat,
  copyRequest,
  getAddress,
  getBigInt,
  MessagePrefix,
  type Provider,
  resolveAddress,
  Signature,
  Transaction,
  type TransactionRequest,
  type TypedDataDomain,
  TypedDataEncoder,
  type TypedDataField,
  toUtf8Bytes,
} from 'ethers';
import type { SubmitOptions } from '../methods.ts';
import { createEthereumSigner, type EthereumSigner, type SigningClient } from './ethereum-signer.ts';

export type { SigningClient } from './ethereum-signer.ts';

/** Signs with the key of a wallet account or a private key, which stays in the service. */
export class MintmarkSigner extends AbstractSigner {
  /** The address of the key. */
  readonly address: string;
  readonly #client: SigningClient;
  readonly #options: SubmitOptions | undefined;
  readonly #signer: EthereumSigner;

  /**
   * @param address An address of the account or the private key.
   * @param options The options of each call, for example `consensusTimeout`.
   */
  constructor(client: SigningClient, address: string, provider: Provider | null = null, options?: SubmitOptions) {
    super(provider);
    this.address = getAddress(address);
    this.#client = client;
    this.#options = options;
    this.#signer = createEthereumSigner(client, this.address, options);
  }

  override async getAddress(): Promise<string> {
    return this.address;
  }

  override connect(provider: Provider | null): MintmarkSigner {
    return new MintmarkSigner(this.#client, this.address, provider, this.#options);
  }

  override async signMessage(message: string | Uint8Array): Promise<string> {
    const bytes = typeof message === 'string' ? toUtf8Bytes(message) : message;
    const prefixed = concat([toUtf8Bytes(`${MessagePrefix}${bytes.length}`), bytes]);
    return Signature.from(await this.#signer.signMessage(prefixed)).serialized;
  }

  override async signTypedData(
    domain: TypedDataDomain,
    types: Record<string, TypedDataField[]>,
    value: object,
  ): Promise<string> {
    const resolve = async (name: string) => resolveAddress(name, this);
    const resolved = await TypedDataEncoder.resolveNames(domain, types, value, resolve);
    const payload = TypedDataEncoder.getPayload(resolved.domain, types, resolved.value);
    return Signature.from(await this.#signer.signTypedData(JSON.stringify(payload))).serialized;
  }

  override async authorize(request: AuthorizationRequest): Promise<Authorization> {
    const { chainId, nonce, ...populated } = await this.populateAuthorization(request);
    // A missing chain would be every chain.
    assertArgument(chainId != null, 'missing chain', 'chainId', chainId);
    assertArgument(nonce != null, 'missing nonce', 'nonce', nonce);
    const address = getAddress(await resolveAddress(populated.address, this));
    const authorization = { address, chainId: getBigInt(chainId), nonce: getBigInt(nonce) };
    const signature = await this.#signer.signAuthorization({
      address,
      chainId: `${authorization.chainId}`,
      nonce: `${authorization.nonce}`,
    });
    return { ...authorization, signature: Signature.from(signature) };
  }

  override async signTransaction(request: TransactionRequest): Promise<string> {
    const { from, to, ...rest } = copyRequest(request);
    if (from) {
      const isOwn = (await resolveAddress(from, this)) === this.address;
      assertArgument(isOwn, 'the transaction is from another address', 'from', from);
    }
    const transaction = Transaction.from({ ...rest, to: to ? await resolveAddress(to, this) : null });
    const signed = await this.#signer.signTransaction(transaction.unsignedSerialized);
    // Blobs are sent with a transaction, but they are not signed.
    transaction.signature = Transaction.from(signed).signature;
    return transaction.serialized;
  }
}

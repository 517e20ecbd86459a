import { ActivityError, ApiError, type Client, MintmarkError } from '@mintmark/client';
import { MintmarkSigner } from '@mintmark/client/ethers';
import { createViemAccount } from '@mintmark/client/viem';
import { generatePrivateKey } from '@mintmark/stamper';
import { startEvmNode } from '@mintmark/testing/evm-node';
import * as ethers from 'ethers';
import * as viem from 'viem';
import { mainnet } from 'viem/chains';
import { recoverAuthorizationAddress } from 'viem/utils';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startAdapterSession } from './adapter-session.ts';

const session = await startAdapterSession();
afterAll(() => session[Symbol.asyncDispose]());
const { page, client, connectAs } = session;
const node = await startEvmNode();
afterAll(() => node[Symbol.asyncDispose]());

const accounts = [
  {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  },
] as const;
const { addresses } = await client.createWalletOrThrow({ walletName: 'Adapters', accounts: [...accounts] });
const [address] = addresses as [viem.Address];
await node.fund(address, 10n ** 18n);

test('behavior: the options of an adapter are those of its calls', async () => {
  const options = { organizationId: crypto.randomUUID() };
  const account = createViemAccount(client, address, options);
  const signer = new MintmarkSigner(client, address, null, options).connect(null);
  const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
  const calls = [
    account.signMessage({ message: 'Hello' }),
    account.signTransaction({ type: 'eip1559', chainId: 1, ...fees }),
    signer.signMessage('Hello'),
    signer.signTransaction({ type: 2, chainId: 1, ...fees }),
  ];
  for (const call of calls) {
    const error = await call.catch((error: unknown) => error);
    expect(error instanceof ApiError ? error : (error as Error).cause).toBeInstanceOf(ApiError);
  }
});

test('error: a refusal of the service reaches the caller of the library', async () => {
  const account = createViemAccount(client, viem.zeroAddress);
  await expect(account.signMessage({ message: 'Hello' })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
});

const to = '0x3535353535353535353535353535353535353535';
const value = 10n ** 15n;
const domain = { name: 'Bank', version: '1', chainId: 1, verifyingContract: to } as const;
const types = {
  Payment: [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
};
const payment = { to, amount: 2n ** 255n };

/** A blob of zeros, with its commitment and its proof: both are the point at infinity. */
const infinity = `0xc0${'00'.repeat(47)}` as const;
const sidecar = { blob: `0x${'00'.repeat(131_072)}`, commitment: infinity, proof: infinity } as const;

describe('viem', () => {
  const account = createViemAccount(client, address);
  const options = { chain: mainnet, transport: viem.http(node.url) };
  const wallet = viem.createWalletClient({ account, ...options });
  const chain = viem.createPublicClient({ ...options, pollingInterval: 20 });

  test('default: the payment of the page is mined', async () => {
    const hash = await page.payWithViem(client, address, to, node.url);
    expect(await chain.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success', type: 'eip1559' });
  });

  test('behavior: a message is verified, and a transaction is mined', async () => {
    const message = 'Hello from Mintmark';
    const signature = await wallet.signMessage({ message });
    const isVerified = await viem.verifyMessage({ address, message, signature });
    expect(isVerified).toBe(true);

    const before = await chain.getBalance({ address: to });
    const hash = await wallet.sendTransaction({ to, value });
    const { status, type, from } = await chain.waitForTransactionReceipt({ hash });
    expect({ status, type, from }).toEqual({ status: 'success', type: 'eip1559', from: address.toLowerCase() });
    expect(await chain.getBalance({ address: to })).toBe(before + value);
    console.log(
      [
        `address      ${address}`,
        `message      ${JSON.stringify(message)}`,
        `signature    ${signature}`,
        `verified     ${isVerified}`,
        `transaction  ${hash}`,
        `receipt      ${status}`,
      ].join('\n'),
    );
  });

  test.each([
    ['bytes', { raw: Uint8Array.of(0, 255) }],
    ['text that is not ASCII', 'Grüße, 世界'],
    ['an empty text', ''],
  ])('behavior: the message is %s', async (_, message) => {
    const signature = await account.signMessage({ message });
    expect(await viem.verifyMessage({ address, message, signature })).toBe(true);
  });

  test('behavior: typed data', async () => {
    const typedData = { domain, types, primaryType: 'Payment', message: payment } as const;
    // The wallet adds the type of the domain, which the account alone has to do by itself.
    for (const signature of [await wallet.signTypedData(typedData), await account.signTypedData(typedData)])
      expect(await viem.verifyTypedData({ address, signature, ...typedData })).toBe(true);
  });

  test('behavior: typed data whose type of the domain is undefined has its domain', async () => {
    const typedData = {
      domain,
      types: { ...types, EIP712Domain: undefined },
      primaryType: 'Payment',
      message: payment,
    };
    const signature = await account.signTypedData(typedData as never);
    expect(await viem.verifyTypedData({ ...typedData, types, address, signature } as never)).toBe(true);
  });

  test('error: typed data with the wrong checksum of an address', async () => {
    const wrong = '0xa0B86991c6218b36c1d19d4a2e9Eb0cE3606eB48';
    const typedData = { domain, types, primaryType: 'Payment', message: { ...payment, to: wrong } } as const;
    await expect(account.signTypedData(typedData)).rejects.toThrow('Address "0xa0B86991');
  });

  test('error: a refusal is a cause of what viem throws', async () => {
    const stranger = createViemAccount(client, viem.zeroAddress);
    const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, gas: 21_000n, nonce: 0 };
    const sent = wallet.sendTransaction({ account: stranger, to, value, ...fees });
    const error: unknown = await sent.catch((error: unknown) => error);
    if (!(error instanceof viem.TransactionExecutionError)) throw error;
    expect(error.walk((cause) => cause instanceof ApiError)).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(error.message).toContain('signWith is not a wallet account');
  });

  test('behavior: a transaction that others approve later is resumed', async () => {
    const keys = [generatePrivateKey('p256').toApiKey(), generatePrivateKey('p256').toApiKey()] as const;
    const { subOrganizationId, wallet: made } = await client.createSubOrganizationOrThrow({
      subOrganizationName: 'Council',
      rootQuorumThreshold: 2,
      rootUsers: keys.map(({ publicKey }, index) => ({
        userName: `User ${index}`,
        apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }],
        authenticators: [],
        oauthProviders: [],
      })),
      wallet: { walletName: 'Adapters', accounts: [...accounts] },
    });
    const [first, second] = keys.map((key) => connectAs(key, subOrganizationId)) as [Client, Client];
    const owner = made?.addresses[0] as viem.Address;
    const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, gas: 21_000n, nonce: 0 };
    const sent = wallet.sendTransaction({ account: createViemAccount(first, owner), to, value, ...fees });
    const thrown = (await sent.catch((error: unknown) => error)) as viem.BaseError;
    const error = thrown.walk((cause) => cause instanceof MintmarkError);
    if (!(error instanceof ActivityError)) throw thrown;
    expect(error).toMatchObject({ code: 'ACTIVITY_CONSENSUS_NEEDED', activityId: error.activity.id });
    await second.approveActivity({ fingerprint: error.activity.fingerprint });
    const outcome = await first.resume('signTransaction', error.activity.id);
    if (outcome.status !== 'completed') expect.fail(outcome.status);
    const serializedTransaction = `0x${outcome.result.signedTransaction}` as `0x02${string}`;
    expect(await viem.recoverTransactionAddress({ serializedTransaction })).toBe(owner);
  });

  test('args: the serializer of a chain', async () => {
    const serializer = vi.fn(viem.serializeTransaction);
    const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
    const signed = await account.signTransaction({ type: 'eip1559', chainId: 1, to, ...fees }, { serializer });
    expect(serializer).toHaveBeenCalledTimes(2);
    expect(await serializer.mock.results[1]?.value).toBe(signed);
  });

  test.each([
    ['legacy', () => wallet.sendTransaction({ to, value, type: 'legacy' })],
    [
      'eip2930',
      () => wallet.sendTransaction({ to, value, accessList: [{ address: to, storageKeys: [] }], type: 'eip2930' }),
    ],
    ['eip1559', () => wallet.sendTransaction({ to, value, type: 'eip1559' })],
  ])('behavior: a transaction of the type %s is mined', async (type, send) => {
    expect(await chain.waitForTransactionReceipt({ hash: await send() })).toMatchObject({ status: 'success', type });
  });

  test('behavior: an authorization is mined, and the account has the code of the contract', async () => {
    const authorization = await wallet.signAuthorization({ contractAddress: to, executor: 'self' });
    expect(await recoverAuthorizationAddress({ authorization })).toBe(address);
    const hash = await wallet.sendTransaction({ to: address, authorizationList: [authorization] });
    expect(await chain.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success', type: 'eip7702' });
    expect(await chain.getCode({ address })).toBe(`0xef0100${to.slice(2)}`);
  });

  test('behavior: an authorization of a contract by either name', async () => {
    for (const contract of [{ address: to }, { contractAddress: to }] as const) {
      const authorization = await account.signAuthorization({ ...contract, chainId: 1, nonce: 7 });
      expect(authorization).toMatchObject({ address: to, chainId: 1, nonce: 7 });
      expect(await recoverAuthorizationAddress({ authorization })).toBe(address);
    }
  });

  test('behavior: the blobs of a transaction stay with it', async () => {
    const blobVersionedHashes = viem.sidecarsToVersionedHashes({ sidecars: [sidecar] });
    const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, maxFeePerBlobGas: 1n };
    const transaction = { type: 'eip4844', chainId: 1, nonce: 0, gas: 21_000n, to, ...fees } as const;
    const serializedTransaction = await account.signTransaction({
      ...transaction,
      blobVersionedHashes,
      sidecars: [sidecar],
    });
    expect(viem.parseTransaction(serializedTransaction)).toMatchObject({ sidecars: [sidecar], blobVersionedHashes });
    expect(
      await viem.recoverTransactionAddress({ serializedTransaction: serializedTransaction as `0x03${string}` }),
    ).toBe(address);
  });
});

describe('ethers', () => {
  const provider = new ethers.JsonRpcProvider(node.url, undefined, {
    cacheTimeout: -1,
    polling: true,
    pollingInterval: 20,
  });
  const signer = new MintmarkSigner(client, address).connect(provider);
  afterAll(() => provider.destroy());

  test('default: the payment of the page is mined', async () => {
    const { hash } = await page.payWithEthers(client, address, to, provider);
    expect(await provider.waitForTransaction(hash)).toMatchObject({ status: 1, type: 2, from: address });
  });

  test.each([
    ['text', 'Grüße, 世界'],
    ['bytes', Uint8Array.of(0, 255)],
  ])('behavior: the message is %s', async (_, message) => {
    expect(ethers.verifyMessage(message, await signer.signMessage(message))).toBe(address);
  });

  test('behavior: typed data', async () => {
    const signature = await signer.signTypedData(domain, types, payment);
    expect(ethers.verifyTypedData(domain, types, payment, signature)).toBe(address);
  });

  describe('names', () => {
    const resolved = { 'bank.eth': to, 'own.eth': address };
    const resolveName = async (name: keyof typeof resolved) => resolved[name];
    const resolving = signer.connect(Object.assign(Object.create(provider), { resolveName }));

    test('behavior: in typed data', async () => {
      const signature = await resolving.signTypedData(domain, types, { ...payment, to: 'bank.eth' });
      expect(ethers.verifyTypedData(domain, types, payment, signature)).toBe(address);
      const unresolved = signer.connect(null).signTypedData(domain, types, { ...payment, to: 'bank.eth' });
      await expect(unresolved).rejects.toMatchObject({ code: 'UNSUPPORTED_OPERATION' });
    });

    test('behavior: in a transaction', async () => {
      const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
      const signed = await resolving.signTransaction({ from: 'own.eth', to: 'bank.eth', type: 2, chainId: 1, ...fees });
      expect(ethers.Transaction.from(signed)).toMatchObject({ from: address, to });
      const other = resolving.signTransaction({ from: 'bank.eth', to, type: 2, chainId: 1, ...fees });
      await expect(other).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', argument: 'from' });
    });

    test('behavior: in an authorization', async () => {
      expect(await resolving.authorize({ address: 'bank.eth', chainId: 1, nonce: 0 })).toMatchObject({ address: to });
    });
  });

  test('behavior: an authorization without a chain and a nonce is of the present ones', async () => {
    const authorization = await signer.authorize({ address: to });
    expect(authorization).toMatchObject({ chainId: 1n, nonce: BigInt(await signer.getNonce()) });
    expect(ethers.verifyAuthorization(authorization, authorization.signature)).toBe(address);
  });

  test('behavior: any spelling of the address', async () => {
    for (const spelling of [address.toLowerCase(), address.slice(2), ethers.getIcapAddress(address)]) {
      const other = new MintmarkSigner(client, spelling);
      expect([other.address, await other.getAddress()]).toEqual([address, address]);
      expect(ethers.verifyMessage('Hello', await other.signMessage('Hello'))).toBe(address);
    }
  });

  test('behavior: an authorization is mined, and the account has the code of the contract', async () => {
    const contract = '0x4242424242424242424242424242424242424242';
    const nonce = await signer.getNonce();
    // The transaction that carries it has the nonce before.
    const authorization = await signer.authorize({ address: contract, nonce: nonce + 1 });
    expect(ethers.verifyAuthorization(authorization, authorization.signature)).toBe(address);
    const request = { to: address, nonce, type: 4, authorizationList: [authorization], gasLimit: 100_000 };
    expect(await (await signer.sendTransaction(request)).wait()).toMatchObject({ status: 1, type: 4 });
    expect(await provider.getCode(address)).toBe(`0xef0100${contract.slice(2)}`);
  });

  test('behavior: an authorization of every chain', async () => {
    const authorization = await signer.authorize({ address: to, chainId: 0, nonce: 2n ** 60n });
    expect(authorization).toMatchObject({ address: to, chainId: 0n, nonce: 2n ** 60n });
    expect(ethers.verifyAuthorization(authorization, authorization.signature)).toBe(address);
  });

  test.each([0, 1, 2])('behavior: a transaction of the type %d is mined', async (type) => {
    const receipt = await (await signer.sendTransaction({ to, value, type })).wait();
    expect(receipt).toMatchObject({ status: 1, type, from: address });
  });

  test('behavior: a contract is created', async () => {
    // Returns no code.
    const receipt = await (await signer.sendTransaction({ data: '0x600080f3' })).wait();
    expect(receipt).toMatchObject({ status: 1, contractAddress: expect.any(String) });
  });

  test('behavior: the blobs of a transaction stay with it', async () => {
    const { blob: data, commitment, proof } = sidecar;
    const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, maxFeePerBlobGas: 1n };
    const request = { type: 3, chainId: 1, nonce: 0, gasLimit: 21_000n, to, ...fees };
    const signed = await signer.signTransaction({ ...request, blobs: [{ data, commitment, proof }] });
    expect(ethers.Transaction.from(signed)).toMatchObject({ from: address, blobs: [{ data }] });
  });

  test('error: a transaction from another address', async () => {
    await expect(signer.signTransaction({ from: to, to, value })).rejects.toThrow(
      'the transaction is from another address',
    );
  });
});

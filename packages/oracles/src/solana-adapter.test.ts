import { ApiError } from '@mintmark/client';
import { createSolanaSigner } from '@mintmark/client/solana-kit';
import * as solana from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { afterAll, describe, expect, test } from 'vitest';
import { startAdapterSession } from './adapter-session.ts';

const session = await startAdapterSession();
afterAll(() => session[Symbol.asyncDispose]());
const { page, client } = session;

const { addresses } = await client.createWalletOrThrow({
  walletName: 'Adapters',
  accounts: [
    {
      curve: 'CURVE_ED25519',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/501'/0'/0'",
      addressFormat: 'ADDRESS_FORMAT_SOLANA',
    },
  ],
});
const [address] = addresses as [solana.Address];
const signer = createSolanaSigner(client, address);

test.each([0, 'legacy'] as const)('behavior: a transaction of the version %s is executed', async (version) => {
  const svm = new LiteSVM();
  svm.airdrop(address, solana.lamports(10_000_000_000n));
  const destination = (await solana.generateKeyPairSigner()).address;
  const transfer = getTransferSolInstruction({ source: signer, destination, amount: 5_000_000n });
  const lifetime = { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 1000n };
  const message = solana.pipe(
    solana.createTransactionMessage({ version }),
    (empty) => solana.setTransactionMessageFeePayerSigner(signer, empty),
    (paid) => solana.setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => solana.appendTransactionMessageInstruction(transfer, timed),
  );
  const transaction = await solana.signTransactionMessageWithSigners(message);
  expect(svm.sendTransaction(transaction)).not.toBeInstanceOf(FailedTransactionMetadata);
  expect(svm.getBalance(destination)).toBe(5_000_000n);
});

test('default: the transfer of the page is executed', async () => {
  const svm = new LiteSVM();
  svm.airdrop(address, solana.lamports(10_000_000_000n));
  const destination = (await solana.generateKeyPairSigner()).address;
  const lifetime = { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 1000n };
  const transaction = await page.signTransfer(client, address, destination, lifetime);
  expect(svm.sendTransaction(transaction)).not.toBeInstanceOf(FailedTransactionMetadata);
  expect(svm.getBalance(destination)).toBe(5_000_000n);
});

async function verify(messages: readonly solana.SignableMessage[]) {
  const key = await solana.getPublicKeyFromAddress(address);
  const signed = await signer.signMessages(messages);
  expect(signed).toHaveLength(messages.length);
  for (const [index, { content }] of messages.entries())
    expect(await solana.verifySignature(key, signed[index]?.[address] as solana.SignatureBytes, content)).toBe(true);
}

test('behavior: two messages', () => verify(['Hello', 'Grüße'].map((text) => solana.createSignableMessage(text))));

test('behavior: no message, and more messages than one activity signs', async () => {
  await verify([]);
  await verify(Array.from({ length: 101 }, (_, index) => solana.createSignableMessage(`Message ${index}`)));
});

test('behavior: what this key has signed already is signed again', async () => {
  const [transaction] = await unsignedTransactions();
  const [first] = await signer.signTransactions([transaction]);
  const signed = { ...transaction, signatures: { ...transaction.signatures, ...first } };
  expect(await signer.signTransactions([signed])).toEqual([first]);
});

/** A list for signTransactions, as kit makes it. */
async function unsignedTransactions() {
  const lifetime = { blockhash: new LiteSVM().latestBlockhash(), lastValidBlockHeight: 1000n };
  const message = solana.pipe(
    solana.createTransactionMessage({ version: 0 }),
    (empty) => solana.setTransactionMessageFeePayerSigner(signer, empty),
    (paid) => solana.setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
  );
  return [solana.compileTransaction(message)] as const;
}

describe.each([
  [
    'transactions',
    async (one: typeof signer, config?: { abortSignal: AbortSignal }) =>
      one.signTransactions(await unsignedTransactions(), config),
  ],
  [
    'messages',
    (one: typeof signer, config?: { abortSignal: AbortSignal }) =>
      one.signMessages([solana.createSignableMessage('Hello')], config),
  ],
])('%s', (_, sign) => {
  const { signal: abortSignal } = new AbortController();

  test('behavior: the options of the signer are those of its calls', async () => {
    const elsewhere = createSolanaSigner(client, address, { organizationId: crypto.randomUUID() });
    await expect(sign(elsewhere, { abortSignal })).rejects.toBeInstanceOf(ApiError);
  });

  test('behavior: the signals of the signer and of the call both abort it', async () => {
    await expect(sign(signer, { abortSignal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
    const aborted = createSolanaSigner(client, address, { signal: AbortSignal.abort() });
    await expect(sign(aborted)).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(sign(aborted, { abortSignal })).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

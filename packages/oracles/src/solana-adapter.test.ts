import { ApiError } from '@mintmark/client';
import { createSolanaSigner } from '@mintmark/client/solana-kit';
import * as solana from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { afterAll, expect, test } from 'vitest';
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

test('behavior: two messages', async () => {
  const messages = ['Hello', 'Grüße'].map((text) => solana.createSignableMessage(text));
  const key = await solana.getPublicKeyFromAddress(address);
  const signed = await signer.signMessages(messages);
  expect(signed).toHaveLength(2);
  for (const [index, { content }] of messages.entries())
    expect(await solana.verifySignature(key, signed[index]?.[address] as solana.SignatureBytes, content)).toBe(true);
});

test('behavior: the signal of a call reaches the client, with the options of the signer', async () => {
  const messages = [solana.createSignableMessage('Hello')];
  const aborted = signer.signMessages(messages, { abortSignal: AbortSignal.abort() });
  await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
  const elsewhere = createSolanaSigner(client, address, { organizationId: crypto.randomUUID() });
  const { signal: abortSignal } = new AbortController();
  await expect(elsewhere.signMessages(messages, { abortSignal })).rejects.toBeInstanceOf(ApiError);
});

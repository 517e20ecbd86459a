import { repetitions } from '@mintmark/testing/effort';
import { getTransactionEncoder, type ReadonlyUint8Array, type SignatureBytes } from '@solana/kit';
import { expect, test } from 'vitest';
import { readSolanaTransaction } from '../../chains/src/solana/read-solana-transaction.ts';
import { describeSolanaMessage } from './describe-solana-message.ts';
import { createRandom, type RandomTransaction, randomSolanaTransaction, tables } from './random-solana-transaction.ts';
import { isSignatureOf } from './solana-keypair.ts';

const agreed = repetitions({ usual: 100, full: 1000 });
const maxLength = 1232;
const hex = (bytes: ReadonlyUint8Array) => Buffer.from(bytes).toString('hex');

/** Checks one transaction, and returns how many transfers and looked-up accounts it has. */
function compare({ transaction, keypair }: RandomTransaction, unsigned: Uint8Array) {
  const { content, requests, sign } = readSolanaTransaction(unsigned, keypair);
  expect(content).toEqual(describeSolanaMessage(transaction.messageBytes, tables));

  const message = Uint8Array.from(transaction.messageBytes);
  expect(requests.map((request) => ({ ...request, message: hex(request.message) }))).toEqual([
    { scheme: 'ed25519', message: hex(message) },
  ]);

  const signature = keypair.sign(message);
  expect(isSignatureOf(keypair, message, signature.bytes)).toBe(true);
  const signatures = { ...transaction.signatures, [keypair.address]: signature.bytes as SignatureBytes };
  expect(hex(sign([signature]))).toBe(hex(getTransactionEncoder().encode({ ...transaction, signatures })));
  return {
    transfers: content.transfers.length,
    splTransfers: content.splTransfers.length,
    lookedUp: content.instructions.flatMap(({ addressTableLookups }) => addressTableLookups).length,
  };
}

test.each(['legacy', 0] as const)(
  'behavior: transactions of @solana/kit are read and signed alike, version %s',
  (version) => {
    const random = createRandom(version === 0 ? 1 : 2);
    const seen = { transfers: 0, splTransfers: 0, lookedUp: 0 };
    let compared = 0;
    while (compared < agreed) {
      const made = randomSolanaTransaction(random, version);
      const unsigned = Uint8Array.from(getTransactionEncoder().encode(made.transaction));
      if (unsigned.length > maxLength) continue;
      const counts = compare(made, unsigned);
      seen.transfers += counts.transfers;
      seen.splTransfers += counts.splTransfers;
      seen.lookedUp += counts.lookedUp;
      compared++;
    }
    console.table({ version, compared, ...seen });
    expect(seen.transfers).toBeGreaterThan(agreed / 10);
    expect(seen.splTransfers).toBeGreaterThan(agreed / 10);
    expect(seen.lookedUp > 0).toBe(version === 0);
  },
);

import { z } from 'zod';
import type { EvmCallOptions, EvmChain } from '../../core/ports/evm-chain.ts';
import { EvmError } from '../../delivery/adapters/evm/evm-error.ts';
import { Address, Hash, Quantity } from '../../delivery/adapters/evm/evm-values.ts';

/** The transactions of busy blocks have several megabytes. */
const maxBytes = 32 * 1024 * 1024;

const Block = z.object({
  transactions: z.array(z.object({ hash: Hash, from: Address, nonce: Quantity })),
});

/**
 * The hash of the transaction that has used a nonce of an account in a final block; undefined if none has, or if the node does not
 * say. That a node does not know a transaction is no proof that another one has used its nonce: the final block has to show the other
 * one.
 */
export async function readFinalUser(
  chain: EvmChain,
  { address, nonce }: { readonly address: string; readonly nonce: bigint },
  options: EvmCallOptions,
): Promise<string | undefined> {
  const number = await ifNodeKnows(async () => await findBlock(chain, { address, nonce }, options));
  if (number === undefined) return undefined;
  const block = await chain.request('eth_getBlockByNumber', [`0x${number.toString(16)}`, true], {
    ...options,
    maxBytes,
  });
  const { data, success } = Block.safeParse(block);
  if (!success) throw new EvmError('BAD_ANSWER', { reason: `block ${number}` });
  return data.transactions.find((transaction) => transaction.from === address && transaction.nonce === nonce)?.hash;
}

/** The final block in which an account used a nonce: the search goes back from the newest one in growing steps, then halves them. */
async function findBlock(
  chain: EvmChain,
  { address, nonce }: { readonly address: string; readonly nonce: bigint },
  options: EvmCallOptions,
): Promise<bigint | undefined> {
  const newest = await chain.block('finalized', options);
  const isUsedAt = async (number: bigint) => (await chain.transactionCount(address, number, options)) > nonce;
  if (!newest || !(await isUsedAt(newest.number))) return undefined;
  let used = newest.number;
  let unused = -1n;
  for (let step = 1n; unused < 0n && used > 0n; step *= 2n) {
    const earlier = used > step ? used - step : 0n;
    if (await isUsedAt(earlier)) used = earlier;
    else unused = earlier;
  }
  while (used - unused > 1n) {
    const between = (used + unused) / 2n;
    if (await isUsedAt(between)) used = between;
    else unused = between;
  }
  return used;
}

/** Some nodes do not know which blocks are final, and most drop the state of old ones. */
async function ifNodeKnows<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof EvmError && error.code === 'REFUSED') return undefined;
    throw error;
  }
}

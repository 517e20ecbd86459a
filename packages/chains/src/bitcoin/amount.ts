import { invalidTransaction } from '../chain-error.ts';

/** 21 million bitcoins in satoshis: an amount or a sum above it is invalid on the network. */
const maxAmount = 21_000_000n * 100_000_000n;

export function checkAmount(amount: bigint, name: string): void {
  if (amount > maxAmount) throw invalidTransaction(`${name} has an amount above 21 million bitcoins`);
}

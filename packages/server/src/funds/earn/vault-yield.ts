import type { VaultFacts } from '../../core/ports/earn.ts';
import type { VaultSample } from './vault-samples.ts';

const yearMs = 365 * 24 * 3_600_000;
/** Over a shorter time, one large payment would look like the yield of every day. */
const minMs = 3_600_000;

/** The yield of a year as a fraction, if the vault goes on as it did since the sample. Undefined if that is too little to tell. */
export function yearlyYield(
  { price, readAt }: Pick<VaultFacts, 'price' | 'readAt'>,
  sample: VaultSample | undefined,
): number | undefined {
  if (!sample || sample.price === 0n) return undefined;
  const elapsedMs = readAt.getTime() - sample.sampledAt.getTime();
  if (elapsedMs < minMs) return undefined;
  // Prices have more digits than a number: only their difference is small.
  const gain = Number(((price - sample.price) * 10n ** 15n) / sample.price) / 1e15;
  return Math.expm1(Math.log1p(gain) * (yearMs / elapsedMs));
}

/** What is left after fees, which are a part of gains and never of losses. */
export const netYield = (gross: number, feeBps: number): number =>
  gross > 0 ? (gross * (10_000 - feeBps)) / 10_000 : gross;

/** A fraction as the contract has it, with six digits at most. */
export function fractionText(fraction: number): string {
  const text = fraction.toFixed(6).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

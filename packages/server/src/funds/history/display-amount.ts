import type { AmountDisplay } from '@mintmark/schema/fields/transactions/amount-display';
import type { z } from 'zod';
import type { KnownAsset } from '../../core/ports/chain-assets.ts';

/** An amount of an asset for people: in its own units and, if the asset has a price, in US dollars, rounded to cents. */
export function displayAmount(
  amount: bigint,
  { decimals, usd }: Pick<KnownAsset, 'decimals' | 'usd'>,
): z.output<typeof AmountDisplay> {
  const crypto = trimmed(decimalText(amount, decimals));
  return { crypto, ...(usd !== undefined && { usd: dollars(amount, decimals, usd) }) };
}

/** Exact: a floating-point number has fewer digits than an amount. */
function dollars(amount: bigint, decimals: number, price: string): string {
  const [whole = '', fraction = ''] = price.split('.');
  const scale = decimals + fraction.length;
  const product = amount * BigInt(whole + fraction) * 100n;
  const unit = 10n ** BigInt(scale);
  return decimalText((product + unit / 2n) / unit, 2);
}

const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

function decimalText(amount: bigint, decimals: number): string {
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** An amount in the units of people, with its decimals: 1500000 of an asset with six decimals is 1.5. */
export function amountText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

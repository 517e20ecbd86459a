import { expect, test } from 'vitest';
import { displayAmount } from './display-amount.ts';

test.each([
  [250_000_000n, 6, '250'],
  [1n, 18, '0.000000000000000001'],
  [1_500_000n, 6, '1.5'],
  [10n, 0, '10'],
  [0n, 6, '0'],
  [100n, 1, '10'],
  [2n ** 256n - 1n, 0, String(2n ** 256n - 1n)],
  [1n, 255, `0.${'0'.repeat(254)}1`],
])('default: %s with %s decimals is %s', (amount, decimals, crypto) => {
  expect(displayAmount(amount, { decimals })).toEqual({ crypto });
});

test.each([
  [250_000_000n, 6, '1', '250.00'],
  [250_000_000n, 6, '0.9995', '249.88'],
  [10n ** 18n, 18, '2500.125', '2500.13'],
  [1n, 18, '2500.5', '0.00'],
  [5n, 3, '1', '0.01'],
  [2n ** 256n - 1n, 18, '100000', '11579208923731619542357098500868790785326998466564056403945758400.79'],
])(
  'behavior: %s with %s decimals at %s is $%s, rounded to cents without losing digits',
  (amount, decimals, usd, text) => {
    expect(displayAmount(amount, { decimals, usd }).usd).toBe(text);
  },
);

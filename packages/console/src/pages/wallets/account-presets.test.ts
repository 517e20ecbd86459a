import { expect, test } from 'vitest';
import { accountOf, nextAccount, presets } from './account-presets.ts';

const [ethereum, bitcoin] = presets as [(typeof presets)[0], (typeof presets)[0]];

test('default: the next account of a preset is the first that is free', () => {
  expect(nextAccount(ethereum, [])).toEqual({
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  });
  const taken = [accountOf(ethereum, 0), accountOf(ethereum, 2), accountOf(bitcoin, 1)];
  expect(nextAccount(ethereum, taken).path).toBe("m/44'/60'/0'/0/1");
  expect(nextAccount(ethereum, [...taken, accountOf(ethereum, 1)]).path).toBe("m/44'/60'/0'/0/3");
});

test('behavior: the same path in another format is another account', () => {
  const taken = [{ ...accountOf(ethereum, 0), addressFormat: 'ADDRESS_FORMAT_SEI' as const }];
  expect(nextAccount(ethereum, taken).path).toBe("m/44'/60'/0'/0/0");
});

test('behavior: every preset numbers its accounts', () => {
  for (const preset of presets) expect(accountOf(preset, 7).path).toMatch(/7/);
});

import { expect, test } from 'vitest';
import { chainAssets } from './chain-assets.ts';

const token = { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', symbol: 'USDC', name: 'USD Coin', decimals: 6 };

test('default: the native asset is known, tokens are those of the operator', () => {
  expect(chainAssets('eip155:1', { assets: [token] })).toEqual({
    native: { caip19: 'eip155:1/slip44:60', symbol: 'ETH', name: 'Ether', decimals: 18 },
    tokens: new Map([
      [
        token.address,
        {
          caip19: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
          symbol: 'USDC',
          name: 'USD Coin',
          decimals: 6,
        },
      ],
    ]),
  });
});

test('behavior: prices are found however the letters of an address are written', () => {
  const prices = { [`eip155:1/erc20:${token.address}`]: '0.9998', 'eip155:137/slip44:966': '0.4' };
  expect(chainAssets('eip155:1', { assets: [token] }, prices)?.tokens.get(token.address)?.usd).toBe('0.9998');
  expect(chainAssets('eip155:137', {}, prices)?.native.usd).toBe('0.4');
  expect(chainAssets('eip155:1', {}, prices)?.native.usd).toBeUndefined();
});

test('behavior: a chain whose native asset is not known needs one', () => {
  const nativeAsset = { caip19: 'eip155:4217/slip44:1', symbol: 'USD', name: 'Dollar', decimals: 18 };
  expect(chainAssets('eip155:4217', {})).toBeUndefined();
  expect(chainAssets('eip155:4217', { nativeAsset })?.native).toEqual(nativeAsset);
});

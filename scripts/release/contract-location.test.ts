import { expect, test } from 'vitest';
import { contractLocation } from './contract-location.ts';

test.each([
  ['#/', 'document'],
  ['#/info/title', 'info › title'],
  ['#/paths/~1v1~1sign', '/v1/sign'],
  ['#/paths/~1v1~1sign/post', 'POST /v1/sign'],
  ['#/paths/~1v1~1sign/post/responses/409', 'POST /v1/sign › responses › 409'],
  ['#/components/schemas/Wallet', 'Wallet'],
  ['#/components/schemas/Wallet/properties/accounts/items/properties/curve', 'Wallet.accounts[].curve'],
  ['#/components/schemas/Wallet/properties/properties', 'Wallet.properties'],
  ['#/components/schemas/Signer/oneOf/1', 'Signer › oneOf › 1'],
  ['#/components/responses/NotFound', 'components › responses › NotFound'],
])('default: %s', (pointer, words) => {
  expect(contractLocation(pointer)).toBe(words);
});

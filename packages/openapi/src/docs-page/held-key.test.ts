import { generatePrivateKey } from '@mintmark/stamper';
import { expect, test } from 'vitest';
import { type Holdings, holdApiKey, KeyHolder } from './held-key.ts';

const ids = { organizationId: 'o', authProxyConfigId: 'p' };

test('default: listeners are told what is held now and after each change', async () => {
  const holder = new KeyHolder();
  const told: Holdings[] = [];
  holder.watch((holdings) => told.push(holdings));
  const key = await holdApiKey(generatePrivateKey('p256').toApiKey());
  holder.change({ key });
  holder.change(ids);
  const nothing = { organizationId: '', authProxyConfigId: '' };
  expect(told).toEqual([nothing, { ...nothing, key }, { ...ids, key }]);
});

test('behavior: nothing is held after forget', async () => {
  const holder = new KeyHolder();
  holder.change({ ...ids, key: await holdApiKey(generatePrivateKey('p256').toApiKey()) });
  let told: Holdings | undefined;
  holder.watch((holdings) => {
    told = holdings;
  });
  holder.forget();
  expect(told).toEqual({ organizationId: '', authProxyConfigId: '' });
  expect(holder.holdings).toBe(told);
});

test('error: keys that do not belong together', async () => {
  const { publicKey } = generatePrivateKey('p256').toApiKey();
  const { privateKey } = generatePrivateKey('p256').toApiKey();
  await expect(holdApiKey({ publicKey, privateKey })).rejects.toThrow('publicKey');
});

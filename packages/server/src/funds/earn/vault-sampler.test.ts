import { afterAll, expect, test } from 'vitest';
import { startEarningService } from '../../../test/earning.ts';
import { VaultSampler } from './vault-sampler.ts';
import { readOldSamples, writeSamples } from './vault-samples.ts';

const service = await startEarningService();
afterAll(() => service[Symbol.asyncDispose]());
const { earn, database } = service;
const address = await service.createVault('Steady Dollar');
await service.createVault('Other Dollar');
const key = { caip2: 'eip155:1', address };
const count = async () => (await database.query((sql) => sql`select from earn_samples`)).length;
const oldest = async () => (await database.query((sql) => readOldSamples(sql, [key])))(key);

test('default: one sample of each vault in an hour, however often it runs', async () => {
  const missing = { ...key, address: '0x00000000000000000000000000000000000000A2', curator: '' };
  earn.vaults = [...earn.vaults, { ...missing, provider: 'EARN_PROVIDER_ALPHA' }];
  const sampler = new VaultSampler(database, earn);
  await sampler.sample();
  await sampler.sample();
  // The last listed contract is not a vault. Two runs may be in different hours.
  expect([2, 4]).toContain(await count());
  expect((await oldest())?.price).toBe(10n ** 18n);
});

test('behavior: a chain that cannot be asked leaves the others alone', async () => {
  await database.transaction((sql) => sql`delete from earn_samples`);
  const { read } = earn;
  earn.read = async (vaults) => (vaults[0]?.address === address ? Promise.reject(new Error('away')) : read(vaults));
  await new VaultSampler(database, earn).sample();
  earn.read = read;
  expect(await count()).toBe(1);
});

test('behavior: the oldest sample of seven days counts, and those of a month ago are removed', async () => {
  const [facts] = await earn.read(earn.vaults.slice(0, 1));
  if (!facts) throw new Error('no vault');
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const sample = (days: number) =>
    database.transaction((sql) => writeSamples(sql, [{ ...facts, price: BigInt(days), readAt: daysAgo(days) }]));
  for (const days of [40, 20, 6, 2]) await sample(days);
  expect((await oldest())?.price).toBe(6n);
  const kept = await database.query(
    (sql) => sql<{ price: string }[]>`
    select price from earn_samples where vault_address = ${address} order by sampled_at`,
  );
  expect(kept.map(({ price }) => price)).toEqual(['20', '6', '2']);
});

test('behavior: it runs when it is started, and stops', async () => {
  await database.transaction((sql) => sql`delete from earn_samples`);
  const sampler = new VaultSampler(database, earn);
  sampler.start();
  await sampler.stop();
  expect(await count()).toBe(2);
});

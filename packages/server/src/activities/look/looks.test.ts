import upsertSwapConfig from '@mintmark/schema/operations/swap/upsert-swap-config';
import { expect, test } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';

type Inputs = (feeBps: string | undefined, sql: { readonly isFirst: boolean }) => Promise<void>;

/** A service with one operation that is prepared, and whose inputs are the test's. */
async function startWith(inputs: Inputs = async () => {}) {
  const reads = { inputs: 0, contexts: new Set<object>() };
  const handler = implement(upsertSwapConfig, {
    async inputs(context, { feeBps }) {
      reads.inputs++;
      reads.contexts.add(context);
      if (feeBps === '13') await context.sql`select 1 / 0`;
      await inputs(feeBps, { isFirst: reads.inputs === 1 });
      return feeBps;
    },
    prepare: async () => undefined,
    execute: async (_, parameters) => parameters,
  });
  const service = await startService({}, { handlers: { upsert_swap_config: handler } });
  return Object.assign(service, { reads });
}

const run = (
  service: { submit: (actor: Actor, operation: string, parameters: object) => Promise<Reply> },
  actor: Actor,
  feeBps: number,
) => service.submit(actor, 'upsert_swap_config', { feeBps: String(feeBps) });
type Reply = Awaited<ReturnType<Awaited<ReturnType<typeof startService>>['submit']>>;

test('error: inputs of one request fail, and its neighbours are answered', async () => {
  await using service = await startWith();
  const [ada] = await addOrganization(service);
  const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => run(service, ada, index)));
  expect(replies.map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, (_, index) => (index === 13 ? 500 : 200)),
  );
});

test('error: a refusal of one request is its own', async () => {
  await using service = await startWith(async (feeBps) => {
    if (feeBps === '7') throw new ApiError('RESOURCE_NOT_FOUND');
  });
  const [ada] = await addOrganization(service);
  const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => run(service, ada, index)));
  expect(replies.map(({ status }) => status)).toEqual(
    Array.from({ length: 12 }, (_, index) => (index === 7 ? 404 : 200)),
  );
});

test('behavior: a look that takes long does not hold up the next one, nor another organization', async () => {
  const blocked = Promise.withResolvers<void>();
  await using service = await startWith(async (_, { isFirst }) => {
    if (isFirst) await blocked.promise;
  });
  const [ada] = await addOrganization(service);
  const [bob] = await addOrganization(service);
  const first = run(service, ada, 1);
  await expect.poll(() => service.reads.inputs).toBe(1);
  expect((await run(service, ada, 2)).status).toBe(200);
  expect((await run(service, bob, 3)).status).toBe(200);
  blocked.resolve();
  expect((await first).status).toBe(200);
});

test('behavior: requests that are looked at together share a context, so that what they all need is read once', async () => {
  await using service = await startWith();
  const [ada] = await addOrganization(service);
  await Promise.all(Array.from({ length: 12 }, (_, index) => run(service, ada, index)));
  expect(service.reads.inputs).toBe(24);
  // Each has its own when it is committed. The looks are at most three batches: one begins before all requests have arrived.
  expect(service.reads.contexts.size).toBeLessThanOrEqual(12 + 3);
});

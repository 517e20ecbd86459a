import { startEvmNode } from '@mintmark/testing/evm-node';
import { expect, test } from 'vitest';
import { openTestStore } from '../../test/test-store.ts';
import { createServerOn } from './create-server.ts';

test('behavior: a server follows the chains of its configuration, also after their nodes were gone', async () => {
  await using first = await startEvmNode();
  await using second = await startEvmNode({ chainId: 8453 });
  await using unused = await startEvmNode({ chainId: 137 });
  const store = await openTestStore();
  const errors: [string, unknown][] = [];
  await using server = await createServerOn(store, {
    database: 'ephemeral',
    configuration: {
      chains: {
        'eip155:1': { rpcUrl: first.url, history: { fromBlock: 0 } },
        'eip155:8453': { rpcUrl: second.url },
        'eip155:137': { rpcUrl: unused.url, history: false },
      },
    },
    onFollowerError: (caip2, error) => errors.push([caip2, error]),
  });
  const heads = () =>
    store.database.query(async (sql) => await sql`select caip2, head_number from followed_chains order by caip2`);
  const options = { interval: 100 };
  await expect.poll(heads, options).toEqual([
    { caip2: 'eip155:1', headNumber: 0n },
    { caip2: 'eip155:8453', headNumber: 0n },
  ]);
  expect(errors).toEqual([]);
  await first.stop();
  await first.mine(3);
  await second.mine(2);
  await expect.poll(() => errors, options).toMatchObject([['eip155:1', { code: 'UNREACHABLE' }]]);
  await first.start();
  await expect.poll(heads, options).toEqual([
    { caip2: 'eip155:1', headNumber: 3n },
    { caip2: 'eip155:8453', headNumber: 2n },
  ]);
  expect(unused.called).toEqual([]);
  // A call to a node that never answers does not delay the end.
  const asked = Promise.withResolvers<void>();
  first.intercept = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  await asked.promise;
  await server.close();
});

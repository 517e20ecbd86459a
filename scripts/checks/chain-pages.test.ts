import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type EvmNode, startEvmNode } from '@mintmark/testing/evm-node';
import { placeVaults } from '@mintmark/testing/place-vaults';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../command.ts';
import { readmePrograms } from './readme-programs.ts';
import { type StartedService, startService } from './started-service.ts';

let node: EvmNode;
let service: StartedService;
beforeAll(async () => {
  node = await startEvmNode({ chainId: 11_155_111 });
  service = await startService({ chains: { [node.caip2]: { rpcUrl: node.url } } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

const programs = (page: string) =>
  readmePrograms(readFileSync(join(root, 'docs', page), 'utf8'), '').map(({ code, ...program }) => ({
    ...program,
    code: code.replaceAll('http://127.0.0.1:8545', node.url),
  }));

const earnPlaces = {
  asset: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
  vaults: ['0x00000000000000000000000000000000EA510002'],
};

/** Puts what the page about vaults describes on the chain, and into the configuration file. The account is that of payments.ts. */
async function prepareVaults(): Promise<void> {
  writeFileSync(join(service.directory, 'address.ts'), "console.log((await import('./payments.ts')).address);");
  const deployer = (await service.run(['address.ts'])).stdout.trim();
  await node.fund(deployer, 10n ** 20n);
  await placeVaults(node, { ...earnPlaces, holder: deployer });
  const [vault] = earnPlaces.vaults;
  const vaults = [{ caip2: node.caip2, address: vault, provider: 'EARN_PROVIDER_ALPHA', curator: 'Northwind' }];
  await service.restart({ chains: { [node.caip2]: { rpcUrl: node.url } }, earn: { vaults, deployer } });
}

/** Saves the programs of pages. */
function save(...pages: readonly string[]): void {
  for (const { file, code } of pages.flatMap(programs)) writeFileSync(join(service.directory, file), code);
}

test.each(['transactions.md', 'earn.md'])('behavior: the programs of %s run against a node', async (page) => {
  save('first-wallet.md', 'first-transaction.md', page);
  if (page === 'earn.md') await prepareVaults();
  const found = programs(page);
  expect(found).not.toEqual([]);
  for (const { file, output } of found) {
    const { status, stdout, stderr } = await service.run([file]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    if (output !== undefined) expect(stdout).toBe(output);
  }
});

/** A provider that answers as the page says. The receiver can claim an amount once. */
async function startProvider() {
  const claims: {
    readonly key: unknown;
    readonly requestId: string;
    readonly receiver: string;
    readonly amount: string;
  }[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://provider');
    const body = await text(request);
    if (request.method === 'GET' && url.pathname === '/fees/claimable') {
      const amount = claims.length === 0 ? '1250000' : '0';
      return response.end(JSON.stringify({ receiver: url.searchParams.get('receiver'), amount }));
    }
    claims.push({ key: request.headers['idempotency-key'], ...JSON.parse(body) });
    return response.writeHead(202).end(JSON.stringify({ requestId: claims.at(-1)?.requestId }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/fees`, claims, [Symbol.asyncDispose]: close };
}

test('behavior: the programs of swap.md run against a provider', async () => {
  await using provider = await startProvider();
  save('first-wallet.md', 'swap.md');
  await service.restart({ swap: { providerUrl: provider.url } });
  const run = async (file: string) => {
    const { status, stdout, stderr } = await service.run([file]);
    expect([stderr, status]).toEqual(['', 0]);
    return stdout;
  };
  expect(programs('swap.md').map(({ file }) => file)).toEqual(['set-swap-fee.ts', 'claim-swap-fees.ts']);
  const [, receiver] = /^30 basis points for (0x[0-9a-fA-F]{40})\n$/.exec(await run('set-swap-fee.ts')) ?? [];
  const [, requestId] = /^The claim is (\S+)\n$/.exec(await run('claim-swap-fees.ts')) ?? [];
  expect(requestId).toBeDefined();
  // The claim is sent after the commit.
  await expect.poll(() => provider.claims).toEqual([{ key: requestId, requestId, receiver, amount: '1250000' }]);
});

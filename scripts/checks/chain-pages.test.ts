import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

test.each(['transactions.md', 'earn.md'])('behavior: the programs of %s run against a node', async (page) => {
  for (const { file, code } of ['first-wallet.md', 'first-transaction.md', page].flatMap(programs))
    writeFileSync(join(service.directory, file), code);
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

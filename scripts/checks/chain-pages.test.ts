import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EvmNode, startEvmNode } from '@mintmark/testing/evm-node';
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

test.each(['transactions.md'])('behavior: the programs of %s run against a node', async (page) => {
  for (const { file, code } of ['first-wallet.md', 'first-transaction.md', page].flatMap(programs))
    writeFileSync(join(service.directory, file), code);
  const found = programs(page);
  expect(found).not.toEqual([]);
  for (const { file, output } of found) {
    const { status, stdout, stderr } = await service.run([file]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    if (output !== undefined) expect(stdout).toBe(output);
  }
});

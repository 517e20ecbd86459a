import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';

export interface EvmNodeOptions {
  /** By default 1. */
  readonly chainId?: number;
  /** Whether each transaction gets its block immediately, which is usual. Otherwise a test makes the blocks. */
  readonly automine?: boolean;
  /** How many blocks the finalized block is behind the newest one; by default 2. */
  readonly finality?: number;
}

/** An EVM node with a chain of its own, over HTTP. */
export interface EvmNode extends AsyncDisposable {
  readonly url: string;
  /** The chain as a CAIP-2 identifier. */
  readonly caip2: string;
  /** Calls a method of the node. Rejects with the error of the node. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests know what an answer holds.
  request(method: string, params?: readonly unknown[]): Promise<any>;
  /** Makes blocks. */
  mine(blocks?: number): Promise<void>;
  /** Gives an account an amount of wei. */
  fund(address: string, wei: bigint): Promise<void>;
  /** Remembers the chain as it is. The returned function drops all later blocks; those made then have other hashes. */
  checkpoint(): Promise<() => Promise<void>>;
  /** Calls that arrive over HTTP go through this first. It may answer them itself, throw, or return `undefined`. */
  intercept: ((method: string, params: readonly unknown[]) => unknown) | undefined;
  /** The methods that were called over HTTP. */
  readonly called: string[];
  /** Refuses connections. The chain is kept. */
  stop(): Promise<void>;
  /** Accepts connections again, at the same address. */
  start(): Promise<void>;
}

/** Runs on every EVM chain at this address, and deploys contracts at addresses that are known before. */
const create2Deployer = {
  address: '0x4e59b44847b379578588920ca78fbf26c0b4956c',
  code: '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
};

/** Starts a node in this process. */
export async function startEvmNode(options: EvmNodeOptions = {}): Promise<EvmNode> {
  const { chainId = 1, automine = true, finality = 2 } = options;
  const { provider, close } = await createProvider(chainId, automine);
  const send = (method: string, params: readonly unknown[]) => provider.request({ method, params: [...params] });
  const request: EvmNode['request'] = async (method, params = []) =>
    await send(method, await withFinality(send, params, finality));
  await request('hardhat_setCode', [create2Deployer.address, create2Deployer.code]);

  const called: string[] = [];
  const node: Pick<EvmNode, 'intercept'> = { intercept: undefined };
  const answerTo = async ({ id, method, params = [] }: JsonRpcRequest) => {
    called.push(method);
    try {
      const answered = await node.intercept?.(method, params);
      return { jsonrpc: '2.0', id, result: answered === undefined ? await request(method, params) : answered };
    } catch (error) {
      const { code = -32_000, message, data } = error as Error & { code?: number; data?: unknown };
      return { jsonrpc: '2.0', id, error: { code, message, data } };
    }
  };
  let server = await listen(answerTo, 0);
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return Object.assign(node, {
    url: `http://127.0.0.1:${port}`,
    caip2: `eip155:${chainId}`,
    request,
    called,
    mine: async (blocks = 1) => await request('hardhat_mine', [hex(BigInt(blocks))]),
    fund: async (address: string, wei: bigint) => await request('hardhat_setBalance', [address, hex(wei)]),
    async checkpoint() {
      const snapshot = await request('evm_snapshot');
      return async () => {
        await request('evm_revert', [snapshot]);
        // The same blocks would have the same hashes.
        await request('evm_increaseTime', [100]);
      };
    },
    stop,
    async start() {
      server = await listen(answerTo, port);
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await close();
    },
  });
}

const hex = (value: bigint): string => `0x${value.toString(16)}`;

async function createProvider(chainId: number, automine: boolean) {
  process.env['HARDHAT_DISABLE_TELEMETRY'] = 'true';
  // Hardhat needs the root of a project. It must not find one of ours and write there.
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-evm-'));
  await writeFile(join(directory, 'package.json'), '{}');
  const mining = { auto: automine, interval: 0 };
  const networks = { node: { type: 'edr-simulated' as const, chainType: 'l1' as const, chainId, mining } };
  const { network } = await createHardhatRuntimeEnvironment({ networks }, {}, directory);
  const connection = await network.create({ network: 'node', chainType: 'l1' });
  const close = async () => {
    await connection.close();
    await rm(directory, { recursive: true });
  };
  return { provider: connection.provider, close };
}

/** The chain of the node cannot drop blocks by itself, so that its finalized block would be the newest one. */
async function withFinality(
  send: (method: string, params: readonly unknown[]) => Promise<unknown>,
  params: readonly unknown[],
  finality: number,
): Promise<readonly unknown[]> {
  if (!params.includes('finalized')) return params;
  const newest = BigInt((await send('eth_blockNumber', [])) as string);
  const number = newest > BigInt(finality) ? newest - BigInt(finality) : 0n;
  return params.map((param) => (param === 'finalized' ? hex(number) : param));
}

interface JsonRpcRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

async function listen(answerTo: (request: JsonRpcRequest) => Promise<object>, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as JsonRpcRequest | JsonRpcRequest[];
    const answer = Array.isArray(body) ? await Promise.all(body.map(answerTo)) : await answerTo(body);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

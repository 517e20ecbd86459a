import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface AnvilOptions {
  /** By default 1. */
  readonly chainId?: number;
  /** Whether blocks are only made when a test asks for them; by default each transaction gets its block at once. */
  readonly noMining?: boolean;
  /** The block with the tag `finalized` is twice as many blocks old as this; by default 1. */
  readonly slotsInAnEpoch?: number;
}

/** A real EVM node in a process of its own, with a chain of its own. */
export interface Anvil extends AsyncDisposable {
  readonly url: string;
  /** The chain as a CAIP-2 identifier. */
  readonly caip2: string;
  /** Calls a method of the node. Rejects with the message of the node. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests know what an answer holds.
  request(method: string, params?: readonly unknown[]): Promise<any>;
  /** Mines blocks. */
  mine(blocks?: number): Promise<void>;
  /** Gives an account an amount of wei. */
  fund(address: string, wei: bigint): Promise<void>;
  /** Stops the node. Its chain is kept. */
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
}

/** Starts a node. */
export async function startAnvil({
  chainId = 1,
  noMining = false,
  slotsInAnEpoch = 1,
}: AnvilOptions = {}): Promise<Anvil> {
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-anvil-'));
  const options = [
    ...['--chain-id', String(chainId), '--slots-in-an-epoch', String(slotsInAnEpoch)],
    ...['--state', join(directory, 'state.json'), '--preserve-historical-states', '--accounts', '1'],
    ...(noMining ? ['--no-mining'] : []),
  ];
  let node = await startBound([...options, '--port', '0']);
  const { port } = node;
  const url = `http://127.0.0.1:${port}`;
  let count = 0;
  const request: Anvil['request'] = async (method, params = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++count, method, params });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const stop = async () => {
    node.line.destroy();
    await node.exit;
  };
  return {
    url,
    caip2: `eip155:${chainId}`,
    request,
    async mine(blocks = 1) {
      await request('anvil_mine', [`0x${blocks.toString(16)}`]);
    },
    async fund(address, wei) {
      await request('anvil_setBalance', [address, `0x${wei.toString(16)}`]);
    },
    stop,
    async start() {
      node = await startBound([...options, '--port', String(port)]);
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The package of each platform has the program. */
function findProgram(): string {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const program = resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`);
  if (!existsSync(program)) throw new Error(`anvil is not installed: ${program}`);
  return program;
}

interface BoundNode {
  readonly port: number;
  /** The node stops when this is closed. */
  readonly line: Writable;
  readonly exit: Promise<unknown>;
}

/** The system closes descriptor 3 however the test process ends, even if it is killed. */
const boundScript = `
"$@" 3<&- &
program=$!
( read -r line <&3; kill -TERM "$program" ) >/dev/null 2>&1 &
exec 3<&-
wait "$program"
`;

async function startBound(options: readonly string[]): Promise<BoundNode> {
  const child: ChildProcess = spawn('/bin/sh', ['-c', boundScript, 'anvil', findProgram(), ...options], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  const line = child.stdio[3] as Writable;
  line.on('error', () => {});
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  for await (const text of createInterface({ input: child.stdout as Readable })) {
    const [, port] = /^Listening on 127\.0\.0\.1:(\d+)$/.exec(text) ?? [];
    if (port === undefined) continue;
    // Unread output would stop the node in the end.
    child.stdout?.resume();
    return { port: Number(port), line, exit };
  }
  throw new Error(`anvil did not start: ${said.join('')}`);
}

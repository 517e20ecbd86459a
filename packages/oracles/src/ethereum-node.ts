import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

/** A local Ethereum node that mines each transaction at once. */
export interface EthereumNode {
  /** Calls a JSON-RPC method, and throws what the node answers instead of a result. */
  readonly call: (method: string, ...params: unknown[]) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Starts anvil, with the rules of Prague: the first that have every type of transaction. */
export async function startEthereumNode(): Promise<EthereumNode> {
  const anvil = spawn(findAnvil(), ['--port', '0', '--hardfork', 'prague', '--accounts', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(anvil, 'exit');
  const url = await readUrl(createInterface({ input: anvil.stdout }));
  // What it prints later is dropped: it stops when nobody reads it.
  anvil.stdout.resume();
  let id = 0;
  return {
    call: async (method, ...params) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      });
      const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    close: async () => {
      anvil.kill();
      await exited;
    },
  };
}

/** The program itself: the script of the package would be one more process to end. */
function findAnvil(): string {
  const require = createRequire(import.meta.url);
  const { resolve } = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  return resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`);
}

async function readUrl(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /^Listening on (\S+)$/.exec(line) ?? [];
    if (address) return `http://${address}`;
  }
  throw new Error('anvil ended before it listened');
}

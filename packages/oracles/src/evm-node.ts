import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';

/** An Ethereum node in this process, which mines every transaction at once. Its chain id is 31337. */
export interface EvmNode extends AsyncDisposable {
  /** Sends a JSON-RPC request, as EIP-1193 defines it. */
  // biome-ignore lint/suspicious/noExplicitAny: every method has a result of its own.
  readonly request: (request: { method: string; params?: readonly unknown[] }) => Promise<any>;
}

/** Starts an Ethereum node with a chain of its own. `hardhat_setBalance` gives an account ether. */
export async function startEvmNode(): Promise<EvmNode> {
  process.env['HARDHAT_DISABLE_TELEMETRY'] = 'true';
  // Hardhat needs the root of a project. It must not find one of ours and write there.
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-evm-'));
  await writeFile(join(directory, 'package.json'), '{}');
  const { network } = await createHardhatRuntimeEnvironment({}, {}, directory);
  const connection = await network.create({ network: 'default', chainType: 'l1' });
  return {
    request: (request) => connection.provider.request(request),
    async [Symbol.asyncDispose]() {
      await connection.close();
      await rm(directory, { recursive: true });
    },
  };
}

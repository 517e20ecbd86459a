import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** A compiled contract. */
interface CompiledContract {
  readonly abi: readonly object[];
  /** The code that deploys it, as hex with 0x. The encoded arguments of the constructor follow it. */
  readonly creationCode: string;
}

export interface CompiledContracts {
  readonly contracts: Readonly<Record<ContractName, CompiledContract>>;
  /** The version of the compiler, with its commit. */
  readonly compiler: string;
  /** The SHA-256 of what the compiler gets: all sources, with those of the libraries, and the settings. */
  readonly inputSha256: string;
}

type ContractName = 'EarnWrapper' | 'FeeSplitter' | 'TestAsset' | 'TestVault';

const sources: Readonly<Record<ContractName, string>> = {
  EarnWrapper: 'EarnWrapper.sol',
  FeeSplitter: 'FeeSplitter.sol',
  TestAsset: 'test/TestAsset.sol',
  TestVault: 'test/TestVault.sol',
};

/**
 * The oldest EVM that has everything that the contracts need, so that they run on every chain. Without metadata, the code depends on
 * nothing but the sources and these settings.
 */
const settings = {
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};

/**
 * Compiles all contracts. The result is the same on every machine: the compiler is a WebAssembly program of fixed version. It takes
 * seconds, so what it returned for the same input is kept in `node_modules/.cache`.
 *
 * @param isFresh Whether to compile also what is kept.
 */
export async function compileContracts(isFresh = false): Promise<CompiledContracts> {
  const files = new Map<string, string>();
  for (const file of Object.values(sources)) await collect(file, files);
  const input = JSON.stringify({
    language: 'Solidity',
    sources: Object.fromEntries(
      [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, content]) => [path, { content }]),
    ),
    settings,
  });
  const { output, compiler } = await compile(input, isFresh);
  if (output.errors) throw new Error(output.errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const compiled = (name: ContractName): CompiledContract => {
    const contract = output.contracts[sources[name]]?.[name];
    if (!contract) throw new Error(`${sources[name]} has no contract ${name}`);
    return { abi: contract.abi, creationCode: `0x${contract.evm.bytecode.object}` };
  };
  return {
    contracts: {
      EarnWrapper: compiled('EarnWrapper'),
      FeeSplitter: compiled('FeeSplitter'),
      TestAsset: compiled('TestAsset'),
      TestVault: compiled('TestVault'),
    },
    compiler,
    inputSha256: createHash('sha256').update(input).digest('hex'),
  };
}

interface Compilation {
  readonly output: Output;
  readonly compiler: string;
}

const cache = new URL('../../../node_modules/.cache/solc/', import.meta.url);

async function compile(input: string, isFresh: boolean): Promise<Compilation> {
  const { version } = JSON.parse(await readFile(resolve('solc/package.json'), 'utf8'));
  const file = new URL(`${createHash('sha256').update(`${version}\n${input}`).digest('hex')}.json`, cache);
  const kept = isFresh ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept);
  const { default: solc } = await import('solc');
  const compilation: Compilation = { output: JSON.parse(solc.compile(input)), compiler: solc.version() };
  await mkdir(cache, { recursive: true });
  // Renamed when it is whole: other processes may read it.
  const unfinished = new URL(randomUUID(), cache);
  await writeFile(unfinished, JSON.stringify(compilation));
  await rename(unfinished, file);
  return compilation;
}

interface Output {
  /** Warnings too: there must be none. */
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, Contract>>>>;
}

interface Contract {
  readonly abi: readonly object[];
  readonly evm: { readonly bytecode: { readonly object: string } };
}

const library = '@openzeppelin/';
const { resolve } = createRequire(import.meta.url);

/** Adds a file and everything that it imports, by the paths that the compiler knows them by. */
async function collect(path: string, files: Map<string, string>): Promise<void> {
  if (files.has(path)) return;
  const location = path.startsWith(library) ? resolve(path) : new URL(`../solidity/${path}`, import.meta.url);
  const content = await readFile(location, 'utf8');
  files.set(path, content);
  for (const [, imported = ''] of content.matchAll(/^import [^;]*?"([^"]+)";/gm)) {
    const isRelative = imported.startsWith('.');
    await collect(isRelative ? new URL(imported, `file:///${path}`).pathname.slice(1) : imported, files);
  }
}

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Refusal, root } from '../command.ts';
import { diffExtensions } from './contract-extensions.ts';
import { type Change, type Impact, type RawChange, rateChange } from './contract-rating.ts';
import { RedoclyProcess } from './redocly-process.ts';

/** The parts of an OpenAPI document that a comparison reads. */
export interface Contract {
  readonly info: { readonly version: string };
  readonly security?: readonly unknown[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface ContractDiff {
  /** The versions that the two documents carry. */
  readonly from: string;
  readonly to: string;
  /** The largest impact of all changes. */
  readonly impact: Impact | 'none';
  readonly changes: readonly Change[];
}

const redocly = new RedoclyProcess();
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const impacts = ['major', 'minor', 'patch'] as const;

/** Compares two contracts and rates every change by its impact on clients of the older one. */
export async function diffContracts(base: Contract, revision: Contract): Promise<ContractDiff> {
  const before = comparable(base);
  const after = comparable(revision);
  const changes = [...(await rawDiff(before, after)).map(rateChange), ...diffExtensions(before, after)];
  // Redocly does not look inside examples and extensions.
  if (changes.length === 0 && !isDeepStrictEqual(before, after)) {
    changes.push({
      impact: 'patch',
      section: 'other',
      location: 'document',
      message: 'Examples or extensions changed.',
    });
  }
  return {
    from: base.info.version,
    to: revision.info.version,
    impact: impacts.find((impact) => changes.some((change) => change.impact === impact)) ?? 'none',
    changes,
  };
}

export async function readContract(path: string): Promise<Contract> {
  if (!existsSync(path)) throw new Refusal(`No contract found at ${relative(root, path)}: run npm run generate.`);
  return JSON.parse(await readFile(path, 'utf8')) as Contract;
}

/**
 * Normalizes a document. The version is removed, because it is not part of the contract. The security of the document is
 * copied to each operation without its own, so that only a real change of an operation's security counts.
 */
function comparable({ security, ...contract }: Contract): Contract {
  const inherit = (key: string, value: unknown) =>
    methods.has(key) && security ? { security, ...(value as object) } : value;
  const paths = Object.entries(contract.paths ?? {}).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([key, value]) => [key, inherit(key, value)])),
  ]);
  return { ...contract, info: { ...contract.info, version: '' }, paths: Object.fromEntries(paths) };
}

/** Runs in a temporary directory, so that no other configuration applies. */
async function rawDiff(base: Contract, revision: Contract): Promise<RawChange[]> {
  const cwd = await mkdtemp(join(tmpdir(), 'contract-diff-'));
  const write = (name: string, value: unknown) => writeFile(join(cwd, name), JSON.stringify(value, null, 2));
  try {
    await write('redocly.yaml', { extends: ['diff-recommended'] });
    await write('base.json', base);
    await write('revision.json', revision);
    const files = ['base.json', 'revision.json', '--output=diff.json'];
    await redocly.run(cwd, 'diff', ...files, '--format=json', '--fail-on=none');
    return JSON.parse(await readFile(join(cwd, 'diff.json'), 'utf8')).changes;
  } catch (error) {
    throw new Refusal(`The contracts cannot be compared: ${(error as Error).message}`, { cause: error });
  } finally {
    await rm(cwd, { recursive: true });
  }
}

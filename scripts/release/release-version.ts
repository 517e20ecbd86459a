import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Refusal, root, runCommand } from '../command.ts';
import { assertGenerated } from '../generate/generated-files.ts';
import { breakingGate } from './breaking-gate.ts';
import { readPending } from './changesets.ts';
import { diffContracts, readContract } from './contract-diff.ts';
import { contractFiles } from './contract-files.ts';
import { contractReport } from './contract-report.ts';

/** Turns the pending changesets of a repository into one new version, and its contract into the released one. */
export async function releaseVersion(root: string): Promise<string> {
  const { bump } = await readPending(contractFiles(root).changesets);
  if (bump === 'none') {
    throw new Refusal('There is nothing to release: no changeset is pending.\nAdd one with: npm run changeset');
  }
  const { passes, message } = await breakingGate(root);
  if (!passes) throw new Refusal(message);

  const changeset = createRequire(join(root, 'package.json')).resolve('@changesets/cli/bin.js');
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  run(changeset, 'version');
  run('scripts/generate/index.ts');
  return recordContract(root);
}

/** Keeps the contract as the released one, and beside it what changed, in words. */
export async function recordContract(root: string): Promise<string> {
  const files = contractFiles(root);
  const contract = await readContract(files.current);
  const { version } = contract.info;
  const released = existsSync(files.released) ? await readContract(files.released) : undefined;
  if (released?.info.version === version) throw new Refusal(`The contract still says ${version}, which is released.`);
  const report = released
    ? contractReport(await diffContracts(released, contract))
    : `# The contract of ${version}\n\nThe first release.\n`;

  await mkdir(dirname(files.changes(version)), { recursive: true });
  await writeFile(files.changes(version), report);
  await cp(files.current, files.released);
  return `The contract is ${version}. Review the changes, commit them, and tag the commit.`;
}

const help = `Usage: npm run release:version

Makes one new version of all released packages from the pending changesets, generates the contract again, and keeps it
under packages/openapi: the document as released/openapi.json, what changed in words as changes/<version>.md.`;

if (import.meta.main) {
  await runCommand(help, async () => {
    // It is generated again below: changes that the gate has not seen would come in with it.
    await assertGenerated();
    return releaseVersion(root);
  });
}

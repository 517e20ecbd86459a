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

/** Applies the pending changesets of a repository as one new version, and records its contract as the released one. */
export async function releaseVersion(root: string): Promise<string> {
  const { bump } = await readPending(contractFiles(root).changesets);
  if (bump === 'none') {
    throw new Refusal('Nothing to release: no changeset is pending.\nAdd one with: npm run changeset');
  }
  const { passes, message } = await breakingGate(root);
  if (!passes) throw new Refusal(message);

  const changeset = createRequire(join(root, 'package.json')).resolve('@changesets/cli/bin.js');
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  run(changeset, 'version');
  run('scripts/generate/index.ts');
  return recordContract(root);
}

/** Stores the contract as the released one, with a description of the changes. */
export async function recordContract(root: string): Promise<string> {
  const files = contractFiles(root);
  const contract = await readContract(files.current);
  const { version } = contract.info;
  const released = existsSync(files.released) ? await readContract(files.released) : undefined;
  if (released?.info.version === version) throw new Refusal(`Version ${version} of the contract is already released.`);
  const report = released
    ? contractReport(await diffContracts(released, contract))
    : `# The contract of ${version}\n\nThe first release.\n`;

  await mkdir(dirname(files.changes(version)), { recursive: true });
  await writeFile(files.changes(version), report);
  await cp(files.current, files.released);
  return `The contract is ${version}. Review the changes, commit them, and tag the commit.`;
}

const help = `Usage: npm run release:version

Applies the pending changesets as one new version of all released packages, generates the contract again, and stores it
under packages/openapi: the document as released/openapi.json, the description of changes as changes/<version>.md.`;

if (import.meta.main) {
  await runCommand(help, async () => {
    // The contract is generated again below, which would include changes that the gate has not checked.
    await assertGenerated();
    return releaseVersion(root);
  });
}

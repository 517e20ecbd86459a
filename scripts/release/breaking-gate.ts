import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Refusal, root, runCommand } from '../command.ts';
import { assertGenerated } from '../generate/generated-files.ts';
import { type Bump, covers, type Pending, readPending } from './changesets.ts';
import { type ContractDiff, diffContracts, readContract } from './contract-diff.ts';
import { contractFiles } from './contract-files.ts';
import { contractReport } from './contract-report.ts';

/** The decision of the gate, and a message that explains it. */
export interface Verdict {
  readonly passes: boolean;
  readonly message: string;
}

/** Compares the contract of a repository with its last released one, and requires a changeset that is large enough. */
export async function breakingGate(root: string): Promise<Verdict> {
  const files = contractFiles(root);
  if (!existsSync(files.released)) {
    return { passes: true, message: 'No contract has been released yet, so nothing can break.' };
  }
  const diff = await diffContracts(await readContract(files.released), await readContract(files.current));
  await mkdir(dirname(files.report), { recursive: true });
  await writeFile(files.report, contractReport(diff));
  return judge(diff, await readPending(files.changesets));
}

/** Decides whether the pending changesets are large enough for the changes of the contract. */
export function judge(diff: ContractDiff, pending: Pending): Verdict {
  if (diff.impact === 'none') return { passes: true, message: `The contract is the one released as ${diff.from}.` };
  const needed = neededBump(diff);
  const size = `The contract has ${sizes[diff.impact]} since ${diff.from}`;
  if (covers(pending.bump, needed)) {
    return {
      passes: true,
      message: `${size}, and a ${pending.bump} release is pending (${pending.files.join(', ')}).`,
    };
  }
  const changes = diff.changes.filter(({ impact }) => impact === diff.impact);
  const condition = needed === diff.impact ? '' : ', as long as the version is below 1.0';
  const present = pending.bump === 'none' ? 'none is pending' : `the largest pending one is ${pending.bump}`;
  return {
    passes: false,
    message: [
      `${size}:`,
      changes.map(({ location, message }) => `  ${location}\n    ${message}`).join('\n'),
      `This needs a changeset of size ${needed}${condition}; ${present}.
Add one with: npm run changeset
Without a terminal: npm run changeset -- --${needed} @mintmark/openapi -m 'What changes for its users.'`,
    ].join('\n\n'),
  };
}

const sizes = { major: 'breaking changes', minor: 'additions', patch: 'small changes' } as const;

/** Below 1.0, a breaking change needs a minor release, and everything else a patch. */
function neededBump(diff: ContractDiff): Bump {
  if (!isBelowOne(diff)) return diff.impact;
  return diff.impact === 'major' ? 'minor' : 'patch';
}

function isBelowOne({ from }: ContractDiff): boolean {
  return from.startsWith('0.');
}

const help = `Usage: node scripts/release/breaking-gate.ts

Compares packages/openapi/v1/openapi.json with the last released contract, writes the difference to
packages/openapi/changes/next.md, and fails when no pending changeset is large enough for it, or when a generated file
does not match the units.`;

if (import.meta.main) {
  await runCommand(help, async () => {
    await assertGenerated();
    const { passes, message } = await breakingGate(root);
    if (!passes) throw new Refusal(message);
    return message;
  });
}

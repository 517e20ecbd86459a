import { readFile } from 'node:fs/promises';
import { readHeads } from '@mintmark/server/activities/audit-proof/audit-heads';
import { openAudited } from '@mintmark/server/activities/audit-proof/open-audited';
import { changeText } from '@mintmark/server/activities/audit-proof/root-user-changes';
import { type Audited, type AuditReport, verifyAudit } from '@mintmark/server/activities/audit-proof/verify-audit';
import { printable } from '@mintmark/server/core/requests/printable';
import { openStore } from '@mintmark/server/runtime/open-store';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { pathFrom } from '../path-from.ts';
import { settingsOf } from '../settings-of.ts';
import { withElapsedTime } from '../terminal/progress-line.ts';
import type { Command } from './command.ts';

export const auditVerify: Command = {
  help: `Usage: mintmark audit verify [--heads FILE]

Verifies the audit log of every organization: its chain is complete; users, credentials, features and tags match the chain; each
activity was stamped with a registered key. Exits with 0 if the audit log is valid, and with 1 if it is not or if there is no
organization. The service may keep running.

It also lists the keys that an operator added with "mintmark root add-key", and the root users whose contacts or credentials another
user changed, and who approved it (earlier versions let policies allow this). Logins with a code or an identity token are left out.
These lists do not change the exit code.

Options
  --heads FILE    also verifies that the chains continue the heads in FILE, written by "mintmark audit heads": this detects an
                  older copy of the database, and a chain whose end was cut off

Environment
  MINTMARK_MASTER_KEY_FILE    the master key file (default: master.key in MINTMARK_DATA_DIR)
  MINTMARK_DATA_DIR           the directory of the embedded database (default: .mintmark)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one`,

  async run({ options: { heads: file }, surroundings }) {
    const { print, report: warn, cwd, screen } = surroundings;
    const settings = settingsOf(surroundings);
    await using store = await openStore({ ...settings, joins: true });
    const audited = await openAudited(store.database, settings);
    const kept = file === undefined ? undefined : await readKept(audited, file, cwd);
    const verifying = verifyAudit(audited, kept?.heads);
    const report = await withElapsedTime('verifying the audit log', verifying, screen);
    const { problems, rootUserChanges, operatorKeys, ...counts } = report;
    for (const [what, count] of Object.entries(counts)) print(`${what}: ${count}`);
    print(`root users changed by others: ${rootUserChanges.length}`);
    for (const change of rootUserChanges) print(`  ${changeText(change)}`);
    for (const key of operatorKeys) print(operatorKeyLine(key));
    if (kept) print(`heads: ${kept.heads.size}, written at ${kept.at}`);
    for (const { organizationId = 'service', subject, problem } of problems)
      warn(`${organizationId}: ${subject} ${problem}`);
    print(
      problems.length === 0 ? 'The audit log is valid.' : `The audit log is not valid: ${problems.length} problems.`,
    );
    return problems.length === 0 ? 0 : 1;
  },
};

function operatorKeyLine({ organizationId, sequence, entry }: AuditReport['operatorKeys'][number]): string {
  const { user, host } = { ...(entry['operator'] as Readonly<Record<string, unknown>> | undefined) };
  const words = `the operator (${user} on ${host}) added the ${entry['curve']} key ${entry['publicKey']} to the root user ${entry['userId']}`;
  // A chain that was tampered with may say anything.
  return printable(`${organizationId}: entry ${sequence}, ${entry['at']}: ${words}`);
}

async function readKept(audited: Audited, file: string, cwd: string) {
  const text = await readFile(pathFrom(cwd, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(`${file} cannot be read: ${error.code}`);
  });
  return readHeads(audited, text);
}

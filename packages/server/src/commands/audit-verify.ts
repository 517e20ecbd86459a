import { readFile } from 'node:fs/promises';
import { readHeads } from '../audit-proof/audit-heads.ts';
import { openAudited } from '../audit-proof/open-audited.ts';
import { type Audited, verifyAudit } from '../audit-proof/verify-audit.ts';
import { openStore } from '../postgres/open-store.ts';
import { readSettings } from '../process/settings.ts';
import { SettingsError } from '../process/settings-error.ts';
import type { Command } from './command.ts';

export const auditVerify: Command = {
  help: `Usage: mintmark audit verify [--heads FILE]

Proves the audit of every organization: its chain is whole; users, credentials, features and tags are what follows from it; a
registered key stamped each activity. Exits with 0 if it holds, else with 1, also where there is no organization. The service may
run meanwhile.

Options
  --heads FILE    also proves that the chains continue those of a file that "mintmark audit heads" wrote: this shows an older
                  copy of the database, and a chain whose end was cut off

Environment
  MINTMARK_MASTER_KEY_FILE    the file of the master key; without it, master.key in MINTMARK_DATA_DIR
  MINTMARK_DATA_DIR           where the embedded database is: .mintmark
  DATABASE_URL                a PostgreSQL of your own, postgres://…, in the place of the embedded one`,

  async run({ heads: file }) {
    const settings = readSettings(process.env);
    await using store = await openStore({ ...settings, joins: true });
    const audited = await openAudited(store.database, settings);
    const kept = file === undefined ? undefined : await readKept(audited, file);
    const { problems, ...counts } = await verifyAudit(audited, kept?.heads);
    for (const [what, count] of Object.entries(counts)) console.log(`${what}: ${count}`);
    if (kept) console.log(`heads: ${kept.heads.size}, of ${kept.at}`);
    for (const { organizationId = 'service', subject, problem } of problems)
      console.error(`${organizationId}: ${subject} ${problem}`);
    console.log(problems.length === 0 ? 'The audit holds.' : `The audit does not hold: ${problems.length} problems.`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  },
};

async function readKept(audited: Audited, file: string) {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(`${file} cannot be read: ${error.code}`);
  });
  return readHeads(audited, text);
}

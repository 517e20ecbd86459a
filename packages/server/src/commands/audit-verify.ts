import { verifyAudit } from '../audit/verify-audit.ts';
import { readSettings } from '../process/settings.ts';
import { SettingsError } from '../process/settings-error.ts';
import { openStore } from '../store/open-store.ts';
import type { Command } from './command.ts';

export const auditVerify: Command = {
  help: `Usage: mintmark audit verify

Proves the audit of every organization: that its chain is whole, and that each activity was stamped by a registered key.
Exits with 0 if it holds, else with 1, also where there is no organization. The service may run meanwhile.

Environment
  MINTMARK_DATA_DIR    where the embedded database is: .mintmark
  DATABASE_URL         a PostgreSQL of your own, postgres://…, in the place of the embedded one`,

  async run() {
    const { database, dataDirectory } = readSettings(process.env);
    await using store = await openStore({ database, dataDirectory, joins: true });
    const { problems, ...counts } = await verifyAudit(store.database);
    if (counts.organizations === 0)
      throw new SettingsError('there is no organization in this database, and nothing to prove: is it the right one?');
    for (const [what, count] of Object.entries(counts)) console.log(`${what}: ${count}`);
    for (const { organizationId, subject, problem } of problems)
      console.error(`${organizationId}: ${subject} ${problem}`);
    console.log(problems.length === 0 ? 'The audit holds.' : `The audit does not hold: ${problems.length} problems.`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  },
};

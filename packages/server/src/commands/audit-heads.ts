import { open } from 'node:fs/promises';
import { writeHeads } from '../audit-proof/audit-heads.ts';
import { openAudited } from '../audit-proof/open-audited.ts';
import { openStore } from '../postgres/open-store.ts';
import { readSettings } from '../process/settings.ts';
import { SettingsError } from '../process/settings-error.ts';
import type { Command } from './command.ts';

export const auditHeads: Command = {
  help: `Usage: mintmark audit heads --file FILE

Writes the newest link of every organization's chain to a new file, signed by the service. Keep it where nobody who can write to
the database can change it: "mintmark audit verify --heads FILE" later proves that nothing up to then is gone. The service may run
meanwhile.

Environment
  MINTMARK_MASTER_KEY_FILE    the file of the master key; without it, master.key in MINTMARK_DATA_DIR
  MINTMARK_DATA_DIR           where the embedded database is: .mintmark
  DATABASE_URL                a PostgreSQL of your own, postgres://…, in the place of the embedded one`,

  async run({ file: path }) {
    if (path === undefined) throw new SettingsError('say where to write the heads: --file FILE');
    const settings = readSettings(process.env);
    await using store = await openStore({ ...settings, joins: true });
    const audited = await openAudited(store.database, settings);
    await using file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EEXIST' ? 'is there already, and is not replaced' : `cannot be written: ${error.code}`;
      throw new SettingsError(`${path} ${why}`);
    });
    let lines = 0;
    for await (const line of writeHeads(audited, new Date())) {
      await file.write(line);
      lines += 1;
    }
    await file.sync();
    console.log(`wrote the heads of ${lines - 2} organizations to ${path}`);
  },
};

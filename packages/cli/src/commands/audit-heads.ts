import { open } from 'node:fs/promises';
import { writeHeads } from '@mintmark/server/activities/audit-proof/audit-heads';
import { openAudited } from '@mintmark/server/activities/audit-proof/open-audited';
import { openStore } from '@mintmark/server/runtime/open-store';
import { notWritten, SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { pathFrom } from '../path-from.ts';
import { settingsOf } from '../settings-of.ts';
import { createProgressLine } from '../terminal/progress-line.ts';
import type { Command } from './command.ts';

export const auditHeads: Command = {
  help: `Usage: mintmark audit heads --file FILE

Writes the newest link of every organization's chain to a new file, signed by the service. Keep the file where no one who can
write to the database can change it: "mintmark audit verify --heads FILE" later proves that no entry up to that point was removed.
The service may keep running.

Environment
  MINTMARK_MASTER_KEY_FILE    the master key file (default: master.key in MINTMARK_DATA_DIR)
  MINTMARK_DATA_DIR           the directory of the embedded database (default: .mintmark)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one`,

  async run({ options: { file: path }, surroundings }) {
    if (path === undefined) throw new SettingsError('no output file given: use --file FILE');
    const settings = settingsOf(surroundings);
    await using store = await openStore({ ...settings, joins: true });
    const audited = await openAudited(store.database, settings);
    await using file = await open(pathFrom(surroundings.cwd, path), 'wx', 0o600).catch((error: Error) => {
      throw notWritten(path, error);
    });
    using progress = createProgressLine(surroundings.screen);
    let lines = 0;
    for await (const line of writeHeads(audited, new Date())) {
      await file.write(line);
      lines += 1;
      progress.show(`${lines} lines …`);
    }
    await file.sync();
    progress.clear();
    surroundings.print(`wrote the heads of ${lines - 2} organizations to ${path}`);
    return 0;
  },
};

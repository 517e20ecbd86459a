import { placements } from '@mintmark/server/activities/tables';
import { openStore } from '@mintmark/server/runtime/open-store';
import { countDistributed, distribute, placementInWords } from '@mintmark/server/storage/store/distribute';
import { settingsOf } from '../settings-of.ts';
import { withElapsedTime } from '../terminal/progress-line.ts';
import type { Command } from './command.ts';

export const databaseDistribute: Command = {
  help: `Usage: mintmark database distribute

Distributes the tables over the machines of a PostgreSQL with the Citus extension: all rows of an organization are on one
machine, and small tables are on every machine. It distributes all tables or, if it fails, none. Running it again distributes
what a newer version has added. Requests that change something wait meanwhile, so stop the service if the database is large.

Environment
  DATABASE_URL         the coordinator, postgres://…
  MINTMARK_DATA_DIR    the directory of the embedded database; that database lacks the extension, so the command
                       refuses it`,

  async run({ surroundings }) {
    const { print, report, screen } = surroundings;
    const settings = settingsOf(surroundings);
    await using store = await openStore({ ...settings, joins: true });
    const { database } = store;
    const distributing = distribute(database, placements).catch(async (error: unknown) => {
      // If the database cannot be reached any more, the first error says so.
      const now = await countDistributed(database, placements).catch(() => undefined);
      if (now) report(`${now.count} of ${now.all} tables are distributed now.`);
      throw error;
    });
    const tables = await withElapsedTime('distributing the tables', distributing, screen);
    const width = Math.max(...tables.map(({ name }) => name.length)) + 2;
    for (const { name, placement, isNew } of tables)
      print(`${name.padEnd(width)}${placementInWords(placement)}${isNew ? '' : ', already before'}`);
    const count = tables.filter(({ isNew }) => isNew).length;
    print(count === 0 ? 'All tables were distributed already.' : `Distributed ${count} of ${tables.length} tables.`);
    return 0;
  },
};

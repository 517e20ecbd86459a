import type { Database } from '../../storage/store/database.ts';
import { patience } from '../../storage/store/patience.ts';
import { endLeases } from './entries.ts';
import { organizationsWithLeases } from './entries-of-all.ts';

/**
 * Lets other processes deliver immediately what a process held, or without its id what all held, and returns how many entries. Only for
 * processes that are gone: otherwise an entry could be delivered by two processes at the same time.
 */
export async function releaseLeases(database: Database, owner?: string): Promise<number> {
  let released = 0;
  const organizations = await database.transaction((sql) => organizationsWithLeases(sql, owner), patience);
  for (const { organizationId: id } of organizations) {
    const { count } = await database.transaction((sql) => endLeases(sql, { id }, owner), patience);
    released += count;
  }
  return released;
}

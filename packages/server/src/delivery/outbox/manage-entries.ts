import type { Database } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';
import { retryEntry, retryFailedEntries } from './entries.ts';
import {
  allEntries,
  erasedEntry,
  type ListedEntry,
  organizationsWithEntry,
  organizationsWithFailedEntries,
} from './entries-of-all.ts';

interface EntryFilter {
  readonly state?: string | undefined;
  readonly organizationId?: string | undefined;
}

const batchSize = 1_000;

/** The entries of the outbox without their contents, in the order of organizations and ids. */
export async function* listEntries(database: Database, filter: EntryFilter = {}): AsyncGenerator<ListedEntry> {
  const { state, organizationId } = filter;
  for await (const entries of readInBatches<ListedEntry>(batchSize, (last, max) =>
    database.query((sql) => allEntries(sql, max, last)),
  ))
    yield* entries.filter(
      (entry) =>
        (state ?? entry.state) === entry.state && (organizationId ?? entry.organizationId) === entry.organizationId,
    );
}

/**
 * Makes an entry due now, with all its attempts. Returns how many entries: none if it does not exist, is being delivered, or has no
 * contents any more.
 */
export async function retryOne(database: Database, id: string): Promise<number> {
  const owners = await database.query((sql) => organizationsWithEntry(sql, id));
  return sum(
    owners.map(({ organizationId }) => database.transaction((sql) => retryEntry(sql, { id: organizationId }, id))),
  );
}

/** Whether the contents of an entry were erased when it failed. */
export async function isErased(database: Database, id: string): Promise<boolean> {
  const [found] = await database.query((sql) => erasedEntry(sql, id));
  return found !== undefined;
}

/** Makes all failed entries due now that have their contents, or those of one organization, and returns how many. */
export async function retryFailed(database: Database, organizationId?: string): Promise<number> {
  const owners =
    organizationId === undefined ? await database.query(organizationsWithFailedEntries) : [{ organizationId }];
  let count = 0;
  // One organization after the other: there may be many.
  for (const owner of owners)
    count += await sum([database.transaction((sql) => retryFailedEntries(sql, { id: owner.organizationId }))]);
  return count;
}

const sum = async (changes: readonly Promise<{ readonly count: number }>[]) =>
  (await Promise.all(changes)).reduce((total, { count }) => total + count, 0);

import { placements } from '../activities/tables.ts';
import { openStore as openAnyStore, type Store, type StoreOptions } from '../storage/postgres/open-store.ts';

/** Opens the database with the tables of the service. */
export const openStore = (options: Omit<StoreOptions, 'placements'>): Promise<Store> =>
  openAnyStore({ ...options, placements });

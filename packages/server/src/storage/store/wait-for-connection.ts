import type { Database } from './database.ts';
import { patience } from './patience.ts';
import { ConnectTimeout } from './session.ts';
import { StoreError } from './store-error.ts';

/**
 * Connects to the database. On a busy machine the first connection of a start may take longer than a request would wait, so slow
 * attempts are repeated.
 */
export async function waitForConnection(database: Database, { timeoutMs }: { timeoutMs: number } = patience) {
  const start = performance.now();
  for (;;)
    try {
      await database.query((sql) => sql`select`);
      return;
    } catch (error) {
      const isSlow = error instanceof ConnectTimeout || (error instanceof StoreError && error.code === 'TIMEOUT');
      if (!isSlow || performance.now() - start > timeoutMs) throw error;
    }
}

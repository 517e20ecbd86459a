import type { Store } from '../src/storage/postgres/open-store.ts';
import { createTestDatabase } from './test-database.ts';

/** What `openStore` opens as `ephemeral`, but on the PostgreSQL that the whole run shares, which takes no start. */
export async function openTestStore(): Promise<Store> {
  const { database, address, [Symbol.asyncDispose]: drop } = await createTestDatabase();
  let dropped: PromiseLike<void> | undefined;
  const close = async () => {
    dropped ??= drop();
    await dropped;
  };
  return { database, address, isOwn: true, close, [Symbol.asyncDispose]: close };
}

import type { DatabaseAddress } from '../src/storage/store/database-address.ts';
import { Session } from '../src/storage/store/session.ts';
import type { Sql } from '../src/storage/store/statement.ts';

/** Runs statements that the store itself never needs, on a separate connection. */
export async function runStatement<Result>(
  address: DatabaseAddress,
  work: (sql: Sql, session: Session) => Promise<Result>,
): Promise<Result> {
  const minute = 60_000;
  const session = await Session.open(address, {
    ephemeral: true,
    statementTimeoutMs: minute,
    connectTimeoutMs: minute,
  });
  try {
    return await work(session.sql, session);
  } finally {
    await session.end();
  }
}

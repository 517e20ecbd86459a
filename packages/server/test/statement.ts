import { type DatabaseAddress, type Driver, Session } from '../src/store/session.ts';

/** Runs statements that the store itself never needs, in a connection of their own. */
export async function runStatement<Result>(
  address: DatabaseAddress,
  work: (sql: Driver) => Promise<Result>,
): Promise<Result> {
  const minute = 60_000;
  const session = await Session.open(address, {
    ephemeral: true,
    statementTimeoutMs: minute,
    connectTimeoutMs: minute,
  });
  try {
    return await work(session.sql);
  } finally {
    await session.end();
  }
}

import { createHash } from 'node:crypto';
import type { DatabaseAddress } from './database-address.ts';
import { hasExtension, keepDistributed, type Placements } from './distribute.ts';
import { type MigrationSql, migrations } from './migrations/index.ts';
import { Session } from './session.ts';
import { StoreError } from './store-error.ts';

export interface MigrateOptions {
  readonly address: DatabaseAddress;
  readonly ephemeral?: boolean;
  /** How the tables are distributed. Without it, a distributed database does not distribute new ones. */
  readonly placements?: Placements;
  /** SQL by name, in order. */
  readonly migrations?: Readonly<Record<string, MigrationSql>>;
}

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly parts: readonly string[];
}

type Applied = Omit<Migration, 'parts'>;

/** How long to wait for another process that migrates, or for one statement of a migration. */
const patienceMs = 10 * 60 * 1000;

/**
 * Migrates a database to the schema of this version, and returns the names of the migrations that it ran.
 *
 * Any number of processes may do this at the same time: one migrates, the others wait for it. A database is refused if a newer version
 * migrated it, or if its migrations differ.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const known = Object.entries(options.migrations ?? migrations).map(([name, sql], index) => ({
    number: index + 1,
    name,
    checksum: createHash('sha256').update([sql].flat().join('\n')).digest('hex'),
    parts: [sql].flat(),
  }));
  const session = await Session.open(options.address, {
    ephemeral: options.ephemeral ?? false,
    statementTimeoutMs: patienceMs,
    connectTimeoutMs: 10_000,
  });
  try {
    await createTable(session);
    return await runPending(session, known, options.placements ?? new Map());
  } catch (error) {
    throw migrationError('the set-up of migrations', error);
  } finally {
    await session.end();
  }
}

async function runPending(session: Session, known: readonly Migration[], placements: Placements): Promise<string[]> {
  const done = await runAll(session, known);
  while (nextOf(known, await readApplied(session))) {
    const name = await retried(() => runNext(session, known, placements));
    if (name) done.push(name);
  }
  return done;
}

/**
 * Runs all migrations of an empty database in one transaction and one round trip: a first start should not wait for a commit of
 * each. Runs none if that is not possible. Then they run one by one, which also says which of them fails.
 */
async function runAll(session: Session, known: readonly Migration[]): Promise<string[]> {
  const { sql } = session;
  if (known.length === 0 || (await readApplied(session)).length > 0 || (await hasExtension(sql))) return [];
  await session.command('begin');
  try {
    await lock(session);
    const isEmpty = (await readApplied(session)).length === 0;
    if (isEmpty) {
      const rows = known.map(({ number, name, checksum }) => ({ number, name, checksum }));
      // A part may end with a comment, or without a semicolon.
      const text = known.flatMap(({ parts }) => parts).join('\n;\n');
      await Promise.all([session.command(text), sql`insert into migration ${sql(rows)}`]);
    }
    await session.command('commit');
    return isEmpty ? known.map(({ name }) => name) : [];
  } catch (error) {
    await session.command('rollback').catch(() => {});
    if (error instanceof StoreError && error.code === 'UNAVAILABLE') throw error;
    return [];
  }
}

/** Waits for other processes that migrate. */
const lock = ({ sql }: Session) => sql`select number from migration where number = 0 for update`;

/** Runs the next migration, unless another process has run it meanwhile. */
async function runNext(
  session: Session,
  known: readonly Migration[],
  placements: Placements,
): Promise<string | undefined> {
  const { sql } = session;
  await session.command('begin');
  try {
    await lock(session);
    const next = nextOf(known, await readApplied(session));
    if (next) {
      const { number, name, checksum, parts } = next;
      for (const part of parts)
        await session
          .command(part)
          .then(() => keepDistributed(sql, placements))
          .catch((error: unknown) => {
            throw migrationError(`the migration ${name}`, error);
          });
      await sql`insert into migration (number, name, checksum) values (${number}, ${name}, ${checksum})`;
    }
    await session.command('commit');
    return next?.name;
  } catch (error) {
    await session.command('rollback').catch(() => {});
    throw error;
  }
}

/** Row 0 is a lock: the process that locks it may migrate. A row lock ends with its transaction, on every PostgreSQL. */
async function createTable(session: Session): Promise<void> {
  const [{ exists }] = await session.sql<[{ exists: boolean }]>`select to_regclass('migration') is not null as exists`;
  if (exists) return;
  // Processes that create a table at the same time can make each other fail, despite "if not exists".
  await retried(() => session.command(tableOfMigrations));
}

const tableOfMigrations = `
create table if not exists migration (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);
insert into migration (number, name, checksum) values (0, 'lock', '') on conflict do nothing;
`;

async function readApplied({ sql }: Session): Promise<readonly Applied[]> {
  return await sql<Applied[]>`select number, name, checksum from migration where number > 0 order by number`;
}

/** The first migration to run, if any. The migrations of the database must be the first ones of this version. */
function nextOf(known: readonly Migration[], applied: readonly Applied[]): Migration | undefined {
  for (const [index, { name, checksum }] of applied.entries()) {
    const migration = known[index];
    if (!migration) {
      throw new StoreError(
        'MIGRATION_UNKNOWN',
        `the database has the migration ${name}, which this version does not know: start a newer version`,
      );
    }
    if (migration.name !== name || migration.checksum !== checksum) {
      throw new StoreError(
        'MIGRATION_CHANGED',
        `the database has the migration ${name}, which differs from that of this version (${migration.name}): ` +
          'start the version that migrated it, or a later one',
      );
    }
  }
  return known[applied.length];
}

/** Collisions with other processes: a table or row type that appeared meanwhile, or the retry errors of distributed databases. */
const collisions = ['23505', '42P07', '42710', '40001', '40P01'];

async function retried<Result>(work: () => Promise<Result>, attempts = 10): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isCollision = error instanceof StoreError && collisions.includes(error.details.sqlState ?? '');
    if (!isCollision || attempts === 1) throw error;
    return await retried(work, attempts - 1);
  }
}

/** Says which migration failed, unless the connection or disk space was the problem. */
function migrationError(what: string, error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  const { code, message, details } = error;
  // No privilege, or no schema that the role may use.
  if (details.sqlState === '42501' || details.sqlState === '3F000') {
    return new StoreError(
      'ACCESS_DENIED',
      `${what} failed: the role must own the database (${details.sqlState})`,
      details,
    );
  }
  return code === 'QUERY_FAILED' || code === 'CONSTRAINT_VIOLATION' || code === 'UNIQUE_VIOLATION'
    ? new StoreError('MIGRATION_FAILED', `${what} failed: ${message}`, details)
    : error;
}

import { connectToDatabase } from '../../load/service-database.ts';

/** Inserts of rows of the size of an activity, each in its own transaction, into the service's PostgreSQL. */
export interface BareInserts extends AsyncDisposable {
  /** Inserts this many rows over this many connections, and resolves to the number of rows a second. */
  rate(lanes: number, count: number): Promise<number>;
}

/** Connects to the embedded PostgreSQL of a running service, and creates a table there until the end of an `await using`. */
export async function openBareInserts(dataDirectory: string): Promise<BareInserts> {
  const pool = await connectToDatabase(dataDirectory, 8);
  await pool.query('create table bench (id uuid primary key default gen_random_uuid(), body bytea not null)');
  const insert = { name: 'insert', text: 'insert into bench (body) values ($1)' };
  const body = Buffer.alloc(700, 1);
  return {
    async rate(lanes, count) {
      let left = count;
      const start = performance.now();
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          while (left-- > 0) await pool.query({ ...insert, values: [body] });
        }),
      );
      return (1000 * count) / (performance.now() - start);
    },
    async [Symbol.asyncDispose]() {
      await pool.query('drop table bench');
      await pool.end();
    },
  };
}

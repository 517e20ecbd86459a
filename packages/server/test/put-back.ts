import { registry } from '@mintmark/schema';
import type { VoteRow } from '../src/activities/record/activity-row.ts';
import { fetchOf } from '../src/runtime/http/in-process.ts';
import type { Database } from '../src/storage/store/database.ts';
import type { Service } from './service.ts';

/** Copies a row with its MAC. The returned function replaces the current row with the copy. */
export async function keepRow(database: Database, table: string, id: string): Promise<() => Promise<void>> {
  const [kept] = await database.query(
    (sql) => sql<[{ row: string }]>`select to_json(kept)::text as row from ${sql(table)} kept where id = ${id}`,
  );
  const columns = Object.keys(JSON.parse(kept.row));
  return () =>
    database.transaction(async (sql) => {
      const changes = columns.map((column, at) => sql`${at > 0 ? sql`,` : sql``} ${sql(column)} = kept.${sql(column)}`);
      await sql`
        update ${sql(table)} set ${changes}
        from json_populate_record(null::${sql(table)}, ${kept.row}::text::json) kept
        where ${sql(table)}.id = kept.id`;
    });
}

/** A vote with the bytes that were stamped, even if they are stored only with the activity. */
export type StampedVote = VoteRow & { readonly message: Uint8Array };

/** Sends the stored request of a vote by an API key again, as anyone who reads the database could. */
export async function replay({ app }: Pick<Service, 'app'>, operation: string, vote: StampedVote) {
  const { message, publicKey, scheme, signature } = vote;
  const stamp = Buffer.from(JSON.stringify({ publicKey, scheme, signature })).toString('base64url');
  const unit = Object.values(registry).find(({ name }) => name === operation);
  const init = { method: 'POST', headers: { 'X-Stamp': stamp }, body: Buffer.from(message) };
  const response = await fetchOf(app)(`http://local${unit?.path}`, init);
  return (await response.json()) as { readonly activity: { readonly id: string; readonly status: string } };
}

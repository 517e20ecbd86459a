import { createHash } from 'node:crypto';
import type { Database } from '../src/storage/store/database.ts';
import type { Actor } from './service.ts';

/** The members of an activity that the tests check. */
interface Activity {
  readonly id: string;
  readonly status: string;
  readonly fingerprint: string;
  readonly result: object;
}

/** A request that was sent, and the activity that it was answered with, if it was answered. */
export interface Entry {
  readonly actor: Actor;
  readonly operation: string;
  readonly body: string;
  /** The fingerprint of the activity that it submits or approves. */
  readonly fingerprint: string;
  answer?: Activity;
}

/** An activity that a caller submitted. */
interface Wish {
  readonly needsTwo: boolean;
  /** Names that do not exist before it is carried out, and exist exactly once after that. */
  readonly effects: readonly string[];
  readonly entries: Entry[];
}

interface Row {
  readonly id: string;
  readonly fingerprint: Uint8Array;
  readonly status: string;
  readonly result: string | null;
  readonly votes: bigint;
  readonly auditEntries: bigint;
}

const fingerprintOf = (body: string): string => `sha256:${createHash('sha256').update(body).digest('hex')}`;

/** Everything that callers sent and were answered, kept outside the service so that it survives a crash. */
export class Ledger {
  readonly #wishes = new Map<string, Wish>();

  /** Records an activity before it is first sent. */
  expect(body: string, effects: readonly string[], needsTwo: boolean): string {
    const fingerprint = fingerprintOf(body);
    this.#wishes.set(fingerprint, { needsTwo, effects, entries: [] });
    return fingerprint;
  }

  /** Records each request before it is sent. */
  add(entry: Entry): Entry {
    this.#wishes.get(entry.fingerprint)?.entries.push(entry);
    return entry;
  }

  get entries(): Entry[] {
    return [...this.#wishes.values()].flatMap(({ entries }) => entries);
  }

  /** Compares all requests and answers with a database, and describes every mismatch. */
  async compare(database: Database): Promise<string[]> {
    const { rows, names } = await readState(database);
    const problems: string[] = [];
    for (const [fingerprint, wish] of this.#wishes) {
      const row = rows.get(fingerprint);
      const say = (problem: string) => problems.push(`${wish.entries[0]?.operation} ${fingerprint}: ${problem}`);
      for (const problem of [...lostIn(wish, row), ...halvesIn(wish, row, names)]) say(problem);
      rows.delete(fingerprint);
    }
    for (const [fingerprint] of rows) problems.push(`${fingerprint}: doubled, nobody sent it`);
    return problems;
  }
}

/** Acknowledged activities that are missing or different. */
function* lostIn({ entries }: Wish, row: Row | undefined) {
  for (const { answer } of entries) {
    if (!answer) continue;
    if (row?.id !== answer.id) yield `lost, ${answer.id} was acknowledged and ${row?.id} is there`;
    // An activity that waited for an approval may have been approved since.
    else if (answer.status !== 'ACTIVITY_STATUS_COMPLETED') continue;
    else if (row.status !== answer.status) yield `lost, it was completed and is ${row.status}`;
    else if (row.result !== JSON.stringify(Object.values(answer.result)[0])) yield 'lost, its result is another one';
  }
}

/** Effects that exist in part, or more than once. */
function* halvesIn({ needsTwo, effects }: Wish, row: Row | undefined, names: ReadonlyMap<string, number>) {
  const isCompleted = row?.status === 'ACTIVITY_STATUS_COMPLETED';
  for (const name of effects) {
    const count = names.get(name) ?? 0;
    if (count > 1) yield `doubled, ${name} is there ${count} times`;
    if (Math.min(count, 1) !== Number(isCompleted)) yield `half, ${name} is there ${count} times, ${row?.status}`;
  }
  if (!row) return;
  const votes = needsTwo && isCompleted ? 2n : 1n;
  if (!isCompleted && !needsTwo) yield `half, it is ${row.status}`;
  if (row.votes !== votes || row.auditEntries !== votes) yield `half, ${row.votes} votes, ${row.auditEntries} entries`;
}

async function readState(database: Database) {
  const [rows, names] = await database.query((sql) =>
    Promise.all([
      sql<Row[]>`
        select activities.id, fingerprint, status, result,
          coalesce(votes, 0) as votes, coalesce(audit_entries, 0) as audit_entries
        from activities
        left join (select activity_id as id, count(*) as votes from votes group by 1) v on v.id = activities.id
        left join (
          select (content::jsonb ->> 'activityId')::uuid as id, count(*) as audit_entries from audit_entries group by 1
        ) e on e.id = activities.id`,
      sql<{ name: string; count: bigint }[]>`
        select name, count(*) from (
          select name from organizations
          union all select name from users
          union all select name from tags
          union all select name from api_keys
        ) named group by name`,
    ]),
  );
  return {
    rows: new Map(rows.map((row) => [`sha256:${Buffer.from(row.fingerprint).toString('hex')}`, row])),
    names: new Map(names.map(({ name, count }) => [name, Number(count)])),
  };
}

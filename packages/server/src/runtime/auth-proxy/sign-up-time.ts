import { type OrganizationKey, ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { TransactionSql } from '../../storage/store/database.ts';

/** For how long a repetition gets the first answer. */
const lastsMs = 24 * 60 * 60 * 1000;
/** How many old rows each new one removes. */
const maxRemoved = 10;

interface SignUpBody {
  readonly organization: OrganizationKey;
  /** SHA-256 of the body. */
  readonly digest: Uint8Array;
  readonly now: Date;
}

/**
 * The timestamp of a sign-up: that of the first request with this body within a day. The activity is built from the body and the
 * timestamp, so a repetition is the same activity, also if the first request was lost before the activity was stored.
 */
export async function signUpTime(sql: TransactionSql, body: SignUpBody): Promise<number> {
  const { organization, digest, now } = body;
  const oldest = new Date(now.getTime() - lastsMs);
  const row = { ...ownerColumns(organization), digest, timestampMs: now.getTime(), createdAt: now };
  const [added] = await sql`
    insert into sign_ups ${sql(row)}
    on conflict (organization_id, digest) do update
      set timestamp_ms = excluded.timestamp_ms, created_at = excluded.created_at
      where sign_ups.created_at < ${oldest}
    returning timestamp_ms`;
  if (!added) return readTime(sql, body);
  await sql`
    delete from sign_ups
    where ${ofOrganization(sql, organization)} and digest in (
      select digest from sign_ups
      where ${ofOrganization(sql, organization)} and created_at < ${oldest}
      order by created_at limit ${maxRemoved}
      for update skip locked
    )`;
  return now.getTime();
}

/** A new timestamp for a sign-up whose first one is too old for an activity. Only one of several requests sets it. */
export async function renewSignUpTime(sql: TransactionSql, body: SignUpBody, outdated: number): Promise<number> {
  const { organization, digest, now } = body;
  await sql`
    update sign_ups set timestamp_ms = ${now.getTime()}
    where ${ofOrganization(sql, organization)} and digest = ${digest} and timestamp_ms = ${outdated}`;
  return readTime(sql, body);
}

async function readTime(sql: TransactionSql, { organization, digest, now }: SignUpBody): Promise<number> {
  const [row] = await sql<{ timestampMs: bigint }[]>`
    select timestamp_ms from sign_ups where ${ofOrganization(sql, organization)} and digest = ${digest}`;
  return row ? Number(row.timestampMs) : now.getTime();
}

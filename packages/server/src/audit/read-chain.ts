import { createHash } from 'node:crypto';
import type { Organization } from '../organization.ts';
import type { Sql } from '../store/database.ts';
import { readInBatches } from './read-in-batches.ts';

/** What an entry says, as it was parsed: of its members, none is certain. */
export type EntryContent = Readonly<Record<string, unknown>>;

interface Link {
  readonly sequence: bigint;
  readonly hash: Uint8Array;
}

/**
 * The entries of an organization's chain, each proved while it is read: in JavaScript, since a database that computes its own
 * proof could prove anything.
 */
export async function* readChain(
  sql: Sql,
  { tenantId, id }: Organization,
  report: (subject: string, problem: string) => void,
): AsyncGenerator<EntryContent> {
  const [head] = await sql<Link[]>`
    select sequence, hash from audit_heads where tenant_id = ${tenantId} and organization_id = ${id}`;
  if (!head) report('chain', 'is missing');
  let last: Link = { sequence: 0n, hash: createHash('sha256').update(id).digest() };
  const batches = readInBatches<Link & { content: string }>(
    1_000,
    (after, size) => sql`
      select sequence, content, hash from audit_entries
      where tenant_id = ${tenantId} and organization_id = ${id}
        ${after ? sql`and sequence > ${after.sequence}` : sql``}
      order by sequence limit ${size}`,
  );
  for await (const entries of batches) {
    for (const entry of entries) {
      const subject = `entry ${entry.sequence}`;
      if (entry.sequence !== last.sequence + 1n) report(subject, 'does not follow the entry before it');
      if (!hashAfter(last, entry).equals(entry.hash)) report(subject, 'does not have the hash of what it says');
      // Onwards from the hash as it is, so that what was changed once is not reported of all that follow.
      last = entry;
      const content = parse(entry.content);
      if (content) yield content;
      else report(subject, 'is not a JSON object');
    }
  }
  if (head && (head.sequence !== last.sequence || !Buffer.from(head.hash).equals(last.hash)))
    report('chain', 'does not end where its head says');
}

function hashAfter({ hash }: Link, { sequence, content }: { sequence: bigint; content: string }): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(sequence);
  return createHash('sha256').update(hash).update(number).update(content).digest();
}

function parse(text: string): EntryContent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as EntryContent) : undefined;
  } catch {
    return undefined;
  }
}

import { firstLink, type Link, linkAfter, readHead } from '../../core/audit/audit-chain.ts';
import { auditHeadsTable } from '../../core/audit/audit-heads-table.ts';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import { type OrganizationKey, ofOrganization } from '../../core/model/of-organization.ts';
import type { Sql } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';

/** The parsed content of an entry. Any member may be missing. */
export type EntryContent = Readonly<Record<string, unknown>>;

/** An entry that was read, and the link that it makes. */
interface Entry extends Link {
  readonly content: EntryContent;
}

/**
 * The entries of an organization's chain, each verified while it is read. This is done in JavaScript: a tampered database could
 * claim anything about itself.
 *
 * @param start The link after which to begin, if everything up to it was verified before.
 */
export async function* readChain(
  sql: Sql,
  macs: RowMacs,
  organization: OrganizationKey,
  report: (subject: string, problem: string) => void,
  start?: Link,
): AsyncGenerator<Entry> {
  const head = await readHead(sql, organization);
  if (!head) report('chain', 'is missing');
  else if (!macs.isGenuine(auditHeadsTable, head)) report('chain', 'has a head that was not written by this service');
  let last = start ?? firstLink(organization.id);
  const batches = readInBatches<Link & { content: string }>(1_000, (read, size) => {
    // From the beginning it reads all entries: one before the first is a problem too.
    const after = read ?? start;
    return sql`
        select sequence, content, hash from audit_entries
        where ${ofOrganization(sql, organization)}
          ${after ? sql`and sequence > ${after.sequence}` : sql``}
        order by sequence limit ${size}`;
  });
  for await (const entries of batches) {
    for (const { sequence, content: text, hash } of entries) {
      const subject = `entry ${sequence}`;
      if (sequence !== last.sequence + 1n) report(subject, 'does not follow the entry before it');
      const expected = linkAfter({ ...last, sequence: sequence - 1n }, text);
      if (!Buffer.from(expected.hash).equals(hash)) report(subject, 'has a hash that does not match its content');
      // Continue from the stored hash, so that one changed entry is not reported for all entries after it.
      last = { sequence, hash };
      const content = parse(text);
      if (content) yield { content, sequence, hash };
      else report(subject, 'is not a JSON object');
    }
  }
  if (head && (head.sequence !== last.sequence || !Buffer.from(head.hash).equals(last.hash)))
    report('chain', 'does not end at its head');
}

function parse(text: string): EntryContent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as EntryContent) : undefined;
  } catch {
    return undefined;
  }
}

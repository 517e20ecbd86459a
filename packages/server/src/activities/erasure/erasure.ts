import { z } from 'zod';
import { AuditChain, readHead } from '../../core/audit/audit-chain.ts';
import { erasureEntry } from '../../core/audit/erasure-entry.ts';
import { defineKind } from '../../core/handlers/define-kind.ts';
import { eraseRows, hasEntries, requireDeleted } from './erase-rows.ts';

interface ErasureLimits {
  /** How many rows one transaction removes. */
  readonly maxRows: number;
  /** After which time a delivery leaves the rest to the next one: another organization may come first. */
  readonly turnMs: number;
}

/** After which time an entry that was being delivered is delivered, or can be removed. */
const leaseMs = 60_000;

/**
 * The removal of what a deleted organization held. It can be any number of rows, so it takes many transactions; whichever process
 * takes the entry continues. The audit gets an entry at the end.
 */
export const defineErasure = ({ maxRows, turnMs }: ErasureLimits) =>
  defineKind({
    name: 'erasure',
    contents: z.object({}),
    isSecret: false,
    // Nothing else would remove the rows.
    isPersistent: true,
    // It is work for the database, not for a target.
    places: 2,
    async deliver(_, { organizationId, services, signal, changeWhileHeld }) {
      const end = performance.now() + turnMs;
      const eraseSome = () =>
        changeWhileHeld((sql) => eraseRows({ sql, organization: { id: organizationId }, services }, maxRows));
      let hasMore = await eraseSome();
      while (hasMore && performance.now() < end && !signal.aborted) hasMore = await eraseSome();
      return { hasMore };
    },
    async record({ sql, organization, services, now }, _, { hasMore }) {
      if (hasMore) return { againAfterMs: 0 };
      if (await hasEntries({ sql, organization, services })) return { againAfterMs: leaseMs };
      const row = await requireDeleted({ sql, organization, services });
      const audit = AuditChain.continue(services.macs, row, await readHead(sql, row));
      // The rows were given back together with their removal.
      audit.append(erasureEntry(now), 0);
      await audit.write(sql);
      services.storage.note(row);
      return undefined;
    },
  });

export const erasure = defineErasure({ maxRows: 1_000, turnMs: 2_000 });

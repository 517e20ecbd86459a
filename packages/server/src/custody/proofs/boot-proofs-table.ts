import { bytes, text, time } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

/** The evidence of what a process was when it started. No audit entry names it. */
export const bootProofsTable = defineTable('boot_proofs', {
  shard: 'everywhere',
  key: { publicKey: text },
  decides: {
    manifest: text,
    manifestVersion: text,
    envelope: text,
    attestation: bytes,
    deploymentLabel: text,
    owner: text,
    createdAt: time,
  },
  storage: { boundedBy: 'one row for each start of a process' },
});

import { type Authenticated, type RowMacs, rowName } from '../../core/authority/row-macs.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { bootProofsTable } from '../../custody/proofs/boot-proofs-table.ts';
import type { Sql } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';

/** Verifies that the service wrote every boot proof. No chain names them, so it does not reveal one that was removed. */
export async function verifyBootProofs(
  sql: Sql,
  macs: RowMacs,
  report: (subject: string, problem: string) => void,
): Promise<void> {
  const batches = readInBatches<Authenticated<RowOf<typeof bootProofsTable>>>(
    100,
    (last, max) => sql`
      select * from boot_proofs
      ${last ? sql`where public_key > ${last.publicKey}` : sql``}
      order by public_key limit ${max}`,
  );
  for await (const rows of batches)
    for (const row of rows)
      if (!macs.isGenuine(bootProofsTable, row, { isReadAgain: false }))
        report(rowName(bootProofsTable, row), 'was not written by this service');
}

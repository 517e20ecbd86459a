import type { AppProof as AppProofSchema } from '@mintmark/schema/fields/proofs/app-proof';
import { appProofScheme } from '@mintmark/stamper/protocol';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { AppProof } from '../../core/ports/proof-signer.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { appProofsTable } from './app-proofs-table.ts';

/** The proofs that one decision about an activity led to. */
export type AppProofRow = Authenticated<RowOf<typeof appProofsTable>>;

/** Proofs as the store has them: all have the same key, which is stored once. */
export const encodeProofs = (proofs: readonly AppProof[]): string =>
  JSON.stringify(proofs.map(({ proofPayload, signature }) => ({ proofPayload, signature })));

/** The proofs of activities, oldest first: ids of rows sort by their creation time. */
export async function readAppProofs(
  { sql, organization, services: { macs } }: RowsContext,
  activityIds: readonly string[],
): Promise<AppProofRow[]> {
  if (activityIds.length === 0) return [];
  const rows = await sql<AppProofRow[]>`
    select * from app_proofs
    where ${ofOrganization(sql, organization)} and activity_id = any(${[...activityIds]}::uuid[])
    order by id`;
  return macs.genuine(appProofsTable, rows, { ...ownerColumns(organization), activityId: activityIds });
}

/** Proofs, as answers show them. */
export const appProofRecords = (rows: readonly AppProofRow[]): z.output<typeof AppProofSchema>[] =>
  rows.flatMap(({ publicKey, proofs }) =>
    (JSON.parse(proofs) as Pick<AppProof, 'proofPayload' | 'signature'>[]).map(({ proofPayload, signature }) => ({
      scheme: appProofScheme,
      publicKey,
      proofPayload,
      signature,
    })),
  );

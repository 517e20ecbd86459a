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
  // By one activity after another: a plan for organizations of the usual size would read all proofs of a large one.
  const rows = await sql<AppProofRow[]>`
    select proofs.* from unnest(${[...activityIds]}::uuid[]) as shown (activity_id), lateral (
      select * from app_proofs where ${ofOrganization(sql, organization)} and activity_id = shown.activity_id
      order by activity_id, id offset 0
    ) as proofs
    order by proofs.id`;
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

import type { BootProof } from '@mintmark/schema/fields/proofs/boot-proof';
import { serverApp } from '@mintmark/schema/fields/proofs/server-app';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { Services } from '../../core/ports/services.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { Sql } from '../../storage/store/database.ts';
import { bootProofsTable } from './boot-proofs-table.ts';

type BootProofRow = Authenticated<RowOf<typeof bootProofsTable>>;

interface Context {
  readonly sql: Sql;
  readonly services: Pick<Services, 'macs'>;
}

/** The boot proof of the process with this ephemeral key. */
export async function findBootProof(
  { sql, services: { macs } }: Context,
  publicKey: string,
): Promise<BootProofRow | undefined> {
  const rows = await sql<BootProofRow[]>`select * from boot_proofs where public_key = ${publicKey}`;
  return macs.genuine(bootProofsTable, rows, { publicKey })[0];
}

/** How many rows are read at most: somebody who writes to the database may have put any number of others before them. */
const maxForged = 100;

/** The boot proof of the process that started last. */
export async function findLatestBootProof({ sql, services: { macs } }: Context): Promise<BootProofRow | undefined> {
  const rows = await sql<BootProofRow[]>`
    select * from boot_proofs order by created_at desc, public_key limit ${maxForged}`;
  return rows.find((row) => macs.isGenuine(bootProofsTable, row));
}

/** A boot proof, as answers show it. */
export const bootProofRecord = (row: BootProofRow): z.output<typeof BootProof> => ({
  ephemeralPublicKeyHex: row.publicKey,
  cloudAttestationDocB64: Buffer.from(row.attestation).toString('base64'),
  qosManifestB64: Buffer.from(row.manifest).toString('base64'),
  qosManifestEnvelopeB64: Buffer.from(row.envelope).toString('base64'),
  deploymentLabel: row.deploymentLabel,
  enclaveApp: serverApp.name,
  owner: row.owner,
  qosManifestVersion: row.manifestVersion,
  createdAt: timestamp(row.createdAt),
});

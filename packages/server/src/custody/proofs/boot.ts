import { hash } from 'node:crypto';
import { serverApp } from '@mintmark/schema/fields/proofs/server-app';
import type { Signer } from '@mintmark/stamper/bundles';
import { buildBootEnvelope } from '@mintmark/stamper/proofs';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import type { Attester } from '../../core/ports/attester.ts';
import type { ProofSigner } from '../../core/ports/proof-signer.ts';
import type { Database } from '../../storage/store/database.ts';
import { patience } from '../../storage/store/patience.ts';
import { bootProofsTable } from './boot-proofs-table.ts';
import { createProofSigner } from './ephemeral-key.ts';
import { manifestVersion, readManifest } from './manifest.ts';

interface Boot {
  readonly database: Database;
  readonly macs: RowMacs;
  /** The service key that clients know as `signer`. */
  readonly signer: Signer;
  /** Without it, the boot proof is software evidence. */
  readonly attester: Attester | undefined;
  readonly now: Date;
}

/** The service does not know who runs it. */
const owner = 'self-hosted';

/** Creates the ephemeral key of this process, and stores its boot proof. */
export async function boot({ database, macs, signer, attester, now }: Boot): Promise<ProofSigner> {
  const proofs = createProofSigner();
  const { publicKey } = proofs;
  const { text: manifest, digest: manifestDigest, version } = await readManifest();
  const attestation = (await attester?.attest({ manifestDigest, publicKey })) ?? new Uint8Array();
  const isAttested = attestation.length > 0;
  const deploymentLabel = `${version} (${isAttested ? 'with an attestation document' : 'software evidence only'})`;
  const envelope = await buildBootEnvelope(
    {
      manifestDigest,
      ephemeralPublicKey: publicKey,
      attestationDigest: isAttested ? hash('sha256', attestation) : '',
      deploymentLabel,
      enclaveApp: serverApp.name,
      owner,
      createdAtMs: String(now.getTime()),
    },
    { ...signer, keyId: `signer-${hash('sha256', signer.publicKey).slice(0, 16)}` },
  );
  const row = {
    publicKey,
    manifest,
    manifestVersion,
    envelope: JSON.stringify(envelope),
    attestation: Buffer.from(attestation),
    deploymentLabel,
    owner,
    createdAt: now,
  };
  await database.transaction(async (sql) => {
    await sql`insert into boot_proofs ${sql({ ...row, mac: macs.macOf(bootProofsTable, row) })}`;
  }, patience);
  return proofs;
}

import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { serverApp } from '@mintmark/schema/fields/proofs/server-app';
import type { Signer } from '@mintmark/stamper/bundles';
import { buildBootEnvelope } from '@mintmark/stamper/proofs';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import type { Attester } from '../../core/ports/attester.ts';
import type { ProofSigner } from '../../core/ports/proof-signer.ts';
import type { Database } from '../../storage/store/database.ts';
import { isMachineAway } from '../../storage/store/distribution.ts';
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
  /** Ends when the service is closed. */
  readonly closing?: AbortSignal;
  /** Called with what the operator should know. */
  readonly report?: (message: string) => void;
}

/** The service does not know who runs it. */
const owner = 'self-hosted';

/** Creates the ephemeral key of this process, and stores its boot proof. */
export async function boot(options: Boot): Promise<ProofSigner> {
  const { database, macs, signer, attester, now } = options;
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
  const store = () =>
    database.transaction(async (sql) => {
      await sql`insert into boot_proofs ${sql({ ...row, mac: macs.macOf(bootProofsTable, row) })} on conflict do nothing`;
    }, patience);
  await store().catch(async (error) => {
    // Every machine of a distributed database has all boot proofs, so this needs all of them. The service can start without one.
    if (!(await isMachineAway(database, error))) throw error;
    options.report?.('the boot proof of this process is stored when all machines of the database respond');
    void storeLater(store, options);
  });
  return proofs;
}

/** How long to wait for a machine that is away. */
const pauseMs = 5_000;

async function storeLater(
  store: () => Promise<void>,
  { database, closing = new AbortController().signal, report }: Boot,
): Promise<void> {
  while (!closing.aborted) {
    await setTimeout(pauseMs, undefined, { signal: closing, ref: false }).catch(() => {});
    if (closing.aborted) return;
    try {
      return await store();
    } catch (error) {
      if (closing.aborted || (await isMachineAway(database, error).catch(() => true))) continue;
      report?.(`the boot proof of this process could not be stored: ${(error as Error).message}`);
      return;
    }
  }
}

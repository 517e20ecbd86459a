import { createPublicKey, verify } from 'node:crypto';
import { type AppProof, type AppProofPayload, type PolicyOutcome, verifyProof } from '@mintmark/stamper/proofs';
import type { Actor, Service } from './service.ts';

/** Whether a proof is signed by the second point of its key, as node:crypto sees it. */
export function isSigned({ publicKey, proofPayload, signature }: AppProof): boolean {
  const point = Buffer.from(publicKey, 'hex').subarray(66);
  const x = point.subarray(0, 32).toString('base64url');
  const y = point.subarray(32).toString('base64url');
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  return verify('sha256', Buffer.from(proofPayload), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'hex'));
}

/** Verifies proofs with their boot proofs, and returns what they prove. */
export async function payloadsOf(
  { ask, services }: Pick<Service, 'ask' | 'services'>,
  actor: Actor,
  appProofs: readonly AppProof[],
): Promise<AppProofPayload[]> {
  const payloads: AppProofPayload[] = [];
  for (const appProof of appProofs) {
    if (!isSigned(appProof)) throw new Error('node:crypto does not accept a signature');
    const { bootProof } = (await ask(actor, 'get_boot_proof', { ephemeralKey: appProof.publicKey })).json;
    const servicePublicKey = services.signer.publicKey;
    const verdict = await verifyProof({ appProof, bootProof, servicePublicKey });
    if (!verdict.ok) throw verdict.error;
    if (verdict.evidence !== 'software') throw new Error(`evidence is ${verdict.evidence}`);
    payloads.push(verdict.payload);
  }
  return payloads;
}

/** The decisions among payloads. */
export const decisionsIn = (payloads: readonly AppProofPayload[]): PolicyOutcome[] =>
  payloads.flatMap((payload) => ('policyOutcomeProof' in payload ? [payload.policyOutcomeProof] : []));

/** The addresses among payloads. */
export const addressesIn = (payloads: readonly AppProofPayload[]) =>
  payloads.flatMap((payload) => ('addressDerivationProof' in payload ? [payload.addressDerivationProof] : []));

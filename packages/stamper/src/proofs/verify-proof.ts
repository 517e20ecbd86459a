import { judge, StamperError, type Verdict } from '../stamper-error.ts';
import { type AppProof, type AppProofPayload, verifyAppProof } from './app-proof.ts';
import { type BootExpectations, type BootProof, type VerifiedBoot, verifyBootProof } from './boot-proof.ts';

/** An app proof with the boot proof of its key, and what the reader knows from elsewhere. */
export interface ProofPair extends BootExpectations {
  readonly appProof: AppProof;
  readonly bootProof: BootProof;
}

export interface VerifiedProof extends VerifiedBoot {
  readonly payload: AppProofPayload;
}

/**
 * Verifies an app proof together with the boot proof of its key.
 *
 * @example
 * const { bootProof } = await client.getBootProof({ ephemeralKey: appProof.publicKey });
 * const verdict = await verifyProof({ appProof, bootProof, servicePublicKey });
 * if (verdict.ok) console.log(verdict.evidence, verdict.payload);
 */
export function verifyProof({ appProof, bootProof, ...expected }: ProofPair): Promise<Verdict<VerifiedProof>> {
  return judge(async () => {
    const app = await verifyAppProof(appProof);
    if (!app.ok) throw app.error;
    const boot = await verifyBootProof(bootProof, expected);
    if (!boot.ok) throw boot.error;
    if (appProof.publicKey.toLowerCase() !== bootProof.ephemeralPublicKeyHex.toLowerCase())
      throw new StamperError('KEY_MISMATCH', 'publicKey', 'is not the key of this boot proof');
    const { ok, ...verified } = boot;
    return { ...verified, payload: app.payload };
  });
}

import { requireBytes } from '../encoding/bytes.ts';
import type { RawKeyPair, Sign, SigningCurve, Verify } from '../native/native-crypto.ts';
import { StamperError } from '../stamper-error.ts';
import { keyMismatch } from './key-mismatch.ts';

/** Signed and verified once, to check that the keys belong together. */
export const pairProbe = new TextEncoder().encode('Do these keys belong together?');

/**
 * A signer that imports its key pair at the first signature. It then signs and verifies once to check that the keys belong
 * together, which needs no curve arithmetic. The private key is wiped after the import.
 */
export function createPairSigner(curve: SigningCurve, pair: RawKeyPair, remedy: string): Sign {
  const importPair = async (): Promise<Sign> => {
    const [sign, verify] = await importHalves(curve, pair);
    if (!sign || !verify)
      throw new StamperError('CRYPTO_UNAVAILABLE', 'curve', `is missing in this runtime: ${remedy}`);
    if (await verify(pairProbe, await sign(pairProbe))) return sign;
    throw keyMismatch();
  };
  let imported: Promise<Sign> | undefined;
  return async (message) => {
    requireBytes(message, 'message');
    imported ??= importPair();
    return (await imported)(message);
  };
}

/** Both keys are well-formed, so a runtime that refuses one has found a mismatch. Not every runtime checks this. */
async function importHalves(curve: SigningCurve, pair: RawKeyPair): Promise<[Sign | undefined, Verify | undefined]> {
  try {
    return [await curve.importSigner(pair), await curve.importVerifier(pair.publicKey)];
  } catch (error) {
    throw error instanceof StamperError ? error : keyMismatch();
  } finally {
    pair.privateKey.fill(0);
  }
}

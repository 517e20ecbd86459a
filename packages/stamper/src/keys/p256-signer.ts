import { native } from '#native';
import type { RawKeyPair, Sign, SigningCurve } from '../native/native-crypto.ts';
import { StamperError } from '../stamper-error.ts';
import { parseP256Scalar, uncompressP256 } from './p256-point.ts';

/** A key pair as hex: 32 bytes of private key, and the public key compressed or not. */
export interface ApiKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

const probe = new TextEncoder().encode('Do these keys belong together?');

/**
 * A signer by a P-256 key pair. What is malformed is refused at once; keys that do not belong together are found by signing
 * and verifying once, at the first signature.
 */
export function createP256Signer(key: ApiKey, curve: SigningCurve = native.p256): Sign {
  const publicKey = uncompressP256(key.publicKey, 'publicKey');
  const privateKey = parseP256Scalar(key.privateKey, 'privateKey');
  const importPair = async (): Promise<Sign> => {
    const sign = await importSigner(curve, { privateKey, publicKey });
    const verify = await curve.importVerifier(publicKey);
    if (!sign || !verify) {
      throw new StamperError('CRYPTO_UNAVAILABLE', 'P-256', 'is missing in this runtime: pass softwareP256');
    }
    if (await verify(probe, await sign(probe))) return sign;
    throw mismatch();
  };
  let imported: Promise<Sign> | undefined;
  return async (message) => {
    imported ??= importPair();
    return (await imported)(message);
  };
}

/** Both halves are sound, so a runtime that refuses the pair found that they do not fit; others find nothing. Wipes the key. */
async function importSigner(curve: SigningCurve, pair: RawKeyPair): Promise<Sign | undefined> {
  try {
    return await curve.importSigner(pair);
  } catch (error) {
    throw error instanceof StamperError ? error : mismatch();
  } finally {
    pair.privateKey.fill(0);
  }
}

function mismatch(): StamperError {
  return new StamperError('KEY_MISMATCH', 'publicKey', 'does not belong to the private key');
}

import type { PrivateKey } from '../../src/index.ts';
import type { Signer } from '../../src/keys/p256-signer.ts';
import { softwareP256 } from '../../src/keys/software.ts';

/** A signer whose signatures are the same each time (RFC 6979). */
export async function fixedSigner(key: PrivateKey): Promise<Signer> {
  const { hex: publicKey, uncompressed } = key.publicKey;
  return { publicKey, sign: await softwareP256.importSigner({ privateKey: key.bytes(), publicKey: uncompressed }) };
}

import { decodeBase64Url, decodeEcdsaDer, decodeHex, decodeUtf8, encodeUtf8 } from '@mintmark/stamper/encoding';
import { parsePublicKey } from '../../../stamper/src/keys/public-key.ts';
import { softwareP256 } from '../../../stamper/src/keys/software.ts';
import { createP256Stamper } from '../../../stamper/src/stampers/p256.ts';
import { createVerifier } from '../../../stamper/src/verify/verifier.ts';
import type { SuiteReport } from '../test-suite.ts';

// RFC 6979, A.2.5.
const key = {
  privateKey: 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721',
  publicKey: '0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6',
};

const bodies = ['', '{}', '{"name":"Zoë"}', 'x'.repeat(100_000)];

/** Stamps with the crypto of the runtime and in JavaScript; the runtime's own verifier accepts both, and nothing else. */
export default async function run(): Promise<SuiteReport> {
  const { verify } = await createVerifier(parsePublicKey('p256', key.publicKey));
  const failures: string[] = [];
  let accepted = 0;
  let refused = 0;
  for (const [kind, stamper] of Object.entries({
    native: createP256Stamper(key),
    software: createP256Stamper(key, softwareP256),
  })) {
    for (const body of bodies) {
      const { value } = await stamper.stamp(body);
      const { signature: hex } = JSON.parse(decodeUtf8(decodeBase64Url(value, 'stamp'), 'stamp'));
      const signature = decodeEcdsaDer(decodeHex(hex, 'signature'), 'signature');
      if (await verify(encodeUtf8(body, 'body'), signature)) accepted++;
      else failures.push(`${kind} stamp of ${body.length} characters does not verify`);
      if (await verify(encodeUtf8(`${body} `, 'body'), signature)) failures.push(`${kind} stamp verifies another body`);
      else refused++;
    }
  }
  return { counts: { 'stamps verified': accepted, 'other bodies refused': refused }, failures };
}

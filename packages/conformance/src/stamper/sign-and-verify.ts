import { createEd25519Stamper, createP256Stamper, createSecp256k1Stamper, softwareP256 } from '@mintmark/stamper';
import { encodeUtf8 } from '@mintmark/stamper/encoding';
import { createVerifier, decodeApiKeyStamp, parsePublicKey, verifyApiKeyStamp } from '@mintmark/stamper/verify';
import type { SuiteReport } from '../test-suite.ts';

// RFC 6979, A.2.5; the number one on secp256k1; RFC 8032, 7.1, test 1.
const p256 = {
  privateKey: 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721',
  publicKey: '0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6',
};
const secp256k1 = {
  privateKey: '0000000000000000000000000000000000000000000000000000000000000001',
  publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
};
const ed25519 = {
  privateKey: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
};

const stampers = [
  { title: 'P-256', curve: 'p256', key: p256, stamper: createP256Stamper(p256) },
  { title: 'P-256 in JavaScript', curve: 'p256', key: p256, stamper: createP256Stamper(p256, softwareP256) },
  { title: 'secp256k1', curve: 'secp256k1', key: secp256k1, stamper: createSecp256k1Stamper(secp256k1) },
  { title: 'ed25519', curve: 'ed25519', key: ed25519, stamper: createEd25519Stamper(ed25519) },
] as const;

const bodies = ['', '{}', '{"name":"Zoë"}', 'x'.repeat(100_000)];

/** Stamps of every curve are valid for their own body and for no other. */
export default async function run(): Promise<SuiteReport> {
  const failures: string[] = [];
  let verified = 0;
  let refused = 0;
  for (const { title, curve, key, stamper } of stampers) {
    const verifier = await createVerifier(parsePublicKey(curve, key.publicKey));
    for (const body of bodies) {
      const decoded = decodeApiKeyStamp((await stamper.stamp(body)).value);
      if (!decoded.ok) throw decoded.error;
      const right = await verifyApiKeyStamp({
        stamp: decoded.stamp,
        body: encodeUtf8(body, 'body'),
        credential: verifier,
      });
      if (right.ok) verified++;
      else failures.push(`${title}, ${body.length} characters: ${right.error.code}`);
      const wrong = await verifyApiKeyStamp({
        stamp: decoded.stamp,
        body: encodeUtf8(`${body} `, 'body'),
        credential: verifier,
      });
      if (!wrong.ok && wrong.error.code === 'SIGNATURE_INVALID') refused++;
      else failures.push(`${title}, ${body.length} characters: another body was not refused`);
    }
  }
  return { counts: { 'stamps verified': verified, 'other bodies refused': refused }, failures };
}

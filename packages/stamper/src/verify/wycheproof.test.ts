import { describe, expect, test } from 'vitest';
import { readVectors, type SignatureVector } from '../../public-vectors/read-vectors.ts';
import { derTag, encodeDer } from '../encoding/der.ts';
import { decodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import { decodeHex } from '../encoding/hex.ts';
import type { Curve } from '../keys/curve.ts';
import { parsePublicKey } from '../keys/keys-by-curve.ts';
import { softwareEd25519, softwareP256, softwareSecp256k1 } from '../keys/software.ts';
import { native as node } from '../native/node.ts';
import { native as web } from '../native/web.ts';
import { StamperError } from '../stamper-error.ts';
import { createVerifier, createVerifierBy, type Verifier } from './verifier.ts';

const software = { p256: softwareP256, secp256k1: softwareSecp256k1, ed25519: softwareEd25519 };
const paths = { node, web, software };

type Decode = (signature: Uint8Array) => Uint8Array;

const der: Decode = (signature) => decodeEcdsaDer(signature, 'signature');
const zeroPadded: Decode = (signature) => decodeEcdsaDer(signature, 'signature', 'zero-padded');
const raw: Decode = (signature) => signature;

/** The verdict of each path on a signature, `valid` or `invalid` as in the vectors. */
async function judge(verifiers: readonly Verifier[], { msg, sig }: SignatureVector, decode: Decode): Promise<string> {
  const signature = decodeOrRefuse(decodeHex(sig, 'sig'), decode);
  const accepted = await Promise.all(
    verifiers.map(
      async (verifier) => signature !== undefined && (await verifier.verify(decodeHex(msg, 'msg'), signature)),
    ),
  );
  return accepted.every((each) => each === accepted[0]) ? (accepted[0] ? 'valid' : 'invalid') : accepted.join();
}

function decodeOrRefuse(signature: Uint8Array, decode: Decode): Uint8Array | undefined {
  try {
    return decode(signature);
  } catch (error) {
    if (error instanceof StamperError) return undefined;
    throw error;
  }
}

type SignatureFile =
  | `ecdsa_secp256${'k1' | 'r1'}_sha256${'' | '_p1363'}`
  | 'ecdsa_secp256k1_sha256_bitcoin'
  | 'ed25519';

/** The tests of a file on which any path differs from the vectors, and the number of each result. */
async function differences(file: SignatureFile, curve: Curve, decode: Decode) {
  const counts: Record<string, number> = {};
  const differing: string[] = [];
  for (const { key, tests } of readVectors(file)) {
    const publicKey = parsePublicKey(curve, key);
    const verifiers = await Promise.all(Object.values(paths).map((path) => createVerifierBy(path, publicKey)));
    for (const vector of tests) {
      const judged = await judge(verifiers, vector, decode);
      counts[judged] = (counts[judged] ?? 0) + 1;
      if (judged !== vector.result) differing.push(`${vector.id} ${vector.comment}: ${judged}`);
    }
  }
  return { counts, differing };
}

describe('signatures', () => {
  test.each([
    ['ecdsa_secp256r1_sha256', 'p256', der, { valid: 174, invalid: 310 }],
    ['ecdsa_secp256r1_sha256_p1363', 'p256', raw, { valid: 173, invalid: 89 }],
    ['ecdsa_secp256k1_sha256', 'secp256k1', der, { valid: 168, invalid: 308 }],
    ['ecdsa_secp256k1_sha256_p1363', 'secp256k1', raw, { valid: 167, invalid: 85 }],
    ['ed25519', 'ed25519', raw, { valid: 88, invalid: 63 }],
  ] as const)('default: node, web and software agree with the vectors of %s', async (file, curve, decode, counts) => {
    expect(await differences(file, curve, decode)).toEqual({ counts, differing: [] });
  });

  test('behavior: of the Bitcoin rules, only the low half of s is not required', async () => {
    const { differing } = await differences('ecdsa_secp256k1_sha256_bitcoin', 'secp256k1', der);
    expect(differing).toEqual(['1 Signature malleability: valid', '388 edge case for signature malleability: valid']);
  });

  test.each(['ecdsa_secp256r1_sha256', 'ecdsa_secp256k1_sha256', 'ecdsa_secp256k1_sha256_bitcoin'] as const)(
    'behavior: the zero-padded form of at most 72 bytes accepts nothing more of %s',
    (file) => {
      const additional = readVectors(file)
        .flatMap(({ tests }) => tests)
        .map(({ sig }) => decodeHex(sig, 'sig'))
        .filter((signature) => decodeOrRefuse(signature, zeroPadded) && !decodeOrRefuse(signature, der));
      expect(additional).toEqual([]);
    },
  );

  test.each([
    ['ecdsa_secp256r1_sha256', 'p256', 22],
    ['ecdsa_secp256k1_sha256', 'secp256k1', 20],
  ] as const)(
    'behavior: signatures that always encode 32 bytes verify only in the zero-padded form: %s',
    async (file, curve, count) => {
      let padded = 0;
      for (const { key, tests } of readVectors(file)) {
        const verifier = await createVerifier(parsePublicKey(curve, key));
        for (const { msg, sig } of tests.filter(({ result }) => result === 'valid')) {
          const signature = writeFullLength(der(decodeHex(sig, 'sig')));
          expect(await verifier.verify(decodeHex(msg, 'msg'), zeroPadded(signature))).toBe(true);
          if (!decodeOrRefuse(signature, der)) padded++;
        }
      }
      expect(padded).toBe(count);
    },
  );
});

/** The signature of a stamper that does not strip zeros and only keeps r and s positive. */
function writeFullLength(compact: Uint8Array): Uint8Array {
  const integers = [compact.subarray(0, 32), compact.subarray(32)].map((scalar) =>
    encodeDer(derTag.integer, new Uint8Array((scalar[0] ?? 0) >> 7), scalar),
  );
  return encodeDer(derTag.sequence, ...integers);
}

describe('RSA signatures', () => {
  test('default: node and web agree with the vectors', async () => {
    const differing: string[] = [];
    for (const { n, e, tests } of readVectors('rsa_signature_2048_sha256')) {
      const key = { n: decodeHex(n, 'n').subarray(n.startsWith('00') ? 1 : 0), e: decodeHex(e, 'e') };
      for (const { id, comment, msg, sig, result } of tests) {
        for (const path of [node, web]) {
          const verify = await path.rs256.importVerifier(key);
          const isValid = await verify?.(decodeHex(msg, 'msg'), decodeHex(sig, 'sig'));
          if (isValid !== (result === 'valid')) differing.push(`${id} ${comment}: ${isValid}`);
        }
      }
    }
    expect(differing).toEqual([]);
  });
});

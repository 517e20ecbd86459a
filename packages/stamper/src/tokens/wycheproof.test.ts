import { describe, expect, test } from 'vitest';
import { readVectors } from '../../public-vectors/read-vectors.ts';
import { decodeBase64Url } from '../encoding/base64url.ts';
import { StamperError } from '../stamper-error.ts';
import { importJwks } from './jwks.ts';
import { type TrustedKeys, verifyJws } from './jws.ts';

const files = ['json_web_signature', 'json_web_key'] as const;

/** The code and the part of the error. */
async function refusal(attempt: () => Promise<unknown>): Promise<string> {
  try {
    await attempt();
    return 'none';
  } catch (error) {
    if (error instanceof StamperError) return `${error.code} ${error.part}`;
    throw error;
  }
}

/** Verifies only the signature of a token, with any header and payload. */
async function judgeSignature(jws: string, keys: TrustedKeys): Promise<string> {
  const [header, payload, end] = jws.split('.');
  const [verifier] = keys.values();
  if (end === undefined || jws.split('.').length !== 3) return 'invalid';
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  const isValid = await verifier?.verify(signed, decodeBase64Url(end, 'token.signature'));
  return isValid ? 'valid' : 'invalid';
}

describe.each([
  ['json_web_signature', { 'ALGORITHM_NOT_ALLOWED token.header.alg': 19, 'MALFORMED token.header': 3 }],
  ['json_web_key', { 'ALGORITHM_NOT_ALLOWED token.header.alg': 5 }],
] as const)('%s', (file, reasons) => {
  test('behavior: refuses all other tokens, the valid ones for their header', async () => {
    const accepted: number[] = [];
    const whyValid: Record<string, number> = {};
    for (const { keys, tests } of readVectors(file)) {
      for (const { id, jws, result } of tests) {
        const code = await refusal(async () => verifyJws(jws, await importJwks({ keys })));
        if (code === 'none') accepted.push(id);
        if (result === 'valid') whyValid[code] = (whyValid[code] ?? 0) + 1;
      }
    }
    expect(accepted).toEqual([]);
    expect(whyValid).toEqual(reasons);
  });
});

describe('the signatures of ES256', () => {
  test('default: are judged as the vectors say', async () => {
    const counts: Record<string, number> = {};
    for (const { keys, tests } of readVectors('json_web_signature')) {
      const trusted = await importJwks({ keys });
      if (!keys.some(({ alg }) => alg === 'ES256')) continue;
      for (const { id, jws, result } of tests) {
        expect([id, await judgeSignature(jws, trusted)]).toEqual([id, result]);
        counts[result] = (counts[result] ?? 0) + 1;
      }
    }
    expect(counts).toEqual({ valid: 2, invalid: 37 });
  });
});

describe('the keys', () => {
  test('behavior: imports only valid P-256 keys for signatures', async () => {
    const sets = files.flatMap((file) => [...readVectors(file)]);
    const imported: string[] = [];
    for (const { comment, keys } of sets) {
      const ids = await importJwks({ keys }).then(
        (trusted) => [...trusted.keys()],
        (error: unknown) => [`${(error as StamperError).code} ${(error as StamperError).part}`],
      );
      imported.push(...ids.map((id) => `${comment}: ${id}`));
    }
    expect(sets).toHaveLength(41);
    expect(imported).toEqual([
      'es256: kid-ec-sign',
      'SpecialCaseEs256: kid-ec-sign',
      'jws_mixedSymmetryKeyset: kid-ec-sign',
      'invalid_point: INVALID_KEY jwks.keys[0]',
    ]);
  });
});

import apiKeyStamps from '@mintmark/stamper/vectors/api-key-stamps.json' with { type: 'json' };
import attestedStamps from '@mintmark/stamper/vectors/attested-stamps.json' with { type: 'json' };
import bundles from '@mintmark/stamper/vectors/bundles.json' with { type: 'json' };
import encodings from '@mintmark/stamper/vectors/encodings.json' with { type: 'json' };
import publicKeys from '@mintmark/stamper/vectors/public-keys.json' with { type: 'json' };
import tokens from '@mintmark/stamper/vectors/tokens.json' with { type: 'json' };
import webAuthn from '@mintmark/stamper/vectors/webauthn.json' with { type: 'json' };
import type { Vector } from '@mintmark/testing/vector';
import type { SuiteReport } from '../test-suite.ts';
import { checkOf } from './vector-checks.ts';

const files = {
  encodings,
  'public keys': publicKeys,
  'API-key stamps': apiKeyStamps,
  passkeys: webAuthn,
  'attested stamps': attestedStamps,
  bundles,
  tokens,
};

/** Runs every published vector against the package as this runtime resolves it. */
export default async function run(): Promise<SuiteReport> {
  const counts: Record<string, number> = {};
  const failures: string[] = [];
  for (const [title, { vectors }] of Object.entries(files)) {
    for (const vector of vectors as readonly Vector[]) {
      const failure = await failureOf(vector);
      if (failure === undefined) counts[title] = (counts[title] ?? 0) + 1;
      else failures.push(`${vector.name}: ${failure}`);
    }
  }
  return { counts, failures };
}

async function failureOf({ check, input, result, output, reason }: Vector): Promise<string | undefined> {
  const expected = result === 'valid' ? JSON.stringify(output ?? null) : `${reason}`;
  const got = await outcome(check, input);
  return got === expected ? undefined : `${got} instead of ${expected}`;
}

/** The result as JSON, or the code of the typed error. Any other error is shown as it is. */
async function outcome(check: string, input: unknown): Promise<string> {
  try {
    return JSON.stringify((await checkOf(check)(input)) ?? null);
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string };
    return name === 'StamperError' && code ? code : `thrown: ${error}`;
  }
}

import type { Curve } from '../keys/curve.ts';
import { parsePublicKey } from '../keys/keys-by-curve.ts';
import { type StampScheme, schemesOfCurve, stampSchemes } from '../protocol.ts';
import { judge } from '../stamper-error.ts';
import { type ApiKeyStamp, decodeApiKeyStamp, verifyApiKeyStamp } from '../verify/api-key-stamp.ts';
import { createVerifier, type Verifier } from '../verify/verifier.ts';
import { bodyVariants } from './body-variants.ts';
import { type CheckStep, type Explanation, explainChecks, type Failure } from './explanation.ts';

/** What is known about the API key. The rest is taken from the stamp, with a note. */
export interface KnownApiKey {
  readonly curve?: Curve | undefined;
  readonly publicKey?: string | undefined;
}

const curveOfScheme: { readonly [S in StampScheme]: Curve } = {
  [stampSchemes.p256]: 'p256',
  [stampSchemes.secp256k1]: 'secp256k1',
  [stampSchemes.eip191]: 'secp256k1',
  [stampSchemes.ed25519]: 'ed25519',
};

/** Explains which check of an X-Stamp header fails, and why. */
export async function explainApiKeyStamp(
  value: string,
  body: Uint8Array,
  known: KnownApiKey = {},
): Promise<Explanation> {
  const decoded = decodeApiKeyStamp(value);
  if (!decoded.ok) return explanation(known.curve, { error: decoded.error, after: 0 }, pastingNotes(value));
  const { stamp } = decoded;
  const named = curveOfScheme[stamp.scheme];
  const curve = known.curve ?? named;
  const notes = assumptions(known, curve, named);
  const key = await judge(async () => ({
    verifier: await createVerifier(parsePublicKey(curve, known.publicKey ?? stamp.publicKey)),
  }));
  if (!key.ok) return explanation(curve, { error: key.error, after: 1 }, notes);
  const verdict = await verifyApiKeyStamp({ stamp, body, credential: key.verifier });
  if (verdict.ok) return explanation(curve, undefined, notes);
  const guesses = verdict.error.code === 'SIGNATURE_INVALID' ? await guess(stamp, body, key.verifier) : [];
  return explanation(curve, { error: verdict.error, after: 2 }, [...notes, ...guesses]);
}

const steps = (curve: Curve | undefined): CheckStep[] => [
  {
    check: 'the header is base64url of a JSON object with publicKey, scheme and signature',
    codes: ['MALFORMED', 'SCHEME_NOT_ALLOWED'],
  },
  { check: `the registered public key is valid on ${curve ?? 'its curve'}`, codes: ['MALFORMED', 'INVALID_KEY'] },
  { check: 'the stamp names the registered public key', codes: ['KEY_MISMATCH'] },
  { check: `the stamp names a scheme for keys of ${curve ?? 'its curve'}`, codes: ['SCHEME_NOT_ALLOWED'] },
  { check: 'the signature has the encoding of its scheme', codes: ['MALFORMED'] },
  { check: 'the signature is valid for this body', codes: ['SIGNATURE_INVALID'] },
];

function explanation(curve: Curve | undefined, failure?: Failure, notes: readonly string[] = []): Explanation {
  return { ok: !failure, checks: explainChecks(steps(curve), failure), notes };
}

function assumptions(known: KnownApiKey, curve: Curve, named: Curve): string[] {
  return [
    ...(known.curve ? [] : [`assumed: the key is registered with the curve ${curve}`]),
    ...(named === curve ? [] : [`the stamp says that its key is on ${named}`]),
    ...(known.publicKey ? [] : ['assumed: the registered key is the one that the stamp names']),
  ];
}

/** Tries common mistakes, and notes what the signature would be valid for. */
async function guess(stamp: ApiKeyStamp, body: Uint8Array, credential: Verifier): Promise<string[]> {
  const notes: string[] = [];
  for (const [change, changed] of bodyVariants(body)) {
    if ((await verifyApiKeyStamp({ stamp, body: changed, credential })).ok)
      notes.push(`the signature is valid for the body ${change}`);
  }
  for (const scheme of schemesOfCurve[credential.publicKey.curve]) {
    if ((await verifyApiKeyStamp({ stamp: { ...stamp, scheme }, body, credential })).ok) {
      notes.push(`the signature is valid for this body under the scheme ${scheme}`);
    }
  }
  return notes;
}

/** What goes wrong when a header is copied by hand. */
function pastingNotes(value: string): string[] {
  const bare = String(value)
    .replace(/^\s*x-stamp\s*:/i, '')
    .replaceAll(/[\s"']/g, '');
  if (decodeApiKeyStamp(bare).ok) return ['the stamp decodes without the header name, quotes and white space'];
  const isJson = /^\s*\{/.test(value);
  return isJson ? ['the stamp is JSON: the header must hold its base64url'] : [];
}

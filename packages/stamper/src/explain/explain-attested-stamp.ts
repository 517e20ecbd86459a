import { decodeBase64Url } from '../encoding/base64url.ts';
import { parseObject } from '../encoding/json.ts';
import { decodeUtf8 } from '../encoding/utf8.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import { attestedSchemes } from '../protocol.ts';
import { judgeNow, StamperError } from '../stamper-error.ts';
import {
  type AttestedStamp,
  decodeAttestedStamp,
  type KeyClaims,
  verifyAttestationBinding,
  verifyAttestedStamp,
} from '../verify/attested-stamp.ts';
import { bodyVariants } from './body-variants.ts';
import { type CheckStep, type Explanation, explainChecks, type Failure } from './explanation.ts';

/** Explains which check of an X-Stamp-Attested header fails, and why. The token is read, but not verified. */
export async function explainAttestedStamp(value: string, body: Uint8Array): Promise<Explanation> {
  const decoded = decodeAttestedStamp(value);
  if (!decoded.ok) return explanation(undefined, { error: decoded.error, after: 0 }, pastingNotes(value));
  const { stamp } = decoded;
  const key = judgeNow(() => ({ key: p256Keys.parsePublicKey(stamp.publicKey, 'stamp.publicKey') }));
  if (!key.ok) return explanation(stamp, { error: key.error, after: 1 });
  const verdict = await verifyAttestedStamp({ stamp, body });
  if (!verdict.ok) {
    const guesses = verdict.error.code === 'SIGNATURE_INVALID' ? await guess(stamp, body) : [];
    return explanation(stamp, { error: verdict.error, after: 2 }, guesses);
  }
  const read = judgeNow(() => ({ claims: unverifiedClaims(stamp.attestation) }));
  if (!read.ok) return explanation(stamp, { error: read.error, after: 4 });
  const binding = await verifyAttestationBinding(stamp, read.claims);
  if (!binding.ok) return explanation(stamp, { error: binding.error, after: 5 });
  return explanation(stamp, undefined, ['not checked: the signature, the issuer and the expiry of the token']);
}

const steps = (stamp: AttestedStamp | undefined): CheckStep[] => [
  {
    check:
      'the header is base64url of a JSON object, or the object, with publicKeyAttestation, scheme, publicKey and signature',
    codes: ['MALFORMED', 'SCHEME_NOT_ALLOWED'],
  },
  { check: 'the public key in the stamp is valid on p256', codes: ['INVALID_KEY'] },
  { check: 'the signature is DER', codes: ['MALFORMED'] },
  { check: 'the signature is valid for this body', codes: ['SIGNATURE_INVALID'] },
  { check: 'the token is a compact JWT', codes: ['MALFORMED'] },
  { check: `the token names the key in the stamp, in its ${claimOf(stamp)}`, codes: ['KEY_MISMATCH', 'MALFORMED'] },
];

function claimOf(stamp: AttestedStamp | undefined): string {
  if (!stamp) return 'public_key or nonce';
  return stamp.scheme === attestedSchemes.oidcToken ? 'nonce' : 'public_key';
}

function explanation(stamp: AttestedStamp | undefined, failure?: Failure, notes: readonly string[] = []): Explanation {
  return { ok: !failure, checks: explainChecks(steps(stamp), failure), notes };
}

/** The claims as the sender wrote them. Only the service has the keys to verify them. */
function unverifiedClaims(token: string): KeyClaims {
  const [, payload, signature, ...more] = token.split('.');
  if (payload === undefined || signature === undefined || more.length > 0) {
    throw new StamperError('MALFORMED', 'token', 'does not have three parts');
  }
  return parseObject(decodeUtf8(decodeBase64Url(payload, 'token.payload'), 'token.payload'), 'token.payload');
}

async function guess(stamp: AttestedStamp, body: Uint8Array): Promise<string[]> {
  const notes: string[] = [];
  for (const [change, changed] of bodyVariants(body)) {
    if ((await verifyAttestedStamp({ stamp, body: changed })).ok) {
      notes.push(`the signature is valid for the body ${change}`);
    }
  }
  return notes;
}

/** What goes wrong when a header is copied by hand. */
function pastingNotes(value: string): string[] {
  const bare = String(value)
    .replace(/^\s*x-stamp-attested\s*:/i, '')
    .replaceAll(/^["']|["']$|\s/g, '');
  return decodeAttestedStamp(bare).ok ? ['the stamp decodes without the header name, quotes and white space'] : [];
}

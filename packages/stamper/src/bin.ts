#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Explanation, explainApiKeyStamp, explainAttestedStamp, explainWebAuthnStamp } from './explain/index.ts';
import { type Curve, curves } from './keys/curve.ts';
import { decodeWebAuthnStamp } from './verify/webauthn/index.ts';

const help = `Usage: mintmark-stamper explain --body FILE --stamp VALUE [options]

Shows which check of a stamped request fails, and why. It uses no network and prints neither the body nor the stamp.

  --body FILE          a file with the request body, byte for byte as it was sent; - is standard input
  --stamp VALUE        the value of the header; @FILE reads it from a file
  --curve CURVE        the curve that the API key is registered with: ${curves.join(', ')}
  --public-key KEY     the registered public key: hex of an API key, base64url of a passkey's COSE key

Required for a passkey (X-Stamp-WebAuthn):
  --rp-id DOMAIN       the relying party that the passkey was registered with
Optional for a passkey:
  --credential-id ID   the registered credential id, in base64url
  --origin ORIGIN      an allowed origin; can be repeated
  --require-user-verification
  --allow-cross-origin accept pages in a cross-origin frame

An attested stamp (X-Stamp-Attested) carries its own key. Its token is read, but not verified.

Exit status: 0 if the stamp is valid, 1 if it is not, 2 for wrong usage.
`;

class UsageError extends Error {}

const options = {
  body: { type: 'string' },
  stamp: { type: 'string' },
  curve: { type: 'string' },
  'public-key': { type: 'string' },
  'rp-id': { type: 'string' },
  'credential-id': { type: 'string' },
  origin: { type: 'string', multiple: true },
  'require-user-verification': { type: 'boolean' },
  'allow-cross-origin': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const passkeyOptions = ['credential-id', 'origin', 'require-user-verification', 'allow-cross-origin'] as const;
const apiKeyOptions = ['curve', 'public-key'] as const;

async function explain(args: readonly string[]): Promise<Explanation | 'help'> {
  const { values, positionals } = readArguments(args);
  if (values.help || args.length === 0) return 'help';
  if (positionals.join(' ') !== 'explain') throw new UsageError('the only command is explain');
  if (values.body === undefined || values.stamp === undefined) throw new UsageError('--body and --stamp are required');
  const body = await readBody(values.body);
  const stamp = await readStamp(values.stamp);
  const publicKey = values['public-key'];
  const rpId = values['rp-id'];
  if (rpId === undefined) {
    if (decodeWebAuthnStamp(stamp).ok) {
      throw new UsageError('a passkey stamp needs --rp-id and --public-key');
    }
    const foreign = passkeyOptions.find((option) => values[option] !== undefined);
    if (foreign) throw new UsageError(`--${foreign} is for passkeys, with --rp-id`);
    if (isAttested(stamp)) {
      const needless = apiKeyOptions.find((option) => values[option] !== undefined);
      if (needless)
        throw new UsageError(`--${needless} does not apply to an attested stamp, which carries its own key`);
      return explainAttestedStamp(stamp, body);
    }
    return explainApiKeyStamp(stamp, body, { curve: readCurve(values.curve), publicKey });
  }
  if (publicKey === undefined) throw new UsageError('a passkey stamp needs --public-key');
  if (values.curve !== undefined) throw new UsageError('--curve is for API keys, without --rp-id');
  return explainWebAuthnStamp(
    stamp,
    body,
    { publicKey, rpId, credentialId: values['credential-id'] },
    {
      userVerification: values['require-user-verification'] ? 'required' : 'preferred',
      allowCrossOrigin: values['allow-cross-origin'] ?? false,
      ...(values.origin && { origins: values.origin }),
    },
  );
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // The original message quotes the unknown option, which may be a pasted stamp.
    const isUnknown = (error as NodeJS.ErrnoException).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    throw new UsageError(isUnknown ? 'unknown option' : (error as Error).message);
  }
}

/** Whether a stamp is meant to be an attested one, also if it is damaged. */
function isAttested(stamp: string): boolean {
  if (/^\s*x-stamp-attested\s*:/i.test(stamp)) return true;
  const json = /^\s*\{/.test(stamp) ? stamp : Buffer.from(stamp, 'base64url').toString();
  return json.includes('"publicKeyAttestation"');
}

function readCurve(curve: string | undefined): Curve | undefined {
  const known = curves.find((name) => name === curve);
  if (curve !== undefined && !known) throw new UsageError(`--curve must be one of ${curves.join(', ')}`);
  return known;
}

async function readBody(file: string): Promise<Uint8Array> {
  try {
    if (file !== '-') return await readFile(file);
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    throw new UsageError(`--body must be a readable file, or - (${(error as NodeJS.ErrnoException).code})`);
  }
}

async function readStamp(value: string): Promise<string> {
  try {
    // Editors add a line end at the end of a file.
    return value.startsWith('@') ? (await readFile(value.slice(1), 'utf8')).replace(/\r?\n$/, '') : value;
  } catch (error) {
    throw new UsageError(`--stamp @ must name a readable file (${(error as NodeJS.ErrnoException).code})`);
  }
}

function print({ ok, checks, notes }: Explanation): string {
  const lines = checks.map(({ check, outcome, problem }) => {
    const mark = outcome === 'failed' ? 'FAILED' : outcome;
    return `${mark.padEnd(12)} ${check}${problem ? `: ${problem}` : ''}`;
  });
  return [...lines, ...notes.map((note) => `note: ${note}`), conclusion(ok, notes), ''].join('\n');
}

function conclusion(ok: boolean, notes: readonly string[]): string {
  if (!ok) return 'The stamp is not valid.';
  return notes.length > 0 ? 'The stamp is valid, subject to the notes.' : 'The stamp is valid.';
}

try {
  const explanation = await explain(process.argv.slice(2));
  process.stdout.write(explanation === 'help' ? help : print(explanation));
  process.exitCode = explanation === 'help' || explanation.ok ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${help}`);
  process.exitCode = 2;
}

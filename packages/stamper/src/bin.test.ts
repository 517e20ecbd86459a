import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { generatePrivateKey } from './keys/keys-by-curve.ts';
import { createP256Signer } from './keys/p256-signer.ts';
import { createAttestedStamper } from './stampers/attested.ts';
import { createP256Stamper } from './stampers/p256.ts';

const bin = fileURLToPath(new URL('./bin.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mintmark-explain-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = '{"name":"Zoë"}';
const body = join(folder, 'body.json');
writeFileSync(body, text);
const key = generatePrivateKey('p256').toApiKey();
const { value } = await createP256Stamper(key).stamp(text);
const token = `e30.${Buffer.from(JSON.stringify({ public_key: key.publicKey })).toString('base64url')}.c2ln`;
const attested = (await createAttestedStamper({ signer: createP256Signer(key), verificationToken: token }).stamp(text))
  .value;
const passkeyStamp = JSON.stringify({ authenticatorData: '', clientDataJson: '', credentialId: '', signature: '' });

function run(args: readonly string[], input?: string) {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', input, env });
  expect(`${stdout}${stderr}`).not.toContain(value.slice(0, 40));
  expect(`${stdout}${stderr}`).not.toContain(token);
  return { status, stdout, stderr };
}

test('default: a valid stamp', () => {
  const { status, stdout } = run(['explain', '--body', body, '--stamp', value]);
  expect(stdout).toMatch(/^passed\s+the header is base64url/);
  expect(stdout).toContain('note: assumed: the key is registered with the curve p256');
  expect(stdout).toMatch(/The stamp is valid, subject to the notes\.\n$/);
  expect(status).toBe(0);
});

test('default: the body from standard input, the stamp from a file, and the registered key', () => {
  const stampFile = join(folder, 'stamp');
  writeFileSync(stampFile, `${value}\n`);
  const known = ['--curve', 'p256', '--public-key', key.publicKey];
  const { status, stdout } = run(['explain', '--body', '-', '--stamp', `@${stampFile}`, ...known], text);
  expect(stdout).not.toContain('note:');
  expect(stdout).toMatch(/The stamp is valid\.\n$/);
  expect(status).toBe(0);
});

test('behavior: explains an invalid stamp and exits with 1', () => {
  const { status, stdout } = run(['explain', '--body', '-', '--stamp', value], `${text}\n`);
  expect(stdout).toMatch(
    /^FAILED\s+the signature is valid for this body: stamp\.signature does not verify over the body$/m,
  );
  expect(stdout).toContain('note: the signature is valid for the body without the white space around it');
  expect(stdout).toMatch(/The stamp is not valid\.\n$/);
  expect(status).toBe(1);
});

test('behavior: a passkey stamp', () => {
  const origin = ['--origin', 'https://app.example.com', '--require-user-verification'];
  const args = ['explain', '--body', body, '--stamp', '{"a":"b"}', '--rp-id', 'example.com', '--public-key', 'AA'];
  const { status, stdout } = run([...args, ...origin]);
  expect(stdout).toMatch(/^FAILED\s+the header is JSON, or base64url of it/);
  expect(status).toBe(1);
});

test('behavior: an attested stamp, in base64url or as JSON', () => {
  for (const stamp of [attested, Buffer.from(attested, 'base64url').toString()]) {
    const { status, stdout } = run(['explain', '--body', body, '--stamp', stamp]);
    expect(stdout).toMatch(/^passed\s+the token names the key in the stamp, in its public_key$/m);
    expect(stdout).toContain('note: not checked: the signature, the issuer and the expiry of the token');
    expect(status).toBe(0);
  }
});

test.each([
  ['under its name', `X-Stamp-Attested: ${attested}`],
  ['cut off', attested.slice(0, -8)],
])('behavior: an attested stamp %s is explained as one', (_, stamp) => {
  const { status, stdout } = run(['explain', '--body', body, '--stamp', stamp]);
  expect(stdout).toMatch(
    /^FAILED\s+the header is base64url of a JSON object, or the object, with publicKeyAttestation/,
  );
  expect(status).toBe(1);
});

test.each([['--help'], ['explain', '--help'], []])('default: help for %j', (...args) => {
  const { status, stdout } = run(args.filter((arg) => arg !== undefined));
  expect(stdout).toMatch(/^Usage: mintmark-stamper explain/);
  expect(status).toBe(0);
});

test.each([
  ['another command', ['verify', '--body', body, '--stamp', value]],
  ['no body', ['explain', '--stamp', value]],
  ['no stamp', ['explain', '--body', body]],
  ['a body that is not there', ['explain', '--body', join(folder, 'none'), '--stamp', value]],
  ['a stamp that is not there', ['explain', '--body', body, '--stamp', `@${join(folder, 'none')}`]],
  ['an unknown curve', ['explain', '--body', body, '--stamp', value, '--curve', 'p384']],
  ['an unknown option', ['explain', '--body', body, '--stamp', value, '--verbose']],
  ['a passkey stamp without its relying party', ['explain', '--body', body, '--stamp', passkeyStamp]],
  ['a passkey stamp without its key', ['explain', '--body', body, '--stamp', '{}', '--rp-id', 'example.com']],
  ['a curve of an attested stamp', ['explain', '--body', body, '--stamp', attested, '--curve', 'p256']],
  ['a key of an attested stamp', ['explain', '--body', body, '--stamp', attested, '--public-key', key.publicKey]],
  ['an origin of an API key', ['explain', '--body', body, '--stamp', value, '--origin', 'https://example.com']],
  [
    'a curve of a passkey',
    ['explain', '--body', body, '--stamp', '{}', '--rp-id', 'a.com', '--public-key', 'AA', '--curve', 'p256'],
  ],
])('error: %s', (_, args) => {
  const { status, stdout, stderr } = run(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/\n\nUsage: mintmark-stamper explain/);
});

test('error: arguments that are not files are not printed', () => {
  const { status, stderr } = run(['explain', '--body', text, '--stamp', value]);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^--body must be a readable file, or - \(ENOENT\)\n/);
  expect(stderr).not.toContain(text);
  expect(run(['explain', '--body', body, '--stamp', `@${value}`]).stderr).toMatch(
    /^--stamp @ must name a readable file \(/,
  );
});

test('error: a stamp pasted onto its option is not printed', () => {
  const { status, stderr } = run(['explain', '--body', body, `--stamp${value}`]);
  expect({ status, first: stderr.split('\n')[0] }).toEqual({ status: 2, first: 'unknown option' });
});

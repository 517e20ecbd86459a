import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bodyOf, postPatiently } from '@mintmark/server/test/load';
import type { Actor } from '@mintmark/server/test/service';
import { ethereumAccount } from '@mintmark/server/test/wallets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPreparedInstallation, type Installation } from '../test/installation.ts';
import { MintmarkProcess, runMintmarkProcess } from '../test/mintmark-process.ts';
import { runMintmark } from '../test/run-mintmark.ts';

const stack = new AsyncDisposableStack();
let installation: Installation;
let running: MintmarkProcess;
let root: Actor;
let serviceKey: string;
const inDirectory = (name: string) => join(installation.dataDirectory, name);

beforeAll(async () => {
  installation = stack.use(await createPreparedInstallation());
  running = stack.use(await installation.start());
  root = await installation.readRoot();
  serviceKey = JSON.parse(await readFile(inDirectory('root.json'), 'utf8')).keys.signer;
});
afterAll(() => stack.disposeAsync());

async function send(operation: string, body: string) {
  const reply = await postPatiently(running.url, { actor: root, operation, body });
  if (reply?.status !== 200) throw new Error(`${operation}: ${JSON.stringify(reply?.json)}`);
  return reply.json;
}
const ask = (operation: string, more: object) =>
  send(operation, JSON.stringify({ organizationId: root.organizationId, ...more }));
const latest = () => ask('get_latest_boot_proof', { appName: 'mintmark-server' });

/** Creates a wallet, and returns the answer with its proofs. */
function createWallet(walletName: string) {
  const body = JSON.parse(bodyOf(root, 'create_wallet', { walletName, accounts: [ethereumAccount()] }));
  return send('create_wallet', JSON.stringify({ ...body, generateAppProofs: true }));
}

async function restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
  await running.stop();
  running = stack.use(await MintmarkProcess.start({ ...installation.env, ...env }));
}

async function verifyFiles(files: Readonly<Record<string, unknown>>, ...options: string[]) {
  for (const [name, json] of Object.entries(files)) await writeFile(inDirectory(name), JSON.stringify(json));
  return runMintmark(['proof', 'verify', ...Object.keys(files).map(inDirectory), ...options], {});
}

describe('a service that restarts', () => {
  test('default: each start has a boot proof, which "mintmark proof verify" verifies', async () => {
    const first = await createWallet('First');
    const before = await latest();
    await restart();
    const second = await createWallet('Second');
    const after = await latest();
    const keyOf = ({ bootProof }: { bootProof: { ephemeralPublicKeyHex: string } }) => bootProof.ephemeralPublicKeyHex;
    expect(keyOf(after)).not.toBe(keyOf(before));
    expect(first.activity.appProofs[0].publicKey).toBe(keyOf(before));
    expect(second.activity.appProofs[0].publicKey).toBe(keyOf(after));
    expect(await ask('get_boot_proof', { ephemeralKey: keyOf(before) })).toEqual(before);
    // In this process it would be the manifest of the sources.
    const { codeDigest } = JSON.parse((await runMintmarkProcess(['proof', 'manifest'], {})).stdout);
    const files = { 'first.json': first, 'second.json': second, 'before.json': before, 'after.json': after };
    const verified = await verifyFiles(files, '--service-key', serviceKey, '--code-digest', codeDigest);
    expect([verified.code, verified.stderr]).toEqual([0, '']);
    const [address] = first.activity.result.createWalletResult.addresses;
    expect(verified.stdout).toContain(`address       ${address}\n`);
    expect(verified.stdout).toContain('decision      OUTCOME_ALLOW\n');
    expect(verified.stdout).toContain("evidence      software: the service's own statement\n");
    expect(verified.stdout).toMatch(/\nAll proofs verify\.\n$/);
  });

  test('behavior: the command says what it did not compare', async () => {
    const { code, stdout } = await verifyFiles({ 'latest.json': await latest() });
    expect(code).toBe(0);
    expect(stdout).toContain('(not compared: no --code-digest)\n');
    expect(stdout).toMatch(/\nAll proofs verify, but the service key was not compared\.\n$/);
  });

  test('behavior: each worker has a boot proof', async () => {
    await restart({ MINTMARK_WORKERS: '2' });
    const keys = new Set<string>();
    // A connection belongs to one worker, and each request has a connection of its own.
    for (let count = 0; keys.size < 2; count++)
      keys.add((await createWallet(`Workers ${count}`)).activity.appProofs[0].publicKey);
    for (const ephemeralKey of keys)
      expect(await ask('get_boot_proof', { ephemeralKey })).toMatchObject({
        bootProof: { ephemeralPublicKeyHex: ephemeralKey },
      });
  });
});

describe('an attester', () => {
  const configure = async (script: string) => {
    const program = inDirectory('attester');
    await writeFile(program, `#!/bin/sh\n${script}\n`);
    await chmod(program, 0o700);
    await writeFile(inDirectory('config.json'), JSON.stringify({ attestation: { command: [program] } }), {
      mode: 0o600,
    });
  };

  test('behavior: its document is in the boot proof, and the command says that it is not verified', async () => {
    await configure('base64 -w 0');
    await restart();
    const { bootProof } = await latest();
    const document = JSON.parse(Buffer.from(bootProof.cloudAttestationDocB64, 'base64').toString());
    expect(document).toEqual({
      manifestDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      publicKey: bootProof.ephemeralPublicKeyHex,
    });
    const { stdout, code } = await verifyFiles({ 'attested.json': { bootProof } });
    expect([code, stdout]).toEqual([0, expect.stringContaining('evidence      attested (not verified here)\n')]);
  });

  test('error: it fails, and the service does not start', async () => {
    await configure('exit 4');
    await running.stop();
    const { code, stderr } = await runMintmark(['start'], installation.env);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toContain(`mintmark: the attester ${inDirectory('attester')} failed: it exited with 4`);
    await writeFile(inDirectory('config.json'), '{}', { mode: 0o600 });
    await restart();
  });
});

describe('mintmark proof verify', () => {
  test('error: proofs that do not verify', async () => {
    const { activity } = await createWallet('Changed');
    const boot = await latest();
    const [decision, address] = activity.appProofs;
    const changed = { ...address, proofPayload: address.proofPayload.replace('0x', '0y') };
    const appProofs = [decision, changed];
    const { code, stdout, stderr } = await verifyFiles({ 'a.json': { appProofs }, 'b.json': boot });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^not ok {2}app proof by …[0-9a-f]{16}\n {8}problem {7}signature does not verify$/m);
    expect(stdout).toMatch(/\n1 of 3 proofs do not verify\.\n$/);
    const alone = await verifyFiles({ 'c.json': { appProofs: [decision] } });
    expect([alone.code, alone.stdout]).toEqual([
      1,
      expect.stringContaining('its boot proof is not given: anyone could have signed it'),
    ]);
    const otherKey = await verifyFiles({ 'd.json': boot }, '--service-key', root.publicKey);
    expect([otherKey.code, otherKey.stdout]).toEqual([
      1,
      expect.stringContaining('publicKey is not the expected key of the service'),
    ]);
  });

  test.each([
    ['no file', [], /^mintmark: no file given/],
    ['a file that is not there', ['/none.json'], /^mintmark: .*\/none\.json/],
  ])('error: %s', async (_, files, message) => {
    const { code, stderr } = await runMintmark(['proof', 'verify', ...files], {});
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test.each([
    ['no JSON', '{', 'is not JSON'],
    ['no proofs', '{"a":1}', 'the files have no app proof and no boot proof'],
  ])('error: %s', async (_, contents, message) => {
    await writeFile(inDirectory('bad.json'), contents);
    const { code, stderr } = await runMintmark(['proof', 'verify', inDirectory('bad.json')], {});
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('args: --help', async () => {
    expect((await runMintmark(['proof', 'verify', '--help'], {})).stdout).toMatch(
      /^Usage: mintmark proof verify FILE…/,
    );
  });
});

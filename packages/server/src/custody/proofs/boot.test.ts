import { execFileSync } from 'node:child_process';
import crypto, { type KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { examples } from '@mintmark/schema';
import { verifyProof } from '@mintmark/stamper/proofs';
import { Needles } from '@mintmark/testing/needles';
import { afterAll, describe, expect, test } from 'vitest';
import { byteForms } from '../../../test/canary-forms.ts';
import { isSigned, payloadsOf } from '../../../test/proofs.ts';
import { startService } from '../../../test/service.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import { createApp } from '../../runtime/app.ts';
import { fetchOf } from '../../runtime/http/in-process.ts';
import { boot } from './boot.ts';
import { readManifest } from './manifest.ts';

/** Starts a service, and returns it with the private keys that its boot made. */
async function startWatched() {
  const secrets: Buffer[] = [];
  const original = crypto.generateKeyPairSync;
  const watching = (...args: Parameters<typeof original>) => {
    const pair = original(...args) as unknown as { readonly privateKey: KeyObject };
    // The key of webhooks is made by the same function.
    const isOfBoot = pair.privateKey.asymmetricKeyType === 'ec';
    if (isOfBoot) secrets.push(Buffer.from(String(pair.privateKey.export({ format: 'jwk' }).d), 'base64url'));
    return pair;
  };
  crypto.generateKeyPairSync = watching as unknown as typeof original;
  syncBuiltinESMExports();
  try {
    return { service: await startService(), secrets };
  } finally {
    crypto.generateKeyPairSync = original;
    syncBuiltinESMExports();
  }
}

const { service, secrets } = await startWatched();
afterAll(() => service[Symbol.asyncDispose]());
const { database, macs, services, root, submit, ask } = service;
const { signer } = services;

const asked = { generateAppProofs: true };
const wallet = (walletName: string) => ({ walletName, accounts: [ethereumAccount()] });
const bootAgain = () => boot({ database, macs, signer, attester: undefined, now: new Date() });

describe('the key', () => {
  test('default: two points, of which the second signs', () => {
    const { proofs } = services;
    expect(proofs.publicKey).toMatch(/^(?:04[0-9a-f]{128}){2}$/);
    const payload = { ...JSON.parse(examples.appProof.proofPayload) };
    const proof = proofs.sign(payload);
    expect(isSigned(proof)).toBe(true);
    expect(isSigned({ ...proof, proofPayload: `${proof.proofPayload} ` })).toBe(false);
  });

  test('behavior: never reaches the database, an answer or the log', async () => {
    expect(secrets).toHaveLength(2);
    const reply = await submit(root, 'create_wallet', wallet('Canary'), asked);
    const written = [Buffer.from(JSON.stringify([reply.json, service.logged]))];
    await database.query(async (sql) => {
      const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
      for (const { name } of tables)
        for (const row of await sql<object[]>`select * from ${sql(name)}`)
          for (const value of Object.values(row))
            written.push(Buffer.from(value instanceof Uint8Array ? value : String(value)));
    });
    const needles = new Needles([
      ...secrets.flatMap((secret) => byteForms('ephemeral key', secret)),
      { name: 'control', bytes: Buffer.from(services.proofs.publicKey) },
    ]);
    needles.count(Buffer.concat(written));
    expect([...needles.hits.keys()]).toEqual(['control']);
  });
});

describe('the boot proof', () => {
  test('behavior: a restart has another key, and earlier proofs still match theirs', async () => {
    const before = (await submit(root, 'create_wallet', wallet('Before'), asked)).json.activity.appProofs;
    const proofs = await bootAgain();
    const later = fetchOf(createApp({ database, services: { ...services, proofs } }));
    const body = JSON.stringify({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: String(Date.now()),
      organizationId: root.organizationId,
      parameters: wallet('After'),
      ...asked,
    });
    const { name, value } = await root.stamper.stamp(body);
    const url = 'http://local/public/v1/submit/create_wallet';
    const response = await later(url, { method: 'POST', headers: { [name]: value }, body });
    const { appProofs: after } = ((await response.json()) as { activity: { appProofs: typeof before } }).activity;
    const keysOf = (list: readonly { publicKey: string }[]) => [...new Set(list.map(({ publicKey }) => publicKey))];
    expect(keysOf(before)).toEqual([services.proofs.publicKey]);
    expect(keysOf(after)).toEqual([proofs.publicKey]);
    expect(await payloadsOf(service, root, [...before, ...after])).toHaveLength(4);
    const proofOf = async (ephemeralKey: string) =>
      (await ask(root, 'get_boot_proof', { ephemeralKey })).json.bootProof;
    const crossed = await verifyProof({ appProof: before[0], bootProof: await proofOf(proofs.publicKey) });
    expect(crossed).toMatchObject({ ok: false, error: { code: 'KEY_MISMATCH' } });
  });

  test('behavior: an attester is asked about the manifest and the key, and its document is kept', async () => {
    const attested: object[] = [];
    const document = Buffer.from('a document');
    const attester = {
      attest: async (about: object) => {
        attested.push(about);
        return document;
      },
    };
    const { publicKey } = await boot({ database, macs, signer, attester, now: new Date() });
    const { bootProof } = (await ask(root, 'get_boot_proof', { ephemeralKey: publicKey })).json;
    expect(attested).toEqual([{ manifestDigest: (await readManifest()).digest, publicKey }]);
    expect(bootProof).toMatchObject({
      cloudAttestationDocB64: document.toString('base64'),
      deploymentLabel: expect.stringContaining('with an attestation document'),
    });
  });

  test('error: the attester fails, and nothing is stored', async () => {
    const count = () => database.query((sql) => sql`select count(*) from boot_proofs`);
    const before = await count();
    const attester = { attest: () => Promise.reject(new Error('no hardware')) };
    await expect(boot({ database, macs, signer, attester, now: new Date() })).rejects.toThrow('no hardware');
    expect(await count()).toEqual(before);
  });

  test('behavior: the example of the contract verifies', async () => {
    const { appProof, bootProof } = examples;
    expect(await verifyProof({ appProof, bootProof })).toMatchObject({ ok: true, evidence: 'software' });
  });
});

describe('the manifest', () => {
  test('behavior: sha256sum gets the same digests', async () => {
    const manifest = JSON.parse((await readManifest()).text);
    const packages = join(import.meta.dirname, '../../../..');
    for (const { name, directory, digest, files } of manifest.packages) {
      const script = `find ${directory} -type f ! -name '*.test.ts' ! -name '*.test-d.ts' | LC_ALL=C sort | xargs sha256sum`;
      const lines = execFileSync('sh', ['-c', script], { cwd: join(packages, name.replace('@mintmark/', '')) });
      expect(crypto.createHash('sha256').update(lines).digest('hex')).toBe(digest);
      expect(lines.toString().split('\n')).toHaveLength(files + 1);
    }
    const all = manifest.packages.map(({ digest, name }: { digest: string; name: string }) => `${digest}  ${name}\n`);
    expect(crypto.createHash('sha256').update(all.join('')).digest('hex')).toBe(manifest.codeDigest);
    expect(new Set(manifest.packages.map(({ directory }: { directory: string }) => directory))).toEqual(
      new Set(['src']),
    );
    // No package of this repository is only named by its version.
    for (const { dependencies } of manifest.packages)
      expect(Object.keys(dependencies).filter((name) => name.startsWith('@mintmark/'))).toEqual([]);
    expect(manifest.covers).toBe('sources');
    expect(manifest.runtime.node).toBe(process.version);
  });
});

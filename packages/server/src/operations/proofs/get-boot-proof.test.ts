import { verifyBootProof } from '@mintmark/stamper/proofs';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { boot } from '../../custody/proofs/boot.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { ask, database, macs, services } = service;
const { publicKey } = services.proofs;

test('default: the proof of the process that has the key, in any organization', async () => {
  const [root] = await addOrganization(service);
  const { bootProof } = (await ask(root, 'get_boot_proof', { ephemeralKey: publicKey })).json;
  expect(bootProof).toMatchObject({
    ephemeralPublicKeyHex: publicKey,
    cloudAttestationDocB64: '',
    deploymentLabel: expect.stringMatching(/^\d+\.\d+\.\d+ \(software evidence only\)$/),
    enclaveApp: 'mintmark-server',
    owner: 'self-hosted',
    qosManifestVersion: '1',
  });
  const { signer } = services;
  expect(await verifyBootProof(bootProof, { servicePublicKey: signer.publicKey })).toMatchObject({
    ok: true,
    evidence: 'software',
  });
});

test('args: a key in capitals', async () => {
  const { status } = await ask(service.root, 'get_boot_proof', { ephemeralKey: publicKey.toUpperCase() });
  expect(status).toBe(200);
});

test('behavior: an earlier process', async () => {
  await boot({ database, macs, signer: services.signer, attester: undefined, now: new Date() });
  const { bootProof } = (await ask(service.root, 'get_boot_proof', { ephemeralKey: publicKey })).json;
  expect(bootProof.ephemeralPublicKeyHex).toBe(publicKey);
});

test.each([
  ['an unknown key', '04'.repeat(130)],
  ['a part of a key', publicKey.slice(130)],
])('error: %s', async (_, ephemeralKey) => {
  expect(refusalOf(await ask(service.root, 'get_boot_proof', { ephemeralKey }))).toEqual([404, 'BOOT_PROOF_NOT_FOUND']);
});

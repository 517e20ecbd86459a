import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { p256Keys } from '../keys/p256-keys.ts';
import { createP256Signer } from '../keys/p256-signer.ts';
import {
  type AppProof,
  type BootProof,
  buildBootEnvelope,
  digestDecisionContext,
  digestOrganizationData,
  digestPolicies,
  verifyAppProof,
  verifyBootProof,
  verifyProof,
} from './index.ts';

/** What a process has, made with node:crypto. */
function newProcess() {
  const newPair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const [encryption, signing] = [newPair(), newPair()];
  const pointOf = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).subarray(-65).toString('hex');
  const publicKey = pointOf(encryption.publicKey) + pointOf(signing.publicKey);
  const signed = (proofPayload: string, key: KeyObject = signing.privateKey): AppProof => ({
    scheme: 'SIGNATURE_SCHEME_EPHEMERAL_KEY_P256',
    publicKey,
    proofPayload,
    signature: sign('sha256', Buffer.from(proofPayload), { key, dsaEncoding: 'ieee-p1363' }).toString('hex'),
  });
  return { publicKey, signed, encryption };
}

const service = createP256Signer(p256Keys.generatePrivateKey().toApiKey());
const other = createP256Signer(p256Keys.generatePrivateKey().toApiKey());
const digestOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const manifest = JSON.stringify({ version: '1', codeDigest: 'ab'.repeat(32), packages: [] });

async function bootProofOf(publicKey: string, signer = service, attestation = ''): Promise<BootProof> {
  const labels = { deploymentLabel: '1.0.0 (software evidence only)', enclaveApp: 'mintmark-server', owner: 'me' };
  const statement = {
    manifestDigest: digestOf(manifest),
    ephemeralPublicKey: publicKey,
    attestationDigest: attestation === '' ? '' : digestOf(attestation),
    ...labels,
    createdAtMs: '1767225600123',
  };
  return {
    ephemeralPublicKeyHex: publicKey,
    cloudAttestationDocB64: base64(attestation),
    qosManifestB64: base64(manifest),
    qosManifestEnvelopeB64: base64(JSON.stringify(await buildBootEnvelope(statement, { ...signer, keyId: 'key' }))),
    ...labels,
    qosManifestVersion: '1',
    createdAt: { seconds: '1767225600', nanos: '123000000' },
  };
}

const running = newProcess();
const bootProof = await bootProofOf(running.publicKey);
const derivation = { organizationId: 'o', walletId: 'w', derivationPath: "m/44'/60'/0'/0/0", address: '0xabc' };
const address = JSON.stringify({
  type: 'APP_PROOF_TYPE_ADDRESS_DERIVATION',
  timestampMs: '1767225600456',
  addressDerivationProof: derivation,
});
const appProof = running.signed(address);
const codeOf = (verdict: { ok: boolean; error?: { code: string; part: string } }) =>
  verdict.ok ? 'ok' : `${verdict.error?.code} ${verdict.error?.part}`;

describe('verifyAppProof', () => {
  test('default', async () => {
    expect(await verifyAppProof(appProof)).toEqual({
      ok: true,
      payload: {
        type: 'APP_PROOF_TYPE_ADDRESS_DERIVATION',
        timestampMs: '1767225600456',
        addressDerivationProof: derivation,
      },
    });
  });

  test('args: a decision', async () => {
    const approval = { scheme: 's', publicKey: 'p', message: 'm', signature: 'x' };
    const policyOutcomeProof = {
      organizationId: 'o',
      outcome: 'OUTCOME_ALLOW',
      decisionContextDigest: 'd',
      organizationDataDigest: 'e',
      parentOrganizationDataDigest: '',
      userRequestApprovals: [approval],
    };
    const payload = { type: 'APP_PROOF_TYPE_POLICY_OUTCOME', timestampMs: '1', policyOutcomeProof };
    expect(await verifyAppProof(running.signed(JSON.stringify(payload)))).toEqual({ ok: true, payload });
  });

  const payloadWith = (change: object) => JSON.stringify({ ...JSON.parse(address), ...change });
  const flipped = `${appProof.signature.startsWith('0') ? '1' : '0'}${appProof.signature.slice(1)}`;
  test.each<[string, Partial<AppProof>, string]>([
    ['another scheme', { scheme: 'SIGNATURE_SCHEME_TK_API_P256' }, 'SCHEME_NOT_ALLOWED scheme'],
    ['a changed payload', { proofPayload: address.replace('0xabc', '0xabd') }, 'SIGNATURE_INVALID signature'],
    ['a space more', { proofPayload: `${address} ` }, 'SIGNATURE_INVALID signature'],
    ['a changed signature', { signature: flipped }, 'SIGNATURE_INVALID signature'],
    ['the key of another process', { publicKey: newProcess().publicKey }, 'SIGNATURE_INVALID signature'],
    ['one point', { publicKey: running.publicKey.slice(130) }, 'MALFORMED publicKey'],
    [
      'a first point that is none',
      { publicKey: `04${'00'.repeat(64)}${running.publicKey.slice(130)}` },
      'INVALID_KEY publicKey',
    ],
    ['a DER signature', { signature: `3044${appProof.signature}` }, 'MALFORMED signature'],
    ['no hex', { signature: 'z'.repeat(128) }, 'MALFORMED signature'],
    ['no text', { proofPayload: 1 as never }, 'MALFORMED proofPayload'],
    ['zeros', { signature: '0'.repeat(128) }, 'SIGNATURE_INVALID signature'],
  ])('error: %s', async (_, change, code) => {
    expect(codeOf(await verifyAppProof({ ...appProof, ...change }))).toBe(code);
  });

  test('error: the first point signed', async () => {
    expect(codeOf(await verifyAppProof(running.signed(address, running.encryption.privateKey)))).toBe(
      'SIGNATURE_INVALID signature',
    );
  });

  test.each([
    ['no JSON', 'no JSON', 'MALFORMED proofPayload'],
    ['a member twice', address.replace('{', '{"type":"x",'), 'MALFORMED proofPayload'],
    ['an unknown type', payloadWith({ type: 'APP_PROOF_TYPE_OTHER' }), 'MALFORMED proofPayload.type'],
    ['no time', payloadWith({ timestampMs: 1 }), 'MALFORMED proofPayload.timestampMs'],
    [
      'no address',
      payloadWith({ addressDerivationProof: { organizationId: 'o' } }),
      'MALFORMED proofPayload.addressDerivationProof.address',
    ],
    [
      'another kind of proof',
      payloadWith({ addressDerivationProof: undefined, policyOutcomeProof: {} }),
      'MALFORMED proofPayload.addressDerivationProof',
    ],
  ])('error: a payload with %s, though it is signed', async (_, payload, code) => {
    expect(codeOf(await verifyAppProof(running.signed(payload)))).toBe(code);
  });
});

describe('verifyBootProof', () => {
  test('default: software', async () => {
    const verdict = await verifyBootProof(bootProof, {
      servicePublicKey: service.publicKey,
      codeDigest: 'AB'.repeat(32),
    });
    expect(verdict).toMatchObject({
      ok: true,
      evidence: 'software',
      isServiceKeyExpected: true,
      isCodeExpected: true,
      servicePublicKey: service.publicKey,
      manifest: { codeDigest: 'ab'.repeat(32) },
      statement: { createdAtMs: '1767225600123' },
    });
  });

  test('behavior: it says what was not compared', async () => {
    expect(await verifyBootProof(await bootProofOf(running.publicKey, other))).toMatchObject({
      ok: true,
      isServiceKeyExpected: false,
      isCodeExpected: false,
      servicePublicKey: other.publicKey,
    });
  });

  test('behavior: an attestation document is not verified here', async () => {
    expect(await verifyBootProof(await bootProofOf(running.publicKey, service, 'document'))).toMatchObject({
      ok: true,
      evidence: 'attested (not verified here)',
    });
  });

  const envelope = JSON.parse(Buffer.from(bootProof.qosManifestEnvelopeB64, 'base64').toString());
  const withEnvelope = (change: object) => ({
    qosManifestEnvelopeB64: base64(JSON.stringify({ ...envelope, ...change })),
  });
  test.each<[string, Partial<BootProof>, string]>([
    ['another manifest', { qosManifestB64: base64(manifest.replace('ab', 'ac')) }, 'BINDING_MISMATCH manifestDigest'],
    [
      'the key of another process',
      { ephemeralPublicKeyHex: newProcess().publicKey },
      'BINDING_MISMATCH ephemeralPublicKey',
    ],
    ['an attestation document added', { cloudAttestationDocB64: base64('x') }, 'BINDING_MISMATCH attestationDigest'],
    ['another label', { deploymentLabel: 'attested' }, 'BINDING_MISMATCH deploymentLabel'],
    ['another app', { enclaveApp: 'signer' }, 'BINDING_MISMATCH enclaveApp'],
    ['another owner', { owner: 'you' }, 'BINDING_MISMATCH owner'],
    ['another time', { createdAt: { seconds: '1767225601', nanos: '123000000' } }, 'BINDING_MISMATCH createdAtMs'],
    ['a time that is none', { createdAt: { seconds: 'x', nanos: '0' } }, 'MALFORMED createdAt'],
    ['no base64', { qosManifestB64: '-_-_' }, 'MALFORMED qosManifestB64'],
    [
      'an envelope with a changed statement',
      withEnvelope({ statement: envelope.statement.replace('"me"', '"us"') }),
      'SIGNATURE_INVALID signature',
    ],
    ['an envelope with another key', withEnvelope({ publicKey: other.publicKey }), 'SIGNATURE_INVALID signature'],
    ['an envelope with a member more', withEnvelope({ approvals: 'x' }), 'MALFORMED qosManifestEnvelopeB64'],
    ['no envelope', { qosManifestEnvelopeB64: '' }, 'MALFORMED qosManifestEnvelopeB64'],
  ])('error: %s', async (_, change, code) => {
    expect(codeOf(await verifyBootProof({ ...bootProof, ...change }))).toBe(code);
  });

  test.each([
    ['another service key', { servicePublicKey: other.publicKey }, 'SIGNER_UNTRUSTED publicKey'],
    ['other code', { codeDigest: 'ac'.repeat(32) }, 'BINDING_MISMATCH codeDigest'],
  ])('error: %s is expected', async (_, expected, code) => {
    expect(codeOf(await verifyBootProof(bootProof, expected))).toBe(code);
  });

  test('error: the statement is signed without its context', async () => {
    const signature = Buffer.from(await service.sign(Buffer.from(envelope.statement))).toString('hex');
    expect(codeOf(await verifyBootProof({ ...bootProof, ...withEnvelope({ signature }) }))).toBe(
      'SIGNATURE_INVALID signature',
    );
  });

  test('error: a signed manifest without a code digest', async () => {
    const empty = { ...bootProof, qosManifestB64: base64('{}') };
    const statement = { ...JSON.parse(envelope.statement), manifestDigest: digestOf('{}') };
    const signed = await buildBootEnvelope(statement, { ...service, keyId: 'key' });
    const proof = { ...empty, qosManifestEnvelopeB64: base64(JSON.stringify(signed)) };
    expect(codeOf(await verifyBootProof(proof))).toBe('MALFORMED manifest.codeDigest');
  });
});

const elsewhere = await bootProofOf(newProcess().publicKey);

describe('verifyProof', () => {
  test('default', async () => {
    const verdict = await verifyProof({ appProof, bootProof, servicePublicKey: service.publicKey });
    expect(verdict).toMatchObject({ ok: true, evidence: 'software', payload: { addressDerivationProof: derivation } });
  });

  test('args: a key in capitals', async () => {
    const upper = { ...appProof, publicKey: appProof.publicKey.toUpperCase() };
    expect(codeOf(await verifyProof({ appProof: upper, bootProof }))).toBe('ok');
  });

  test.each<[string, object, string]>([
    ['the boot proof of another process', { bootProof: elsewhere }, 'KEY_MISMATCH publicKey'],
    ['a boot proof of another service', { servicePublicKey: other.publicKey }, 'SIGNER_UNTRUSTED publicKey'],
    ['a changed app proof', { appProof: { ...appProof, proofPayload: '{}' } }, 'SIGNATURE_INVALID signature'],
  ])('error: %s', async (_, change, code) => {
    expect(codeOf(await verifyProof({ appProof, bootProof, ...change }))).toBe(code);
  });
});

describe('digests', () => {
  test('default: the SHA-256 of JSON with the members in order, whatever order they are given in', async () => {
    const context = { policyEvaluations: [{ outcome: 'O', policyId: 'p', more: 1 }], userIds: ['u'] };
    const text =
      '{"activityId":"a","organizationId":"o","type":"T","fingerprint":"f","userIds":["u"],"policyEvaluations":[{"policyId":"p","outcome":"O"}]}';
    const rest = { fingerprint: 'f', type: 'T', organizationId: 'o', activityId: 'a' };
    expect(await digestDecisionContext({ ...context, ...rest })).toBe(digestOf(text));
    const data = { approvers: [{ credentialId: 'c', isRoot: true, userId: 'u' }], policiesDigest: null };
    expect(await digestOrganizationData({ ...data, rootThreshold: 1, organizationId: 'o' })).toBe(
      digestOf(
        '{"organizationId":"o","rootThreshold":1,"policiesDigest":null,"approvers":[{"userId":"u","isRoot":true,"credentialId":"c"}]}',
      ),
    );
  });

  test('behavior: the order of policies does not matter, and their contents do', async () => {
    const at = { seconds: '1', nanos: '5000000' };
    const policy = {
      policyName: 'n',
      effect: 'e',
      condition: '',
      consensus: '',
      notes: '',
      createdAt: at,
      updatedAt: at,
    };
    const [one, two] = [
      { ...policy, policyId: '1' },
      { ...policy, policyId: '2' },
    ];
    const digest = await digestPolicies('o', [one, two]);
    expect(await digestPolicies('o', [two, one])).toBe(digest);
    expect(await digestPolicies('o', [one, { ...two, notes: 'x' }])).not.toBe(digest);
    expect(await digestPolicies('p', [one, two])).not.toBe(digest);
    expect(digest).toMatch(/^[\w-]{43}$/);
  });
});

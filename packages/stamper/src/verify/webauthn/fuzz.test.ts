import { expect, test } from 'vitest';
import { writeCbor } from '../../../test/cbor-writer.ts';
import { base64url, challengeOf, flag, SoftwareAuthenticator } from '../../../test/software-authenticator.ts';
import { decodeCbor } from '../../encoding/cbor.ts';
import { StamperError, type Verdict } from '../../stamper-error.ts';
import { verifyAssertion } from './assertion.ts';
import { createCredentialKey } from './cose-key.ts';
import { verifyRegistration } from './registration.ts';
import { readWebAuthnStamp } from './webauthn-stamp.ts';

const rounds = 5_000;
const policy = { userVerification: 'preferred' } as const;
const body = new TextEncoder().encode('{}');

/** The same numbers from the same seed, so that what fails, fails again. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const interesting = [
  0x00, 0x01, 0x17, 0x18, 0x1b, 0x3b, 0x40, 0x58, 0x5b, 0x5f, 0x7b, 0x80, 0x9b, 0x9f, 0xa0, 0xbb, 0xff,
];

/** A few bytes changed, cut out, or put in. */
function mutate(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  const list = [...bytes];
  for (let count = 1 + random(4); count > 0; count--) {
    const at = random(list.length + 1);
    const value = random(2) === 0 ? random(256) : (interesting[random(interesting.length)] ?? 0);
    const kind = random(6);
    if (kind < 3) list[at] = value;
    else if (kind === 3) list.splice(at, 1 + random(8));
    else if (kind === 4) list.splice(at, 0, value, random(256));
    else list.length = at;
  }
  return Uint8Array.from(list, (byte) => byte ?? 0);
}

function isRefusal(verdict: Verdict<unknown>): boolean {
  if (!verdict.ok) expect(verdict.error).toBeInstanceOf(StamperError);
  return !verdict.ok;
}

test(`behavior: ${rounds} changed stamps are verified or refused, and nothing else`, async () => {
  const random = seeded(1);
  const authenticator = new SoftwareAuthenticator('ES256');
  const key = await createCredentialKey(writeCbor(authenticator.cose));
  const credential = { credentialId: base64url(authenticator.credentialId), key, rpId: 'example.com', signCount: 0 };
  const extensions = writeCbor(new Map([['uvm', [[2, 4, 2]]]]));
  const stamp = readWebAuthnStamp(JSON.stringify(authenticator.assert(challengeOf(body), { extensions })));
  expect(await verifyAssertion({ stamp, body, credential, policy })).toMatchObject({ ok: true });
  const members = ['authenticatorData', 'clientDataJson', 'signature'] as const;
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    const member = members[random(members.length)] ?? 'signature';
    const bytes = mutate(stamp[member], random);
    const isSame = Buffer.compare(bytes, stamp[member]) === 0;
    const verdict = await verifyAssertion({ stamp: { ...stamp, [member]: bytes }, body, credential, policy });
    expect(isRefusal(verdict), `round ${round}`).toBe(!isSame);
    if (!isSame) refused++;
  }
  expect(refused).toBeGreaterThan(rounds * 0.9);
});

test(`behavior: ${rounds} changed headers are decoded or refused, and nothing else`, () => {
  const random = seeded(2);
  const json = Buffer.from(JSON.stringify(new SoftwareAuthenticator('EdDSA').assert(challengeOf(body))));
  const texts = [json, Buffer.from(json.toString('base64url'))];
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    const value = Buffer.from(mutate(texts[round % 2] ?? json, random)).toString('latin1');
    try {
      readWebAuthnStamp(value);
    } catch (error) {
      expect(error).toBeInstanceOf(StamperError);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(rounds * 0.1);
});

test(`behavior: ${rounds} changed attestation objects are verified or refused, and nothing else`, async () => {
  const random = seeded(3);
  const challenge = base64url(new Uint8Array(32));
  const samples = (['ES256', 'EdDSA', 'RS256'] as const).map((algorithm) => {
    const authenticator = new SoftwareAuthenticator(algorithm);
    const flags = flag.UP | flag.UV | flag.AT;
    const extensions = writeCbor(new Map([['credProtect', 2]]));
    return authenticator.register(challenge, { format: 'packed', flags, extensions });
  });
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    const attestation = samples[round % samples.length] ?? expect.unreachable();
    const attestationObject = base64url(mutate(Buffer.from(attestation.attestationObject, 'base64url'), random));
    const changed = { ...attestation, attestationObject };
    if (isRefusal(await verifyRegistration({ attestation: changed, challenge, policy }))) refused++;
  }
  expect(refused).toBeGreaterThan(rounds * 0.9);
});

test(`behavior: ${rounds} random byte strings are CBOR or refused, and nothing else`, () => {
  const random = seeded(4);
  for (let round = 0; round < rounds; round++) {
    const bytes = Uint8Array.from({ length: random(64) }, () =>
      random(2) === 0 ? (interesting[random(interesting.length)] ?? 0) : random(256),
    );
    try {
      decodeCbor(bytes, 'part');
    } catch (error) {
      expect(error).toBeInstanceOf(StamperError);
    }
  }
});

test('error: attestation objects that bomb', async () => {
  const challenge = base64url(new Uint8Array(32));
  const attestation = new SoftwareAuthenticator('ES256').register(challenge);
  const bombs: Uint8Array[] = [
    new Uint8Array(49_000).fill(0x81),
    Uint8Array.from({ length: 49_000 }, (_, index) => (index % 2 === 0 ? 0xa1 : 0x00)),
    new Uint8Array(49_000).fill(0x9f),
    new Uint8Array(49_000).fill(0xbf),
    new Uint8Array(49_000).fill(0xc6),
    Buffer.from('a363666d74646e6f6e656761747453746d749b001fffffffffffff', 'hex'),
    Buffer.from('a363666d74646e6f6e656761747453746d745b001fffffffffffff', 'hex'),
    Buffer.concat([Buffer.from('99bf00', 'hex'), new Uint8Array(48_896)]),
  ];
  for (const bomb of bombs) {
    const changed = { ...attestation, attestationObject: base64url(bomb) };
    expect(await verifyRegistration({ attestation: changed, challenge, policy })).toMatchObject({
      error: { code: 'MALFORMED', part: 'attestation.attestationObject' },
    });
  }
});

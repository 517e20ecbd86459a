import { createECDH } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { target } from '../../test/bundle-parties.ts';
import { failure } from '../../test/failure.ts';
import { wiped } from '../../test/wiped.ts';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { importAgreementKey, importAgreementPoint } from './agreement-key.ts';
import { p256Kem } from './p256-kem.ts';

const hex = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) => Buffer.from(new Uint8Array(bytes)).toString('hex');

const recipientKey = await importAgreementKey(target, 'target');
const recipientPublicKey = await importAgreementPoint(target.publicKey);
const { enc, sharedSecret } = await p256Kem.encap({ recipientPublicKey });
const decap = (enc: Uint8Array | ArrayBuffer) => p256Kem.decap({ recipientKey, enc: enc as ArrayBuffer });

afterEach(() => vi.restoreAllMocks());

test('default: both sides agree', async () => {
  expect(enc.byteLength).toBe(65);
  expect(hex(await decap(enc))).toBe(hex(sharedSecret));
  expect(hex(await decap(new Uint8Array(enc)))).toBe(hex(sharedSecret));
});

describe('encap', () => {
  test('behavior: the ephemeral private key cannot be exported', async () => {
    const generate = vi.spyOn(crypto.subtle, 'generateKey');
    await p256Kem.encap({ recipientPublicKey });
    expect(await generate.mock.results[0]?.value).toMatchObject({
      privateKey: { extractable: false, usages: ['deriveBits'] },
    });
  });

  test('error: the key of a sender', async () => {
    const senderKey = await importAgreementKey(generatePrivateKey('p256'), 'sender');
    expect(await failure(p256Kem.encap({ recipientPublicKey, senderKey }))).toBe('MALFORMED senderKey');
  });
});

describe('decap', () => {
  test('behavior: enc is copied when it is received', async () => {
    for (const given of [enc.slice(), new Uint8Array(enc.slice())]) {
      const secret = decap(given);
      new Uint8Array(given).fill(0);
      if (given instanceof Uint8Array) given.fill(0);
      expect(hex(await secret)).toBe(hex(sharedSecret));
    }
  });

  test('error: enc in another form, or of another length', async () => {
    const point = new Uint8Array(enc);
    const compressed = Uint8Array.of(2 + ((point[64] ?? 0) % 2), ...point.subarray(1, 33));
    for (const wrong of [compressed, point.subarray(1), Uint8Array.of(...point, 0), new Uint8Array()]) {
      expect(await failure(decap(wrong))).toBe('MALFORMED enc');
    }
  });

  test('error: the key of a sender', async () => {
    const call = p256Kem.decap({ recipientKey, enc, senderPublicKey: recipientPublicKey });
    expect(await failure(call)).toBe('MALFORMED senderKey');
  });
});

test('behavior: the agreed secret is wiped on both sides, including copies inside other buffers', async () => {
  const ephemeral = generatePrivateKey('p256');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(target.bytes());
  const agreed = ecdh.computeSecret(ephemeral.publicKey.uncompressed).toString('hex');
  const ekm = await importAgreementKey(ephemeral, 'ephemeral');
  for (const call of [
    () => p256Kem.encap({ recipientPublicKey, ekm }),
    () => decap(Uint8Array.from(ephemeral.publicKey.uncompressed)),
  ]) {
    const gone = await wiped(call);
    expect(gone).toContain(agreed);
    expect(gone.filter((bytes) => bytes.length > agreed.length && bytes.endsWith(agreed))).toHaveLength(1);
  }
});

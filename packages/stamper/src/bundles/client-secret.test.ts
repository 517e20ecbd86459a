import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { failure } from '../../test/failure.ts';
import { agreementSide, openAead, sealAead } from '../../test/node-hpke.ts';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { clientSecretKeyLabel } from '../protocol.ts';
import { openClientSecret, sealClientSecret, sealEnvelope } from './client-secret.ts';

const service = generatePrivateKey('p256');
const servicePoint = Buffer.from(service.publicKey.uncompressed);

// A second implementation, on node:crypto alone.

function cipherParts(own: Uint8Array, other: Uint8Array, ephemeral: Uint8Array) {
  const secret = Buffer.concat([ephemeral, servicePoint, agreementSide(own).computeSecret(other)]);
  return {
    key: createHmac('sha512', secret).update(clientSecretKeyLabel).digest().subarray(0, 32),
    aad: Buffer.concat([ephemeral, Buffer.of(0x41), servicePoint, Buffer.of(0x41)]),
  };
}

function nodeSeal(plaintext: Uint8Array, ephemeral = generatePrivateKey('p256'), nonce = Buffer.alloc(12, 1)): Buffer {
  const point = Buffer.from(ephemeral.publicKey.uncompressed);
  const { key, aad } = cipherParts(ephemeral.bytes(), servicePoint, point);
  const ciphertext = sealAead(key, nonce, aad, plaintext);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(ciphertext.length);
  return Buffer.concat([nonce, point, length, ciphertext]);
}

function nodeOpen(envelope: Buffer): string {
  const point = envelope.subarray(12, 77);
  const ciphertext = envelope.subarray(81);
  expect(envelope.readUInt32LE(77)).toBe(ciphertext.length);
  const { key, aad } = cipherParts(service.bytes(), point, point);
  return openAead(key, envelope.subarray(0, 12), aad, ciphertext).toString();
}

test('default', async () => {
  const sealed = await sealClientSecret('s3cr€t', service.publicKey.hex);
  expect(await openClientSecret(sealed, service)).toBe('s3cr€t');
});

test('args: secrets of any length, the key in either form', async () => {
  for (const length of [0, 1, 300, 8192]) {
    const sealed = await sealClientSecret('x'.repeat(length), servicePoint.toString('hex'));
    expect(await openClientSecret(sealed, service)).toBe('x'.repeat(length));
  }
});

test('behavior: node:crypto opens what is sealed, and the other way round', async () => {
  const sealed = await sealClientSecret('secret', service.publicKey.hex);
  expect(sealed).toMatch(/^[0-9a-f]+$/);
  expect(nodeOpen(Buffer.from(sealed, 'hex'))).toBe('secret');
  expect(await openClientSecret(nodeSeal(Buffer.from('secret')).toString('hex'), service)).toBe('secret');
});

test('behavior: given an ephemeral key and a nonce, both implementations agree to the byte', async () => {
  const ephemeral = generatePrivateKey('p256');
  const plaintext = new TextEncoder().encode('secret');
  const nonce = Uint8Array.from({ length: 12 }, (_, index) => index);
  const envelope = await sealEnvelope(plaintext, service.publicKey, ephemeral, nonce);
  expect(Buffer.from(envelope)).toEqual(nodeSeal(plaintext, ephemeral, Buffer.from(nonce)));
});

test('behavior: the label is the one compiled into every client', () => {
  expect(createHash('sha256').update(clientSecretKeyLabel).digest('hex')).toBe(
    '90274db1e798400d86c9494667bf4736c12860b7865d39e7c21f6f7fe55cf5dd',
  );
});

test('behavior: every sealing uses a new ephemeral key and nonce', async () => {
  const sealings = await Promise.all([1, 2, 3].map(() => sealClientSecret('secret', service.publicKey.hex)));
  expect(new Set(sealings.map((sealed) => sealed.slice(0, 24))).size).toBe(3);
  expect(new Set(sealings.map((sealed) => sealed.slice(24, 154))).size).toBe(3);
});

test('error: any byte changed', async () => {
  const envelope = nodeSeal(Buffer.from('secret'));
  for (let index = 0; index < envelope.length; index++) {
    const changed = Buffer.from(envelope);
    changed[index] = (changed[index] ?? 0) ^ 1;
    const isForm = index === 12 || (index >= 77 && index < 81);
    const isPoint = index > 12 && index < 77;
    const code = isForm ? 'MALFORMED' : isPoint ? 'INVALID_KEY' : 'DECRYPTION_FAILED';
    expect(await failure(openClientSecret(changed.toString('hex'), service))).toBe(`${code} encryptedClientSecret`);
  }
});

test('error: another key, another ephemeral key, another curve', async () => {
  const envelope = nodeSeal(Buffer.from('secret'));
  const opened = openClientSecret(envelope.toString('hex'), generatePrivateKey('p256'));
  expect(await failure(opened)).toBe('DECRYPTION_FAILED encryptedClientSecret');
  Buffer.from(generatePrivateKey('p256').publicKey.uncompressed).copy(envelope, 12);
  const replaced = openClientSecret(envelope.toString('hex'), service);
  expect(await failure(replaced)).toBe('DECRYPTION_FAILED encryptedClientSecret');
  const foreign = openClientSecret(nodeSeal(Buffer.from('secret')).toString('hex'), generatePrivateKey('secp256k1'));
  expect(await failure(foreign)).toBe('CURVE_MISMATCH serviceKey');
});

test('error: cut, lengthened, not hex, far too long, not UTF-8', async () => {
  const hex = nodeSeal(Buffer.from('secret')).toString('hex');
  const texts = ['', '00', hex.slice(0, 160), hex.slice(0, -2), `${hex}00`, `${hex}0`, `${hex}zz`, `0x${hex}`];
  for (const text of [...texts, '0'.repeat(1_000_000), undefined, 7] as string[]) {
    expect(await failure(openClientSecret(text, service))).toBe('MALFORMED encryptedClientSecret');
  }
  const empty = Buffer.concat([nodeSeal(Buffer.alloc(0)).subarray(0, 77), Buffer.alloc(4)]).toString('hex');
  expect(await failure(openClientSecret(empty, service))).toBe('DECRYPTION_FAILED encryptedClientSecret');
  const long = nodeSeal(Buffer.alloc(32_768, 'x')).toString('hex');
  expect(await failure(openClientSecret(long, service))).toBe('MALFORMED encryptedClientSecret');
  const notUtf8 = nodeSeal(Buffer.of(0xff)).toString('hex');
  expect(await failure(openClientSecret(notUtf8, service))).toBe('MALFORMED encryptedClientSecret');
});

test('error: nothing to seal, nothing to seal to', async () => {
  expect(await failure(sealClientSecret('secret', '00'))).toBe('MALFORMED servicePublicKey');
  expect(await failure(sealClientSecret('\ud800', service.publicKey.hex))).toBe('MALFORMED clientSecret');
  expect(await failure(sealClientSecret('x'.repeat(8193), service.publicKey.hex))).toBe('MALFORMED clientSecret');
});

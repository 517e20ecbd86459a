import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { flipped, secp256k1Key, stranger, target, walletKey } from '../../test/bundle-parties.ts';
import { failure } from '../../test/failure.ts';
import { nodeOpen, nodeSeal, protocolInfo } from '../../test/node-hpke.ts';
import { generatePrivateKey, parsePublicKey } from '../keys/keys-by-curve.ts';
import { hpkeInfo } from '../protocol.ts';
import { open, seal, setupRecipient, setupSender } from './hpke.ts';

describe('seal and open', () => {
  test('behavior: the info is the one compiled into every client', () => {
    expect(createHash('sha256').update(protocolInfo).digest('hex')).toBe(
      '184b7c7a43467a4c12962bf474a7c380f1721946ce0280e358897d95648ea54f',
    );
  });

  test('default: node:crypto opens what is sealed, and vice versa', async () => {
    for (const length of [1, 32, 1000, 8192]) {
      const plaintext = Buffer.alloc(length, 7);
      expect(nodeOpen(target.bytes(), await seal(target.publicKey, plaintext, 'plaintext'))).toEqual(plaintext);
      const opened = await open(target, nodeSeal(target.publicKey, plaintext), 'bundle');
      expect(Buffer.from(opened)).toEqual(plaintext);
    }
  });

  test('error: no bytes, too many bytes, or a value that is not bytes', async () => {
    const wrongs = [
      new Uint8Array(),
      new Uint8Array(8193),
      'abandon about',
      ['a'],
      new Uint16Array(4),
      null,
      undefined,
    ];
    for (const wrong of wrongs as Uint8Array[]) {
      expect(await failure(seal(target.publicKey, wrong, 'plaintext'))).toBe('MALFORMED plaintext');
    }
    const nothing = nodeSeal(target.publicKey, new Uint8Array());
    expect(await failure(open(target, nothing, 'bundle'))).toBe('MALFORMED bundle.ciphertext');
  });

  test('args: given an ephemeral key, info and additional data, both implementations agree to the byte', async () => {
    const ephemeral = generatePrivateKey('p256');
    const [info, aad, plaintext] = [Buffer.from('info'), Buffer.from('aad'), Buffer.from('plaintext')];
    const expected = nodeSeal(target.publicKey, plaintext, { info, aad, ephemeral: ephemeral.bytes() });
    const sender = await setupSender(target.publicKey, info, ephemeral);
    const encapped = Buffer.from(sender.enc);
    expect(encapped.toString('hex')).toBe(expected.encappedPublic);
    expect(Buffer.from(await sender.seal(plaintext, aad)).toString('hex')).toBe(expected.ciphertext);
    const recipient = await setupRecipient(target, parsePublicKey('p256', encapped.toString('hex')), info);
    expect(Buffer.from(await recipient.open(Buffer.from(expected.ciphertext, 'hex'), aad))).toEqual(plaintext);
    expect(await seal(target.publicKey, plaintext, 'plaintext', ephemeral)).toEqual(
      nodeSeal(target.publicKey, plaintext, { ephemeral: ephemeral.bytes() }),
    );
  });

  test('behavior: every sealing uses a new ephemeral key', async () => {
    const sealings = await Promise.all([1, 2, 3].map(() => seal(target.publicKey, walletKey, 'plaintext')));
    expect(new Set(sealings.map(({ encappedPublic }) => encappedPublic)).size).toBe(3);
    expect(new Set(sealings.map(({ ciphertext }) => ciphertext)).size).toBe(3);
  });

  test('error: any byte changed', async () => {
    const sealed = await seal(target.publicKey, walletKey, 'plaintext');
    expect(Buffer.from(sealed.ciphertext, 'hex').length).toBe(48);
    for (let index = 0; index < 48; index++) {
      const changed = { ...sealed, ciphertext: flipped(sealed.ciphertext, index) };
      expect(await failure(open(target, changed, 'bundle'))).toBe('DECRYPTION_FAILED bundle.ciphertext');
    }
    const codes = new Set<string>();
    for (let index = 0; index < 65; index++) {
      const changed = { ...sealed, encappedPublic: flipped(sealed.encappedPublic, index) };
      codes.add(await failure(open(target, changed, 'bundle')));
    }
    // The first byte is the form of the point; any other change leads off the curve.
    expect(codes).toEqual(new Set(['MALFORMED bundle.encappedPublic', 'INVALID_KEY bundle.encappedPublic']));
    const other = nodeSeal(target.publicKey, walletKey);
    expect(await failure(open(target, { ...sealed, encappedPublic: other.encappedPublic }, 'bundle'))).toBe(
      'DECRYPTION_FAILED bundle.ciphertext',
    );
  });

  test('error: cut, lengthened, empty, not hex', async () => {
    const { encappedPublic, ciphertext } = await seal(target.publicKey, walletKey, 'plaintext');
    for (const wrong of ['', ciphertext.slice(0, 30), ciphertext.slice(0, -2), `${ciphertext}00`]) {
      expect(await failure(open(target, { encappedPublic, ciphertext: wrong }, 'bundle'))).toBe(
        'DECRYPTION_FAILED bundle.ciphertext',
      );
    }
    expect(await failure(open(target, { encappedPublic, ciphertext: `${ciphertext}0` }, 'bundle'))).toBe(
      'MALFORMED bundle.ciphertext',
    );
  });

  test('error: another key, another curve, other info, other additional data, an invalid point', async () => {
    const sealed = await seal(target.publicKey, walletKey, 'plaintext');
    expect(await failure(open(stranger, sealed, 'bundle'))).toBe('DECRYPTION_FAILED bundle.ciphertext');
    expect(await failure(open(secp256k1Key, sealed, 'bundle'))).toBe('CURVE_MISMATCH targetKey');
    const otherInfo = nodeSeal(target.publicKey, walletKey, { info: Buffer.from(`${hpkeInfo} `) });
    expect(await failure(open(target, otherInfo, 'bundle'))).toBe('DECRYPTION_FAILED bundle.ciphertext');
    const noAad = nodeSeal(target.publicKey, walletKey, { aad: Buffer.alloc(0) });
    expect(await failure(open(target, noAad, 'bundle'))).toBe('DECRYPTION_FAILED bundle.ciphertext');
    for (const point of ['00', `06${sealed.encappedPublic.slice(2)}`, `04${'00'.repeat(64)}`]) {
      const code = await failure(open(target, { ...sealed, encappedPublic: point }, 'bundle'));
      expect(code).toMatch(/^(MALFORMED|INVALID_KEY) bundle\.encappedPublic$/);
    }
  });
});

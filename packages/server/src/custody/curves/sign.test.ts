import { createHash, createPublicKey, verify } from 'node:crypto';
import { tapTweakOf } from '@mintmark/chains/bitcoin';
import { native } from '@mintmark/chains/src/native/node';
import { repetitions } from '@mintmark/testing/effort';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 as nobleP256 } from '@noble/curves/nist.js';
import { secp256k1 as nobleSecp256k1, schnorr } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { ed25519PublicKeyOf, signEd25519 } from './ed25519.ts';
import * as p256 from './p256.ts';
import * as secp256k1 from './secp256k1.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const digestOf = (name: string) => createHash('sha256').update(name).digest();
const numbers = Array.from({ length: repetitions({ usual: 100, full: 1000 }) }, (_, number) => number);

describe.each([
  { name: 'secp256k1', curve: secp256k1, peer: nobleSecp256k1 },
  { name: 'P-256', curve: p256, peer: nobleP256 },
])('ECDSA on $name', ({ curve, peer }) => {
  test('default: signatures as @noble/curves makes them, from which the public key is recovered', () => {
    for (const number of numbers) {
      const [secret, digest] = [digestOf(`secret ${number}`), digestOf(`message ${number}`)];
      const { bytes, parity } = curve.signEcdsa(secret, digest);
      expect(hex(bytes)).toBe(hex(peer.sign(digest, secret, { prehash: false, lowS: true })));
      const recovered = peer.Signature.fromBytes(bytes).addRecoveryBit(parity).recoverPublicKey(digest);
      expect(recovered.toHex(true)).toBe(hex(peer.getPublicKey(secret, true)));
      expect(peer.Signature.fromBytes(bytes).hasHighS()).toBe(false);
    }
  });
});

// RFC 6979, section A.2.5: P-256 with SHA-256. The s of "sample" is high there, so ours is the order less that number.
test.each([
  {
    message: 'sample',
    r: 'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716',
    s: 'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
  },
  {
    message: 'test',
    r: 'f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367',
    s: '019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083',
  },
])('behavior: the vector of RFC 6979 for $message', ({ message, r, s }) => {
  const secret = Buffer.from('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721', 'hex');
  const { bytes } = p256.signEcdsa(secret, digestOf(message));
  const order = nobleP256.Point.Fn.ORDER;
  const low = [BigInt(`0x${s}`), order - BigInt(`0x${s}`)].toSorted((a, b) => (a < b ? -1 : 1))[0] as bigint;
  expect(hex(bytes)).toBe(r + low.toString(16).padStart(64, '0'));
});

// Published with many implementations of RFC 6979 for secp256k1: the secret 1, SHA-256, low s.
test('behavior: the vector of secp256k1 for "Satoshi Nakamoto"', () => {
  const secret = Buffer.from('01'.padStart(64, '0'), 'hex');
  expect(hex(secp256k1.signEcdsa(secret, digestOf('Satoshi Nakamoto')).bytes)).toBe(
    '934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5',
  );
});

describe('BIP-340', () => {
  test('default: signatures that @noble/curves verifies', () => {
    for (const number of numbers.slice(0, 200)) {
      const [secret, digest] = [digestOf(`secret ${number}`), digestOf(`message ${number}`)];
      expect(schnorr.verify(secp256k1.signBip340(secret, digest), digest, schnorr.getPublicKey(secret))).toBe(true);
    }
  });

  // test-vectors.csv of BIP-340, indexes 0 and 1.
  test.each([
    {
      secret: '03'.padStart(64, '0'),
      randomness: '00'.repeat(32),
      message: '00'.repeat(32),
      signature:
        'e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca821525f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0',
    },
    {
      secret: 'b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef',
      randomness: '01'.padStart(64, '0'),
      message: '243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89',
      signature:
        '6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de33418906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a',
    },
  ])('behavior: the vector of BIP-340 for the message $message', ({ secret, randomness, message, signature }) => {
    const [key, aux, digest] = [secret, randomness, message].map((digits) => Buffer.from(digits, 'hex')) as [
      Buffer,
      Buffer,
      Buffer,
    ];
    expect(hex(secp256k1.signBip340(key, digest, aux))).toBe(signature);
  });

  test('behavior: no two signatures are equal', () => {
    const [secret, digest] = [digestOf('secret'), digestOf('message')];
    expect(secp256k1.signBip340(secret, digest)).not.toEqual(secp256k1.signBip340(secret, digest));
  });

  test('behavior: the tweaked secret has the tweaked public key, whatever the parity of the first', () => {
    for (const number of numbers.slice(0, 200)) {
      const secret = digestOf(`secret ${number}`);
      const internalKey = schnorr.getPublicKey(secret);
      const tweaked = secp256k1.tapTweakSecret(secret);
      expect(hex(schnorr.getPublicKey(tweaked))).toBe(
        hex(native.secp256k1.tweakXOnly(internalKey, tapTweakOf(internalKey))),
      );
      expect(secret).toEqual(digestOf(`secret ${number}`));
    }
  });
});

// BIP-341, wallet test vectors, keyPathSpending, input 0: a key without scripts.
test('behavior: the vector of BIP-341 for a key without scripts', () => {
  const secret = Buffer.from('6b973d88838f27366ed61c9ad6367663045cb456e28335c109e30717ae0c6baa', 'hex');
  expect(hex(schnorr.getPublicKey(secret))).toBe('d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d');
  expect(hex(tapTweakOf(schnorr.getPublicKey(secret)))).toBe(
    'b86e7be8f39bab32a6f2c0443abbc210f0edac0e2c53d501b36b64437d9c6c70',
  );
  expect(hex(secp256k1.tapTweakSecret(secret))).toBe(
    '2405b971772ad26915c8dcdf10f238753a9b837e5f8e6a86fd7c0cce5b7296d9',
  );
});

describe('ed25519', () => {
  // RFC 8032, section 7.1, tests 1 and 2.
  test.each([
    {
      secret: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      message: '',
      signature:
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    },
    {
      secret: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      message: '72',
      signature:
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    },
  ])('behavior: the vector of RFC 8032 for the message "$message"', ({ secret, message, signature }) => {
    expect(signEd25519(Buffer.from(secret, 'hex'), [Buffer.from(message, 'hex')]).map(hex)).toEqual([signature]);
  });

  test('default: signatures as @noble/curves makes them', () => {
    for (const number of numbers.slice(0, numbers.length / 2)) {
      const secret = digestOf(`secret ${number}`);
      const messages = ['message', 'other message'].map((message) => digestOf(`${message} ${number}`));
      expect(signEd25519(secret, messages).map(hex)).toEqual(
        messages.map((message) => hex(ed25519.sign(message, secret))),
      );
    }
  });

  test('behavior: OpenSSL verifies what it signed', () => {
    const secret = digestOf('secret');
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(ed25519PublicKeyOf(secret)).toString('base64url') },
      format: 'jwk',
    });
    const [signature] = signEd25519(secret, [Buffer.from('message')]) as [Uint8Array];
    expect(verify(null, Buffer.from('message'), key, signature)).toBe(true);
  });
});

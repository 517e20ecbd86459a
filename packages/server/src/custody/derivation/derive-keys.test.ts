import { createHash, createHmac } from 'node:crypto';
import { repetitions } from '@mintmark/testing/effort';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { HDKey } from '@scure/bip32';
import { derivePath } from 'ed25519-hd-key';
import { expect, test, vi } from 'vitest';
import vectors from '../../../test/vectors/derivation.json' with { type: 'json' };
import { deriveKey, derivePublicKeys, type KeyPlace } from './derive-keys.ts';
import { deriveSeed } from './derive-seed.ts';
import type { ExtendedKey } from './extended-key.ts';
import { keyDerivations } from './key-derivation.ts';
import { hardened, parsePath } from './path.ts';

const count = repetitions({ usual: 100, full: 1000 });
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const place = (path: string, curve: KeyPlace['curve'] = 'CURVE_SECP256K1'): KeyPlace => ({
  curve,
  path: parsePath(path) ?? [],
});
const about = deriveSeed(Buffer.from(`${'abandon '.repeat(11)}about`)) ?? Buffer.alloc(0);

// The public keys of one mnemonic that the standards print. BIP-86 prints them without their first byte.
test.each([
  ['BIP-49', "m/49'/1'/0'/0/0", '03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f'],
  ['BIP-84', "m/84'/0'/0'/0/0", '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c'],
  ['BIP-84', "m/84'/0'/0'/0/1", '03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77'],
  ['BIP-84', "m/84'/0'/0'/1/0", '03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6'],
  ['BIP-86', "m/86'/0'/0'/0/0", 'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115'],
  ['BIP-86', "m/86'/0'/0'/0/1", '83dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145'],
  ['BIP-86', "m/86'/0'/0'/1/0", '399f1b2f4393f29a18c937859c5dd8a77350103157eb880f02e8c08214277cef'],
])('behavior: %s at %s', (_, path, expected) => {
  const [publicKey = new Uint8Array()] = derivePublicKeys(about, [place(path)]);
  expect(hex(publicKey).slice(-expected.length)).toBe(expected);
});

// BIP-44 prints no keys. These are the first keys of the same mnemonic in the wallets that follow it.
test.each([
  ["m/44'/0'/0'/0/0", '03aaeb52dd7494c361049de67cc680e83ebcbbbdbeb13637d92cd845f70308af5e'],
  ["m/44'/60'/0'/0/0", '0237b0bb7a8288d38ed49a524b5dc98cff3eb5ca824c9f9dc0dfdb3d9cd600f299'],
])('behavior: BIP-44 at %s', (path, expected) => {
  expect(derivePublicKeys(about, [place(path)]).map(hex)).toEqual([expected]);
});

/** Numbers that look random, the same in each run. */
const sample = (number: number) => createHash('sha512').update(String(number)).digest();
const samplePath = (number: number) => {
  const bytes = sample(number + 1_000_000);
  return Array.from({ length: 1 + (number % 5) }, (_, at) => bytes.readUInt32BE(4 * at));
};
const spell = (path: readonly number[]) =>
  ['m', ...path.map((index) => (index < hardened ? `${index}` : `${index - hardened}'`))].join('/');

test('behavior: random keys of secp256k1 as a peer derives them', () => {
  for (let number = 0; number < count; number++) {
    const [seed, path] = [sample(number), samplePath(number)];
    const peer = HDKey.fromMasterSeed(seed).derive(spell(path));
    const key: KeyPlace = { curve: 'CURVE_SECP256K1', path };
    expect(hex(deriveKey(seed, key).secret)).toBe(hex(peer.privateKey ?? new Uint8Array()));
    expect(derivePublicKeys(seed, [key]).map(hex)).toEqual([hex(peer.publicKey ?? new Uint8Array())]);
  }
});

test('behavior: random keys of ed25519 as a peer derives them', () => {
  for (let number = 0; number < count; number++) {
    const [seed, path] = [sample(number), samplePath(number)];
    const peer = derivePath(spell(path.map((index) => (index | hardened) >>> 0)), hex(seed));
    const key: KeyPlace = { curve: 'CURVE_ED25519', path };
    expect(hex(deriveKey(seed, key).secret)).toBe(hex(peer.key));
    expect(derivePublicKeys(seed, [key]).map(hex)).toEqual([hex(ed25519.getPublicKey(peer.key))]);
  }
});

/** SLIP-0010 for P-256 once more, on @noble/curves and BigInt: no peer library derives such keys with retries. */
function peerOfP256(seed: Uint8Array, path: readonly number[]) {
  const order = p256.Point.Fn.ORDER;
  const number = (bytes: Uint8Array) => BigInt(`0x${hex(bytes)}`);
  const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
  const hmac = (key: Uint8Array, data: Uint8Array) => createHmac('sha512', key).update(data).digest();
  const first = hmac(Buffer.from('Nist256p1 seed'), seed);
  let [secret, chainCode] = [number(first.subarray(0, 32)), first.subarray(32)];
  for (const index of path) {
    const last = Buffer.alloc(4);
    last.writeUInt32BE(index);
    const start = index >= hardened ? [Buffer.of(0), bytesOf(secret)] : [p256.getPublicKey(bytesOf(secret), true)];
    let digest = hmac(chainCode, Buffer.concat([...start, last]));
    while (number(digest.subarray(0, 32)) >= order || (number(digest.subarray(0, 32)) + secret) % order === 0n)
      digest = hmac(chainCode, Buffer.concat([Buffer.of(1), digest.subarray(32), last]));
    secret = (number(digest.subarray(0, 32)) + secret) % order;
    chainCode = digest.subarray(32);
  }
  return { secret: hex(bytesOf(secret)), publicKey: hex(p256.getPublicKey(bytesOf(secret), true)) };
}

test.each(vectors.filter(({ name }) => name === 'SLIP-0010, derivation retry'))(
  'behavior: $name at $path as derived on @noble/curves',
  ({ seed, path, secret, publicKey }) => {
    expect(peerOfP256(Buffer.from(seed, 'hex'), parsePath(path) ?? [])).toEqual({ secret, publicKey });
  },
);

test('behavior: random keys of P-256 as derived on @noble/curves', () => {
  for (let number = 0; number < count; number++) {
    const [seed, path] = [sample(number), samplePath(number)];
    const key: KeyPlace = { curve: 'CURVE_P256', path };
    const expected = peerOfP256(seed, path);
    expect(hex(deriveKey(seed, key).secret)).toBe(expected.secret);
    expect(derivePublicKeys(seed, [key]).map(hex)).toEqual([expected.publicKey]);
  }
});

test('behavior: keys of one call are those of many calls, in the order of the places', () => {
  const paths = ["m/44'/60'/0'/0/0", "m/44'/60'/0'/0/1", "m/44'/60'/0'", 'm/7', "m/44'/60'/0'/0/0", "m/44'/60'/1'/0/0"];
  const curves = ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'] as const;
  const places = paths.flatMap((path) => curves.map((curve) => place(path, curve)));
  const together = derivePublicKeys(about, places).map(hex);
  expect(together).toEqual(places.flatMap((one) => derivePublicKeys(about, [one]).map(hex)));
  expect(derivePublicKeys(about, [])).toEqual([]);
});

test('behavior: parents of siblings are derived once, and every key is wiped in the end', () => {
  const { CURVE_SECP256K1: derivation } = keyDerivations;
  const spies = [vi.spyOn(derivation, 'master'), vi.spyOn(derivation, 'child'), vi.spyOn(derivation, 'clear')] as const;
  const [master, child, clear] = spies;
  try {
    derivePublicKeys(
      about,
      Array.from({ length: 10 }, (_, index) => place(`m/44'/60'/0'/0/${index}`)),
    );
    expect([master, child, clear].map((spy) => spy.mock.calls.length)).toEqual([1, 14, 1]);
    const keys = [...master.mock.results, ...child.mock.results].map(({ value }) => value);
    for (const { secret, chainCode } of keys) expect(hex(secret) + hex(chainCode)).toBe('00'.repeat(64));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});

test('behavior: every key is wiped if one cannot be derived', () => {
  const { CURVE_SECP256K1: derivation } = keyDerivations;
  const { child: derive } = derivation;
  const keys: ExtendedKey[] = [];
  const child = vi.spyOn(derivation, 'child').mockImplementation((parent, index) => {
    if (index === 1) throw new Error('the path has no valid key');
    const key = derive(parent, index);
    keys.push(parent, key);
    return key;
  });
  try {
    expect(() => derivePublicKeys(about, [place("m/44'/0/0"), place("m/44'/0/1")])).toThrow(
      'the path has no valid key',
    );
  } finally {
    child.mockRestore();
  }
  expect(keys).toHaveLength(6);
  for (const { secret, chainCode } of keys) expect(hex(secret) + hex(chainCode)).toBe('00'.repeat(64));
});

test('behavior: a secret is a copy of its own', () => {
  const secret = deriveKey(about, place('m/0')).secret;
  expect(secret.buffer.byteLength).toBe(32);
  const again = deriveKey(about, place('m/0')).secret;
  secret.fill(0);
  expect(hex(again)).not.toBe(hex(secret));
});

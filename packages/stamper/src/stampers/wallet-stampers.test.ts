import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { eip191Digest } from '../eip191-digest.ts';
import { encodeBase58 } from '../encoding/base58.ts';
import { encodeHex } from '../encoding/hex.ts';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { decodeApiKeyStamp, verifyApiKeyStamp } from '../verify/api-key-stamp.ts';
import { createVerifier } from '../verify/verifier.ts';
import { createEip191Stamper } from './eip191.ts';
import { createSolanaStamper } from './solana.ts';

const body = '{"name":"Zoë"}';
const utf8 = (text: string) => new TextEncoder().encode(text);

async function verdict(value: string, key: PrivateKey) {
  const decoded = decodeApiKeyStamp(value);
  if (!decoded.ok) return decoded;
  return verifyApiKeyStamp({ stamp: decoded.stamp, body: utf8(body), credential: await createVerifier(key.publicKey) });
}

const evmKey = generatePrivateKey('secp256k1');

function personalSign(key: PrivateKey, vOffset = 27) {
  return async (message: string) => {
    const [recovery = 0, ...compact] = secp256k1.sign(eip191Digest(utf8(message)), key.bytes(), {
      prehash: false,
      format: 'recovered',
    });
    return Uint8Array.from([...compact, vOffset + recovery]);
  };
}

test('default: the published digest of a message', () => {
  // ERC-191 of the text "hello", as every wallet library prints it.
  expect(encodeHex(eip191Digest(utf8('hello')))).toBe(
    '50b2c43fd39106bafbba0da34fc430e1f91e3c96ea2acee2bc34119f92b37750',
  );
});

test.each([0, 27])('default: an EVM wallet whose recovery byte counts from %i', async (vOffset) => {
  const signMessage = personalSign(evmKey, vOffset);
  const { publicKey } = evmKey.toApiKey();
  for (const wallet of [
    { signMessage },
    { signMessage, publicKey },
    { signMessage: async (message: string) => `0x${encodeHex(await signMessage(message))}` },
    { signMessage: async (message: string) => encodeHex(await signMessage(message)) },
  ]) {
    const { name, value } = await createEip191Stamper(wallet).stamp(body);
    expect(name).toBe('X-Stamp');
    expect(await verdict(value, evmKey)).toMatchObject({ ok: true, scheme: expect.stringMatching(/_EIP191$/) });
  }
});

test('behavior: the wallet is shown the body as text', async () => {
  let shown: string | undefined;
  const signMessage = (message: string) => {
    shown = message;
    return personalSign(evmKey)(message);
  };
  await createEip191Stamper({ signMessage }).stamp(utf8(body));
  expect(shown).toBe(body);
});

test.each([
  ['another account than the registered one', personalSign(generatePrivateKey('secp256k1')), 'KEY_MISMATCH'],
  ['a signature over another message', (message: string) => personalSign(evmKey)(`${message} `), 'KEY_MISMATCH'],
  ['a contract wallet', async () => `0x${'11'.repeat(130)}`, 'MALFORMED'],
  ['an unknown recovery byte', personalSign(evmKey, 35), 'MALFORMED'],
  ['a signature of zeros', async () => new Uint8Array(65), 'SIGNATURE_INVALID'],
  ['text that is not hex', async () => 'signed!', 'MALFORMED'],
  ['a user who declines', () => Promise.reject(new Error('User rejected')), 'CANCELLED'],
])('error: %s', async (_, signMessage, code) => {
  const stamper = createEip191Stamper({ signMessage, publicKey: evmKey.publicKey.hex });
  await expect(stamper.stamp(body)).rejects.toMatchObject({ name: 'StamperError', code });
});

test('error: a body that is not text cannot be shown in an EVM wallet', async () => {
  const stamper = createEip191Stamper({ signMessage: personalSign(evmKey) });
  await expect(stamper.stamp(Uint8Array.of(0xff))).rejects.toMatchObject({ code: 'MALFORMED', part: 'body' });
});

test('behavior: stamps the body as it was given, even if it changes while the wallet asks', async () => {
  const given = utf8(body);
  const signMessage = (message: string) => {
    given.fill(0);
    return personalSign(evmKey)(message);
  };
  const { value } = await createEip191Stamper({ signMessage, publicKey: evmKey.publicKey.hex }).stamp(given);
  expect(await verdict(value, evmKey)).toMatchObject({ ok: true });
});

const solanaKey = generatePrivateKey('ed25519');
const address = encodeBase58(solanaKey.publicKey.bytes);
const sign = async (message: Uint8Array) => ed25519.sign(message, solanaKey.bytes());

test('default: a Solana wallet, whether it returns bytes or an object', async () => {
  for (const signMessage of [sign, async (message: Uint8Array) => ({ signature: await sign(message) })]) {
    const { value } = await createSolanaStamper({ address, signMessage }).stamp(body);
    expect(await verdict(value, solanaKey)).toMatchObject({ ok: true });
  }
});

test('behavior: a Solana wallet that overwrites its message changes neither the stamp nor the body', async () => {
  const given = utf8(body);
  const signMessage = async (message: Uint8Array) => {
    const signature = await sign(message);
    message.fill(0);
    return signature;
  };
  const { value } = await createSolanaStamper({ address, signMessage }).stamp(given);
  expect(await verdict(value, solanaKey)).toMatchObject({ ok: true });
  expect(given).toEqual(utf8(body));
});

test('behavior: a body that changes while the Solana wallet asks is stamped as it was', async () => {
  const given = utf8(body);
  const signMessage = async (message: Uint8Array) => {
    given.fill(0);
    return sign(message);
  };
  const { value } = await createSolanaStamper({ address, signMessage }).stamp(given);
  expect(await verdict(value, solanaKey)).toMatchObject({ ok: true });
});

test.each([
  ['a signature over another message', async () => sign(utf8('other')), 'KEY_MISMATCH'],
  ['a signature over what the wallet wrote into the message', async (m: Uint8Array) => sign(m.fill(0)), 'KEY_MISMATCH'],
  [
    'a signature by another account',
    async (m: Uint8Array) => ed25519.sign(m, generatePrivateKey('ed25519').bytes()),
    'KEY_MISMATCH',
  ],
  ['a signature whose s is out of range', async () => new Uint8Array(64).fill(255), 'KEY_MISMATCH'],
  ['a short signature', async () => new Uint8Array(63), 'MALFORMED'],
  ['a user who declines', () => Promise.reject(new Error('no')), 'CANCELLED'],
])('error: Solana: %s', async (_, signMessage, code) => {
  await expect(createSolanaStamper({ address, signMessage }).stamp(body)).rejects.toMatchObject({ code });
});

test.each(['', 'O0Il', '1111', encodeBase58(new Uint8Array(33).fill(1))])('error: the address %j', (wrong) => {
  expect(() => createSolanaStamper({ address: wrong, signMessage: sign })).toThrow('address is not');
});

test('error: an address that is not a point, so that nobody can sign for it', async () => {
  const noPoint = encodeBase58(Uint8Array.of(2, ...new Uint8Array(31)));
  const stamper = createSolanaStamper({ address: noPoint, signMessage: sign });
  await expect(stamper.stamp(body)).rejects.toMatchObject({ code: 'KEY_MISMATCH' });
});

import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import { LoopTurns } from '../../core/limits/loop-turns.ts';
import { Memo } from '../../core/model/memo.ts';
import { readPayload, readPayloads } from './read-payload.ts';

const signer = {
  curve: 'CURVE_SECP256K1',
  publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  accounts: [],
  privateKeys: [],
} as const;
const typedForm = { encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' } as const;
/** Each takes several milliseconds: every empty text is hashed. The same one is read once for each request. */
const slowTypedData = Array.from({ length: 60 }, (_, index) =>
  JSON.stringify({
    types: { Order: [{ name: 'notes', type: 'string[]' }] },
    primaryType: 'Order',
    domain: { version: String(index) },
    message: { notes: Array(800).fill('') },
  }),
);

test('behavior: KECCAK256 of a long text', () => {
  const form = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_KECCAK256' } as const;
  const text = 'ß'.repeat(60_000);
  expect(readPayload(new Memo(), text, form, signer)).toEqual({
    scheme: 'ecdsa',
    message: keccak_256(Buffer.from(text)),
  });
});

describe('several payloads', () => {
  const organization = { id: 'organization', parentId: null, name: '', rootThreshold: 1, source: null };
  const stamp = { publicKey: '', signature: '', scheme: '' };
  const caller = { organization, userId: 'user', userName: '', isRoot: true, credentialId: 'key', stamp };
  const contextWith = (signal: AbortSignal) => ({
    ...{ organization, caller, services: { loop: new LoopTurns() }, signal },
    memo: new Memo(),
  });

  test('default: in their order', async () => {
    const form = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' } as const;
    const texts = ['a', 'b', 'c'];
    expect(await readPayloads(contextWith(AbortSignal.timeout(60_000)), texts, form, signer)).toEqual(
      texts.map((text) => readPayload(new Memo(), text, form, signer)),
    );
  });

  test('behavior: other work gets turns while typed data is hashed', async () => {
    let turns = 0;
    let counter = setImmediate(function count() {
      turns++;
      counter = setImmediate(count);
    });
    await readPayloads(contextWith(AbortSignal.timeout(60_000)), slowTypedData, { ...typedForm }, signer);
    clearImmediate(counter);
    expect(turns).toBeGreaterThan(10);
  });

  test('error: the time for preparing is over', async () => {
    const ended = AbortSignal.abort();
    await expect(readPayloads(contextWith(ended), slowTypedData, { ...typedForm }, signer)).rejects.toThrow(/abort/i);
  });
});

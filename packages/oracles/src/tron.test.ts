import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { encodeAddress } from '@mintmark/chains/addresses';
import { repetitions } from '@mintmark/testing/effort';
import { pointFromScalar, signRecoverable } from 'tiny-secp256k1';
import { Trx, utils } from 'tronweb';
import { expect, test } from 'vitest';
import { readTronTransaction } from '../../chains/src/tron/read-tron-transaction.ts';
import type { TronContractType } from '../../chains/src/tron/tron-transaction.ts';
import type { SigningRequest } from '../../chains/src/unsigned-transaction.ts';
import { type Below, jsonOf, randomParameters, randomTransaction, seeded } from './tron-contracts.ts';

const perType = repetitions({ usual: 100, full: 1_000 });
/** One of so many is signed by the library too, and has its signer recovered by it: both are slow. */
const perSlowCheck = 20;

interface Key {
  readonly secret: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly opensslKey: KeyObject;
}

const keys = Array.from({ length: 8 }, (_, index): Key => {
  const secret = createHash('sha256').update(`TRON ${index}`).digest();
  const point = Buffer.from(pointFromScalar(secret, false) as Uint8Array);
  const x = point.toString('base64url', 1, 33);
  const y = point.toString('base64url', 33);
  return {
    secret,
    publicKey: pointFromScalar(secret, true) as Uint8Array,
    opensslKey: createPublicKey({ key: { kty: 'EC', crv: 'secp256k1', x, y }, format: 'jwk' }),
  };
});

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Signs with libsecp256k1. */
function sign(message: Uint8Array, { secret }: Key) {
  const { signature, recoveryId } = signRecoverable(message, secret);
  return { bytes: signature, parity: (recoveryId & 1) as 0 | 1 };
}

/** Checks that a transaction which the library made is read, signed and encoded as the library does it. */
function compare(type: TronContractType, index: number, below: Below): void {
  const content = randomTransaction(type, below);
  const json = jsonOf(content);
  const message = utils.transaction.txJsonToPb(json);
  const raw: Uint8Array = message.getRawData().serializeBinary();
  const txID = utils.transaction.txPbToTxID(message).replace('0x', '');
  const key = keys[index % keys.length] as Key;

  const transaction = readTronTransaction(raw, key);
  expect(transaction.content).toEqual(content);
  const [request, ...others] = transaction.requests as readonly [SigningRequest];
  expect([request.scheme, hexOf(request.message), others.length]).toEqual(['ecdsa', txID, 0]);

  const signature = sign(request.message, key);
  expect(verify('sha256', raw, { key: key.opensslKey, dsaEncoding: 'ieee-p1363' }, signature.bytes)).toBe(true);

  const encoded = transaction.sign([signature]);
  const signed = message.constructor.deserializeBinary(encoded);
  const signatures: string[] = signed.getSignatureList_asU8().map(hexOf);
  expect(signatures).toEqual([`${hexOf(signature.bytes)}${signature.parity ? '1c' : '1b'}`]);
  expect(hexOf(signed.serializeBinary())).toBe(hexOf(encoded));
  expect(hexOf(signed.getRawData().serializeBinary())).toBe(hexOf(raw));

  if (index % perSlowCheck > 0) return;
  const unsigned = { ...json, txID, raw_data_hex: hexOf(raw) };
  const { signature: expected } = utils.crypto.signTransaction(key.secret, unsigned) as { signature: string[] };
  expect(signatures).toEqual(expected.map((each) => each.toLowerCase()));
  const address = encodeAddress('ADDRESS_FORMAT_TRON', { curve: 'CURVE_SECP256K1', bytes: key.publicKey });
  expect(Trx.ecRecover({ ...unsigned, signature: signatures } as unknown as Parameters<typeof Trx.ecRecover>[0])).toBe(
    address,
  );
}

test.each(Object.keys(randomParameters) as TronContractType[])(
  'behavior: transactions of %s agree with tronweb, and OpenSSL verifies their signatures',
  (type) => {
    const below = seeded(15);
    let agreed = 0;
    for (; agreed < perType; agreed++) compare(type, agreed, below);
    expect(agreed).toBe(perType);
  },
);

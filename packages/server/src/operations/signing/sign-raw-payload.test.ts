import { createHash, randomUUID } from 'node:crypto';
import { mail, mailDigest } from '@mintmark/chains/test/eip-712-mail';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32m } from '@scure/base';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { createPrivateKey, digest, digestPayload, recover, verifyWithOpenSsl } from '../../../test/signing.ts';
import { ethereumAccount, keyMovements, knownAddress, knownMnemonic, solanaAccount } from '../../../test/wallets.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';

const accountKeys = new BoundedMap<Uint8Array>(100);
const service = await startService({ accountKeys });
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const [ada] = await addOrganization(service);

const signAs = (actor: Actor, signWith: string, more: object = {}) =>
  submit(actor, 'sign_raw_payload', { signWith, ...digestPayload, ...more });
const sign = (signWith: string, more: object = {}) => signAs(ada, signWith, more);

const taproot = { path: "m/86'/0'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR' };
const spark = { path: "m/8797555'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SPARK_MAINNET' };
const p256 = { curve: 'CURVE_P256', path: "m/44'/0'/0'", addressFormat: 'ADDRESS_FORMAT_COMPRESSED' };
const accounts = [ethereumAccount(), solanaAccount()].concat(
  [taproot, spark, p256].map((more) => ethereumAccount(0, more)),
);
const { walletId, addresses } = resultOf(await keyMovements(service).importWallet(ada, knownMnemonic, { accounts }));
const [ethereumAddress, solanaAddress, taprootAddress, sparkAddress, p256Address] = addresses as [
  string,
  string,
  string,
  string,
  string,
];
const publicKeyOf = async (address: string): Promise<string> =>
  (await ask(ada, 'get_wallet_account', { walletId, address })).json.account.publicKey;

describe('with a wallet account', () => {
  test('default', async () => {
    expect(ethereumAddress).toBe(knownAddress);
    const signature = resultOf(await sign(ethereumAddress));
    expect(signature).toEqual({
      r: expect.stringMatching(/^[0-9a-f]{64}$/),
      s: expect.stringMatching(/^[0-9a-f]{64}$/),
      v: expect.stringMatching(/^0[01]$/),
    });
    expect(recover(signature, digest)).toBe(await publicKeyOf(ethereumAddress));
  });

  test('behavior: the same signature each time, from a key that was derived or kept', async () => {
    const first = resultOf(await sign(ethereumAddress));
    const kept = accountKeys.get(
      `${ada.organizationId}/${(await ask(ada, 'get_wallet_account', { walletId, address: ethereumAddress })).json.account.walletAccountId}`,
    );
    expect(kept?.length).toBeGreaterThan(32);
    expect(resultOf(await sign(ethereumAddress))).toEqual(first);
  });

  test('behavior: an address without its checksum', async () => {
    expect(resultOf(await sign(ethereumAddress.toLowerCase()))).toEqual(resultOf(await sign(ethereumAddress)));
  });

  test('behavior: ed25519 signs the message itself', async () => {
    const not = { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' };
    const text = { payload: 'Grüße', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', ...not };
    const signature = resultOf(await sign(solanaAddress, text));
    expect(signature.v).toBe('00');
    expect(verifyWithOpenSsl('ed25519', await publicKeyOf(solanaAddress), Buffer.from('Grüße'), signature)).toBe(true);
    const hex = { payload: `0x${Buffer.from('Grüße').toString('hex').toUpperCase()}`, ...not };
    expect(resultOf(await sign(solanaAddress, hex))).toEqual(signature);
  });

  test('behavior: P-256', async () => {
    const text = { payload: 'P-256', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' };
    const signature = resultOf(await sign(p256Address, text));
    expect(verifyWithOpenSsl('P-256', await publicKeyOf(p256Address), Buffer.from('P-256'), signature)).toBe(true);
  });

  test('behavior: a taproot address signs with the key that is in the address', async () => {
    const { r, s, v } = resultOf(await sign(taprootAddress));
    const outputKey = bech32m.fromWords(bech32m.decode(taprootAddress as `bc1${string}`).words.slice(1));
    expect(v).toBe('00');
    expect(schnorr.verify(Buffer.from(r + s, 'hex'), Buffer.from(digest, 'hex'), outputKey)).toBe(true);
  });

  test('behavior: a Spark address signs with its own key', async () => {
    const { r, s, v } = resultOf(await sign(sparkAddress));
    const publicKey = Buffer.from(await publicKeyOf(sparkAddress), 'hex').subarray(1);
    expect(v).toBe('00');
    expect(schnorr.verify(Buffer.from(r + s, 'hex'), Buffer.from(digest, 'hex'), publicKey)).toBe(true);
  });
});

describe('with a private key', async () => {
  const { privateKeyId, publicKey, address } = await createPrivateKey(service, ada);

  test('default', async () => {
    const signature = resultOf(await sign(privateKeyId));
    expect(recover(signature, digest)).toBe(publicKey);
    expect(resultOf(await sign(address))).toEqual(signature);
    expect(resultOf(await sign(privateKeyId.toUpperCase()))).toEqual(signature);
  });

  test('behavior: version 1 names it by privateKeyId', async () => {
    const type = 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD';
    const { json } = await submit(ada, 'sign_raw_payload', { privateKeyId, ...digestPayload }, { type });
    expect(json.activity).toMatchObject({ type, intent: { signRawPayloadIntent: { privateKeyId } } });
    expect(recover(json.activity.result.signRawPayloadResult, digest)).toBe(publicKey);
  });

  test.each([
    ['HASH_FUNCTION_SHA256', (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()],
    ['HASH_FUNCTION_KECCAK256', keccak_256],
  ])('behavior: %s', async (hashFunction, hash) => {
    const payload = { payload: 'text', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction };
    const signature = resultOf(await sign(privateKeyId, payload));
    expect(recover(signature, Buffer.from(hash(Buffer.from('text'))).toString('hex'))).toBe(publicKey);
  });

  test('behavior: an account and a private key with the same address are the same signer', async () => {
    const movements = keyMovements(service);
    const key = await movements.exportAccount(ada, ethereumAddress);
    await movements.importPrivateKey(ada, key, { addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] });
    expect(recover(resultOf(await sign(ethereumAddress)), digest)).toBe(await publicKeyOf(ethereumAddress));
  });
});

describe('payloads of Ethereum', async () => {
  const { privateKeyId, publicKey } = await createPrivateKey(service, ada);
  const typedData = { payload: JSON.stringify(mail), encoding: 'PAYLOAD_ENCODING_EIP712' };
  const authorization = {
    payload: JSON.stringify({ address: '0x0000000000000000000000000000000000000001', chainId: 1, nonce: 2 }),
    encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
  };

  test('behavior: EIP-712 typed data', async () => {
    const signature = resultOf(await sign(privateKeyId, typedData));
    expect(recover(signature, mailDigest)).toBe(publicKey);
  });

  test('behavior: an EIP-7702 authorization', async () => {
    const signature = resultOf(await sign(privateKeyId, authorization));
    // 0x05 and the RLP of the chain id, the address and the nonce.
    const encoded = Buffer.from(`05d70194${'01'.padStart(40, '0')}02`, 'hex');
    expect(recover(signature, Buffer.from(keccak_256(encoded)).toString('hex'))).toBe(publicKey);
  });

  test.each([
    ['typed data with a hash function', privateKeyId, { ...typedData, hashFunction: 'HASH_FUNCTION_KECCAK256' }],
    ['typed data with taproot', taprootAddress, typedData],
    ['typed data with P-256', p256Address, typedData],
    ['typed data with ed25519', solanaAddress, { ...typedData, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' }],
    ['an authorization with a hash function', privateKeyId, { ...authorization, hashFunction: 'HASH_FUNCTION_SHA256' }],
    ['typed data that is not JSON', privateKeyId, { ...typedData, payload: '{' }],
    [
      'typed data without its message',
      privateKeyId,
      { ...typedData, payload: JSON.stringify({ ...mail, message: undefined }) },
    ],
    [
      'an authorization of 2^256',
      privateKeyId,
      { ...authorization, payload: authorization.payload.replace('"nonce":2', `"nonce":"${2n ** 256n}"`) },
    ],
  ])('error: %s', async (_, signWith, payload) => {
    expect(refusalOf(await sign(signWith, payload))).toEqual([400, 'INVALID_PAYLOAD']);
  });
});

test('behavior: a taproot address that a key and the negated key have', async () => {
  const [eve] = await addOrganization(service);
  const importKey = (secret: bigint, privateKeyName: string) =>
    keyMovements(service).importPrivateKey(eve, Buffer.from(secret.toString(16).padStart(64, '0'), 'hex'), {
      privateKeyName,
      addressFormats: ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR'],
    });
  const [{ address }] = resultOf(await importKey(2n, 'Key')).addresses;
  const [twin] = resultOf(await importKey(secp256k1.Point.Fn.ORDER - 2n, 'Negated key')).addresses;
  expect(twin.address).toBe(address);
  const { r, s } = resultOf(await signAs(eve, address));
  const outputKey = bech32m.fromWords(bech32m.decode(address).words.slice(1));
  expect(schnorr.verify(Buffer.from(r + s, 'hex'), Buffer.from(digest, 'hex'), outputKey)).toBe(true);
});

describe('who may sign', () => {
  test('error: a user who is not in the root quorum', async () => {
    const bob = await addUser(service, ada);
    const reply = await signAs(bob, ethereumAddress);
    expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    expect(JSON.stringify(reply.json)).not.toMatch(/"[rsv]":/);
  });

  test('error: a key of another organization', async () => {
    const [eve] = await addOrganization(service);
    expect(refusalOf(await signAs(eve, ethereumAddress))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  test('behavior: with a quorum, nothing is signed before the last approval', async () => {
    const [ann, ben] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
    const approve = async (reply: { json: { activity: { fingerprint: string } } }) =>
      submit(ben, 'approve_activity', { fingerprint: reply.json.activity.fingerprint });
    const key = { privateKeyName: 'Shared', curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats: [] };
    const created = await approve(await submit(ann, 'create_private_keys', { privateKeys: [key] }));
    const [{ privateKeyId }] = resultOf(created).privateKeys;
    const asked = await signAs(ann, privateKeyId);
    expect(asked.json.activity).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', result: {} });
    const { publicKey } = (await ask(ann, 'get_private_key', { privateKeyId })).json.privateKey;
    expect(recover(resultOf(await approve(asked)), digest)).toBe(publicKey);
  });
});

describe('bad input', async () => {
  const { privateKeyId } = await createPrivateKey(service, ada);
  const count = async () =>
    (await ask(ada, 'list_activities', { paginationOptions: { limit: '100' } })).json.activities.length;

  test.each<[string, string, object]>([
    ['31 bytes for NO_OP', privateKeyId, { payload: digest.slice(2) }],
    ['33 bytes for NO_OP', privateKeyId, { payload: `${digest}00` }],
    ['half a byte', privateKeyId, { payload: digest.slice(1) }],
    ['0x alone', privateKeyId, { payload: '0x' }],
    ['0X', privateKeyId, { payload: `0X${digest}` }],
    ['letters that are not hex', privateKeyId, { payload: digest.replace(/^../, 'zz') }],
    ['NOT_APPLICABLE with secp256k1', privateKeyId, { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' }],
    ['NOT_APPLICABLE with P-256', p256Address, { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' }],
    ['NO_OP with ed25519', solanaAddress, {}],
    ['SHA-256 with ed25519', solanaAddress, { hashFunction: 'HASH_FUNCTION_SHA256' }],
    ['a digest of 31 bytes with taproot', taprootAddress, { payload: digest.slice(2) }],
  ])('error: %s', async (_, signWith, change) => {
    const before = await count();
    const reply = await sign(signWith, change);
    expect(refusalOf(reply)).toEqual([400, 'INVALID_PAYLOAD']);
    expect(reply.json.message).toMatch(/^invalid payload: /);
    expect(await count()).toBe(before);
  });

  test('error: half a surrogate pair', async () => {
    const text = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' };
    expect(refusalOf(await sign(privateKeyId, { payload: '\ud800', ...text }))).toEqual([400, 'REQUEST_INVALID']);
  });

  test.each([
    ['an unknown private key', randomUUID()],
    ['an unknown address', '0x0000000000000000000000000000000000000001'],
    ['a wrong checksum', knownAddress.replace('E', 'e')],
    ['text that is nothing', 'nothing'],
  ])('error: %s', async (_, signWith) => {
    expect(refusalOf(await sign(signWith))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });
});

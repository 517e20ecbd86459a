import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPublicKey,
  verify,
} from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase58Check, encodeBase58Check } from '../encoding/base58.ts';
import { generatePrivateKey, parsePublicKey } from '../keys/curve-keys.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { hpkeInfo } from '../protocol.ts';
import { StamperError } from '../stamper-error.ts';
import { open, type Sealed, seal, setupRecipient, setupSender } from './hpke.ts';
import {
  createP256Signer,
  openExportedMnemonic,
  openExportedPrivateKey,
  openImportedMnemonic,
  openImportedPrivateKey,
  openOtp,
  openSessionCredential,
  sealExportedMnemonic,
  sealExportedPrivateKey,
  sealImportedMnemonic,
  sealImportedPrivateKey,
  sealOtp,
  sealSessionCredential,
  signImportTarget,
  signOtpTarget,
} from './index.ts';
import { signMessage } from './signed-message.ts';

// A second implementation of RFC 9180 in base mode, on node:crypto alone.

const kemSuite = Buffer.from('KEM\x00\x10', 'latin1');
const hpkeSuite = Buffer.from('HPKE\x00\x10\x00\x01\x00\x02', 'latin1');
const protocolInfo = Buffer.from(hpkeInfo);
const hmac = (key: Uint8Array, data: Uint8Array) => createHmac('sha256', key).update(data).digest();
const labeledExtract = (suite: Buffer, salt: Uint8Array, label: string, ikm: Uint8Array) =>
  hmac(salt, Buffer.concat([Buffer.from('HPKE-v1'), suite, Buffer.from(label), ikm]));
const labeledExpand = (suite: Buffer, prk: Uint8Array, label: string, info: Uint8Array, length: number) => {
  const head = Buffer.from([0, length]);
  return hmac(
    prk,
    Buffer.concat([head, Buffer.from('HPKE-v1'), suite, Buffer.from(label), info, Buffer.of(1)]),
  ).subarray(0, length);
};

function keySchedule(shared: Buffer, enc: Buffer, pkR: Buffer, info: Uint8Array) {
  const prk = labeledExtract(kemSuite, Buffer.alloc(0), 'eae_prk', shared);
  const secret = labeledExpand(kemSuite, prk, 'shared_secret', Buffer.concat([enc, pkR]), 32);
  const none = Buffer.alloc(0);
  const context = Buffer.concat([
    Buffer.of(0),
    labeledExtract(hpkeSuite, none, 'psk_id_hash', none),
    labeledExtract(hpkeSuite, none, 'info_hash', info),
  ]);
  const root = labeledExtract(hpkeSuite, secret, 'secret', none);
  return {
    key: labeledExpand(hpkeSuite, root, 'key', context, 32),
    nonce: labeledExpand(hpkeSuite, root, 'base_nonce', context, 12),
  };
}

function ecdh(privateKey?: Uint8Array) {
  const side = createECDH('prime256v1');
  if (privateKey) side.setPrivateKey(privateKey);
  else side.generateKeys();
  return side;
}

function nodeSeal(
  target: string,
  plaintext: Uint8Array,
  info = protocolInfo,
  ephemeral?: Uint8Array,
  aad?: Uint8Array,
) {
  const side = ecdh(ephemeral);
  const enc = side.getPublicKey();
  const pkR = Buffer.from(parsePublicKey('p256', target).uncompressed);
  const { key, nonce } = keySchedule(side.computeSecret(pkR), enc, pkR, info);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad ?? Buffer.concat([enc, pkR]));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  return { encappedPublic: enc.toString('hex'), ciphertext: ciphertext.toString('hex') };
}

function nodeOpen(target: PrivateKey, { encappedPublic, ciphertext }: Sealed): Buffer {
  const side = ecdh(target.bytes());
  const enc = Buffer.from(encappedPublic, 'hex');
  const { key, nonce } = keySchedule(side.computeSecret(enc), enc, side.getPublicKey(), protocolInfo);
  const bytes = Buffer.from(ciphertext, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(Buffer.concat([enc, side.getPublicKey()]))
    .setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
}

const uncompressed = (key: PrivateKey) => Buffer.from(key.publicKey.uncompressed).toString('hex');
const signerOf = (key: PrivateKey) => createP256Signer(key.toApiKey());
const dataOf = (bundle: string) => JSON.parse(Buffer.from(JSON.parse(bundle).data, 'hex').toString());
const flipped = (hex: string, index: number) => {
  const bytes = Buffer.from(hex, 'hex');
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return bytes.toString('hex');
};

/** The code and part of the StamperError that a call ends with. */
async function failure(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof StamperError) return `${error.code} ${error.part}`;
  throw new Error('expected a StamperError', { cause: error });
}

const target = generatePrivateKey('p256');
const stranger = generatePrivateKey('p256');
const serviceKey = generatePrivateKey('p256');
const signer = signerOf(serviceKey);
const signerPublicKey = uncompressed(serviceKey);
const secp256k1Key = generatePrivateKey('secp256k1');
const mnemonic = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const mnemonicBytes = Buffer.from(mnemonic);
const walletKey = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);

describe('seal and open', () => {
  test('behavior: the info is the one that every client has compiled in', () => {
    expect(createHash('sha256').update(protocolInfo).digest('hex')).toBe(
      '184b7c7a43467a4c12962bf474a7c380f1721946ce0280e358897d95648ea54f',
    );
  });

  test('default: what is sealed, node:crypto opens, and the other way round', async () => {
    for (const length of [1, 32, 1000, 8192]) {
      const plaintext = Buffer.alloc(length, 7);
      expect(nodeOpen(target, await seal(target.publicKey, plaintext, 'plaintext'))).toEqual(plaintext);
      const opened = await open(target, nodeSeal(target.publicKey.hex, plaintext), 'bundle');
      expect(Buffer.from(opened)).toEqual(plaintext);
    }
  });

  test('error: nothing, too much, or what is no bytes', async () => {
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
    const nothing = nodeSeal(target.publicKey.hex, new Uint8Array());
    expect(await failure(open(target, nothing, 'bundle'))).toBe('MALFORMED bundle.ciphertext');
  });

  test('args: given an ephemeral key, info and additional data, both implementations agree to the byte', async () => {
    const ephemeral = generatePrivateKey('p256');
    const [info, aad, plaintext] = [Buffer.from('info'), Buffer.from('aad'), Buffer.from('plaintext')];
    const expected = nodeSeal(target.publicKey.hex, plaintext, info, ephemeral.bytes(), aad);
    const sender = await setupSender(target.publicKey, info, ephemeral);
    const encapped = Buffer.from(sender.enc);
    expect(encapped.toString('hex')).toBe(expected.encappedPublic);
    expect(Buffer.from(await sender.seal(plaintext, aad)).toString('hex')).toBe(expected.ciphertext);
    const recipient = await setupRecipient(target, parsePublicKey('p256', encapped.toString('hex')), info);
    expect(Buffer.from(await recipient.open(Buffer.from(expected.ciphertext, 'hex'), aad))).toEqual(plaintext);
    expect(await seal(target.publicKey, plaintext, 'plaintext', ephemeral)).toEqual(
      nodeSeal(target.publicKey.hex, plaintext, protocolInfo, ephemeral.bytes()),
    );
  });

  test('behavior: every sealing has an ephemeral key of its own', async () => {
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
    const other = nodeSeal(target.publicKey.hex, walletKey);
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

  test('error: another key, another curve, other info, other additional data, no point', async () => {
    const sealed = await seal(target.publicKey, walletKey, 'plaintext');
    expect(await failure(open(stranger, sealed, 'bundle'))).toBe('DECRYPTION_FAILED bundle.ciphertext');
    expect(await failure(open(secp256k1Key, sealed, 'bundle'))).toBe('CURVE_MISMATCH targetKey');
    const otherInfo = nodeSeal(target.publicKey.hex, walletKey, Buffer.from(`${hpkeInfo} `));
    expect(await failure(open(target, otherInfo, 'bundle'))).toBe('DECRYPTION_FAILED bundle.ciphertext');
    const noAad = nodeSeal(target.publicKey.hex, walletKey, protocolInfo, undefined, Buffer.alloc(0));
    expect(await failure(open(target, noAad, 'bundle'))).toBe('DECRYPTION_FAILED bundle.ciphertext');
    for (const point of ['00', `06${sealed.encappedPublic.slice(2)}`, `04${'00'.repeat(64)}`]) {
      const code = await failure(open(target, { ...sealed, encappedPublic: point }, 'bundle'));
      expect(code).toMatch(/^(MALFORMED|INVALID_KEY) bundle\.encappedPublic$/);
    }
  });

  test('error: a plaintext too long for openers', async () => {
    expect(await failure(seal(target.publicKey, new Uint8Array(8193), 'mnemonic'))).toBe('MALFORMED mnemonic');
  });
});

describe('session credential', () => {
  const sessionKey = generatePrivateKey('p256');

  test('default', async () => {
    const bundle = await sealSessionCredential(sessionKey, target.publicKey.hex);
    const opened = await openSessionCredential(bundle, target);
    expect(opened.toApiKey()).toEqual(sessionKey.toApiKey());
  });

  test('args: the target key in either form', async () => {
    const bundle = await sealSessionCredential(sessionKey, uncompressed(target));
    expect((await openSessionCredential(bundle, target)).toApiKey()).toEqual(sessionKey.toApiKey());
  });

  test('behavior: 33 bytes of compressed point, 48 of ciphertext and the checksum, as node:crypto reads and writes it', async () => {
    const payload = Buffer.from(
      decodeBase58Check(await sealSessionCredential(sessionKey, target.publicKey.hex), 'bundle'),
    );
    expect(payload.length).toBe(81);
    const encappedPublic = Buffer.from(parsePublicKey('p256', payload.subarray(0, 33).toString('hex')).uncompressed);
    const ciphertext = payload.subarray(33).toString('hex');
    const opened = nodeOpen(target, { encappedPublic: encappedPublic.toString('hex'), ciphertext });
    expect(opened).toEqual(Buffer.from(sessionKey.bytes()));
    const sealed = nodeSeal(target.publicKey.hex, sessionKey.bytes());
    const bundle = encodeBase58Check(
      Buffer.concat([parsePublicKey('p256', sealed.encappedPublic).bytes, Buffer.from(sealed.ciphertext, 'hex')]),
    );
    expect((await openSessionCredential(bundle, target)).toApiKey()).toEqual(sessionKey.toApiKey());
  });

  test('error: any byte changed, with the checksum put right', async () => {
    const payload = Buffer.from(
      decodeBase58Check(await sealSessionCredential(sessionKey, target.publicKey.hex), 'bundle'),
    );
    for (let index = 0; index < 81; index++) {
      const changed = encodeBase58Check(Buffer.from(flipped(payload.toString('hex'), index), 'hex'));
      // The first byte says which of the two points with this x it is: the other one is a point too.
      expect(await failure(openSessionCredential(changed, target))).toMatch(
        /^(DECRYPTION_FAILED credentialBundle\.ciphertext|INVALID_KEY credentialBundle\.encappedPublic)$/,
      );
    }
  });

  test('error: another key, another length, a wrong checksum, no text, far too long', async () => {
    const bundle = await sealSessionCredential(sessionKey, target.publicKey.hex);
    expect(await failure(openSessionCredential(bundle, stranger))).toBe(
      'DECRYPTION_FAILED credentialBundle.ciphertext',
    );
    expect(await failure(openSessionCredential(encodeBase58Check(new Uint8Array(80)), target))).toBe(
      'MALFORMED credentialBundle',
    );
    const wrong = `${bundle.slice(0, -1)}${bundle.endsWith('1') ? '2' : '1'}`;
    for (const text of [wrong, '', '0', '1'.repeat(1_000_000), undefined as unknown as string]) {
      expect(await failure(openSessionCredential(text, target))).toBe('MALFORMED credentialBundle');
    }
  });

  test('error: content that is no private key', async () => {
    const sealed = nodeSeal(target.publicKey.hex, new Uint8Array(32));
    const bundle = encodeBase58Check(
      Buffer.concat([parsePublicKey('p256', sealed.encappedPublic).bytes, Buffer.from(sealed.ciphertext, 'hex')]),
    );
    expect(await failure(openSessionCredential(bundle, target))).toBe('INVALID_KEY credentialBundle');
  });

  test('error: a session key of another curve, a target that is no key', async () => {
    expect(await failure(sealSessionCredential(secp256k1Key, target.publicKey.hex))).toBe('CURVE_MISMATCH sessionKey');
    expect(await failure(sealSessionCredential(sessionKey, '02ff'))).toBe('MALFORMED targetPublicKey');
  });
});

describe('export', () => {
  const [organizationId, activityId, walletId] = ['org', 'activity', 'wallet'];
  const wallet = { organizationId, activityId, walletId };
  const account = { organizationId, activityId, address: '0xA0b8' };
  const key = { organizationId, activityId, privateKeyId: 'key' };
  const sealing = { targetPublicKey: target.publicKey.hex, signer };
  const opening = { targetKey: target, signerPublicKey };

  test('default', async () => {
    const bundle = await sealExportedMnemonic(mnemonicBytes, { ...wallet, ...sealing });
    expect(await openExportedMnemonic(bundle, { ...wallet, ...opening })).toBe(mnemonic);
  });

  test.each([account, key])('args: the private key of $address$privateKeyId', async (of) => {
    const bundle = await sealExportedPrivateKey(walletKey, { ...of, ...sealing });
    const opened = await openExportedPrivateKey(bundle, { ...of, ...opening });
    expect(opened).toEqual(walletKey);
  });

  test('behavior: node:crypto verifies and opens it, and finds all bindings signed', async () => {
    const bundle = await sealExportedMnemonic(mnemonicBytes, { ...wallet, ...sealing });
    const message = JSON.parse(bundle);
    expect(Object.keys(message)).toEqual(['version', 'data', 'dataSignature', 'enclaveQuorumPublic']);
    expect(message.version).toBe('v1.0.0');
    expect(message.enclaveQuorumPublic).toBe(signerPublicKey);
    expect(message.data).toMatch(/^[0-9a-f]+$/);
    const spki = Buffer.from(`3059301306072a8648ce3d020106082a8648ce3d030107034200${signerPublicKey}`, 'hex');
    const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const data = Buffer.from(message.data, 'hex');
    expect(verify('sha256', data, publicKey, Buffer.from(message.dataSignature, 'hex'))).toBe(true);
    const { encappedPublic, ciphertext, ...bindings } = JSON.parse(data.toString());
    expect(bindings).toEqual({ ...wallet, targetPublicKey: uncompressed(target) });
    expect(encappedPublic).toMatch(/^04[0-9a-f]{128}$/);
    expect(nodeOpen(target, { encappedPublic, ciphertext }).toString()).toBe(mnemonic);
  });

  test('behavior: what node:crypto sealed and the service signed opens, whatever else the data has', async () => {
    const sealed = nodeSeal(target.publicKey.hex, mnemonicBytes);
    const data = { more: 'than needed', ...sealed, ...wallet, targetPublicKey: uncompressed(target) };
    const bundle = await signMessage(data, signer);
    expect(await openExportedMnemonic(bundle, { ...wallet, ...opening })).toBe(mnemonic);
  });

  test.each([
    ['another organization', { organizationId: 'org2' }, 'organizationId'],
    ['another activity', { activityId: 'activity2' }, 'activityId'],
    ['another wallet', { walletId: 'wallet2' }, 'walletId'],
  ])('error: moved to %s', async (_, changed, name) => {
    const bundle = await sealExportedMnemonic(mnemonicBytes, { ...wallet, ...sealing });
    expect(await failure(openExportedMnemonic(bundle, { ...wallet, ...changed, ...opening }))).toBe(
      `BINDING_MISMATCH exportBundle.data.${name}`,
    );
  });

  test('error: moved to another target: the key does not open it anyway, but is refused before', async () => {
    const bundle = await sealExportedMnemonic(mnemonicBytes, { ...wallet, ...sealing });
    expect(await failure(openExportedMnemonic(bundle, { ...wallet, ...opening, targetKey: stranger }))).toBe(
      'BINDING_MISMATCH exportBundle.data.targetPublicKey',
    );
    const sealed = nodeSeal(target.publicKey.hex, mnemonicBytes);
    const forStranger = await signMessage({ ...sealed, ...wallet, targetPublicKey: uncompressed(stranger) }, signer);
    expect(await failure(openExportedMnemonic(forStranger, { ...wallet, ...opening }))).toBe(
      'BINDING_MISMATCH exportBundle.data.targetPublicKey',
    );
  });

  test('error: an address for a key id, a key id for an address, a wallet for either', async () => {
    const bundle = await sealExportedPrivateKey(walletKey, { ...account, ...sealing });
    expect(await failure(openExportedPrivateKey(bundle, { ...account, address: '0xa0b8', ...opening }))).toBe(
      'BINDING_MISMATCH exportBundle.data.address',
    );
    const ids = { organizationId, activityId };
    expect(await failure(openExportedPrivateKey(bundle, { ...ids, privateKeyId: '0xA0b8', ...opening }))).toMatch(
      /^BINDING_MISMATCH exportBundle\.data\./,
    );
    expect(await failure(openExportedMnemonic(bundle, { ...ids, walletId: '0xA0b8', ...opening }))).toMatch(
      /^BINDING_MISMATCH exportBundle\.data\./,
    );
  });

  test('error: a bundle that says two things were exported', async () => {
    const sealed = nodeSeal(target.publicKey.hex, walletKey);
    const data = { ...sealed, ...account, walletId, targetPublicKey: uncompressed(target) };
    const bundle = await signMessage(data, signer);
    expect(await failure(openExportedPrivateKey(bundle, { ...account, ...opening }))).toBe(
      'BINDING_MISMATCH exportBundle.data.walletId',
    );
  });

  test.each(['organizationId', 'activityId', 'walletId', 'targetPublicKey'])('error: %s is not bound', async (name) => {
    const sealed = nodeSeal(target.publicKey.hex, mnemonicBytes);
    const { [name]: _, ...data }: Record<string, string> = {
      ...sealed,
      ...wallet,
      targetPublicKey: uncompressed(target),
    };
    const bundle = await signMessage(data, signer);
    expect(await failure(openExportedMnemonic(bundle, { ...wallet, ...opening }))).toBe(
      `BINDING_MISMATCH exportBundle.data.${name}`,
    );
  });

  test.each(['organizationId', 'activityId', 'walletId'])('error: nothing is expected of %s', async (name) => {
    const bundle = await sealExportedMnemonic(mnemonicBytes, { ...wallet, ...sealing });
    for (const value of [undefined, null, '', 7]) {
      const expected = { ...wallet, [name]: value } as typeof wallet;
      expect(await failure(openExportedMnemonic(bundle, { ...expected, ...opening }))).toBe(`MALFORMED ${name}`);
      expect(await failure(sealExportedMnemonic(mnemonicBytes, { ...expected, ...sealing }))).toBe(`MALFORMED ${name}`);
    }
  });

  test('error: neither or both of an address and a key id', async () => {
    const neither = { organizationId, activityId } as typeof account;
    const both = { ...account, privateKeyId: 'key' } as unknown as typeof account;
    const bundle = await sealExportedPrivateKey(walletKey, { ...account, ...sealing });
    for (const of of [neither, both]) {
      expect(await failure(sealExportedPrivateKey(walletKey, { ...of, ...sealing }))).toBe('MALFORMED privateKeyId');
      expect(await failure(openExportedPrivateKey(bundle, { ...of, ...opening }))).toBe('MALFORMED privateKeyId');
    }
  });

  test('error: the wrong signer, before anything is opened', async () => {
    const bundle = await sealExportedMnemonic(mnemonicBytes, { ...wallet, ...sealing, signer: signerOf(stranger) });
    const expected = { ...wallet, ...opening };
    expect(await failure(openExportedMnemonic(bundle, expected))).toBe(
      'SIGNER_UNTRUSTED exportBundle.enclaveQuorumPublic',
    );
    const renamed = JSON.stringify({ ...JSON.parse(bundle), enclaveQuorumPublic: signerPublicKey });
    expect(await failure(openExportedMnemonic(renamed, expected))).toBe('SIGNATURE_INVALID exportBundle.dataSignature');
    // Neither was opened, nor were its bindings looked at.
    const data = Buffer.from('not even JSON').toString('hex');
    const empty = JSON.stringify({ ...JSON.parse(bundle), data });
    expect(await failure(openExportedMnemonic(empty, expected))).toMatch(/^SIGNER_UNTRUSTED/);
    expect(await failure(openExportedMnemonic(bundle, { ...expected, signerPublicKey: 'zz' }))).toBe(
      'MALFORMED signerPublicKey',
    );
  });

  test('error: any byte of the data changed', async () => {
    const bundle = JSON.parse(await sealExportedPrivateKey(walletKey, { ...account, ...sealing }));
    for (let index = 0; index < bundle.data.length / 2; index += 7) {
      const changed = JSON.stringify({ ...bundle, data: flipped(bundle.data, index) });
      expect(await failure(openExportedPrivateKey(changed, { ...account, ...opening }))).toBe(
        'SIGNATURE_INVALID exportBundle.dataSignature',
      );
    }
  });

  test('error: signed, but sealed wrongly', async () => {
    const sealed = nodeSeal(target.publicKey.hex, mnemonicBytes);
    const bindings = { ...wallet, targetPublicKey: uncompressed(target) };
    const wrong = [
      ['DECRYPTION_FAILED exportBundle.data.ciphertext', { ...sealed, ciphertext: flipped(sealed.ciphertext, 9) }],
      [
        'INVALID_KEY exportBundle.data.encappedPublic',
        { ...sealed, encappedPublic: flipped(sealed.encappedPublic, 9) },
      ],
      ['MALFORMED exportBundle.data.ciphertext', { encappedPublic: sealed.encappedPublic }],
      ['MALFORMED exportBundle.data.encappedPublic', { ciphertext: sealed.ciphertext }],
    ] as const;
    for (const [code, content] of wrong) {
      const bundle = await signMessage({ ...content, ...bindings }, signer);
      expect(await failure(openExportedMnemonic(bundle, { ...wallet, ...opening }))).toBe(code);
    }
  });

  test('error: a signature in another form', async () => {
    const bundle = JSON.parse(await sealExportedMnemonic(mnemonicBytes, { ...wallet, ...sealing }));
    const raw = '11'.repeat(64);
    for (const dataSignature of ['', raw, `${bundle.dataSignature}00`, `${bundle.dataSignature} `, 7]) {
      const changed = JSON.stringify({ ...bundle, dataSignature });
      expect(await failure(openExportedMnemonic(changed, { ...wallet, ...opening }))).toBe(
        'MALFORMED exportBundle.dataSignature',
      );
    }
  });

  test('error: other versions and what is no bundle', async () => {
    const bundle = JSON.parse(await sealExportedMnemonic(mnemonicBytes, { ...wallet, ...sealing }));
    const { version, ...unversioned } = bundle;
    const expected = { ...wallet, ...opening };
    for (const other of ['v1.0.1', '', `${version} `]) {
      const text = JSON.stringify({ ...bundle, version: other });
      expect(await failure(openExportedMnemonic(text, expected))).toBe('VERSION_UNSUPPORTED exportBundle.version');
    }
    const huge = JSON.stringify({ ...bundle, padding: ' '.repeat(65_536) });
    const texts = ['', 'null', '[]', '"text"', '{', huge, undefined, 7, {}, JSON.stringify(unversioned)];
    for (const text of texts as string[]) {
      expect(await failure(openExportedMnemonic(text, expected))).toMatch(/^MALFORMED exportBundle/);
    }
  });

  test('error: no private key of 32 bytes, on either side; a mnemonic that is no text', async () => {
    for (const length of [1, 31, 33, 64]) {
      const wrong = new Uint8Array(length);
      expect(await failure(sealExportedPrivateKey(wrong, { ...account, ...sealing }))).toBe('MALFORMED privateKey');
      const data = { ...nodeSeal(target.publicKey.hex, wrong), ...account, targetPublicKey: uncompressed(target) };
      const bundle = await signMessage(data, signer);
      expect(await failure(openExportedPrivateKey(bundle, { ...account, ...opening }))).toBe('MALFORMED exportBundle');
    }
    const bundle = await sealExportedMnemonic(Uint8Array.of(0xff, 0xfe), { ...wallet, ...sealing });
    expect(await failure(openExportedMnemonic(bundle, { ...wallet, ...opening }))).toBe('MALFORMED exportBundle');
  });

  test('behavior: no error holds the secret or the key', async () => {
    const bundle = await sealExportedMnemonic(mnemonicBytes, { ...wallet, ...sealing });
    const error = await openExportedMnemonic(bundle, { ...wallet, walletId: 'x', ...opening }).catch(
      (thrown) => thrown,
    );
    const shown = `${error.message}${error.stack}${JSON.stringify(error)}`;
    for (const secret of ['abandon', target.toApiKey().privateKey, 'wallet2']) expect(shown).not.toContain(secret);
  });
});

describe('import', () => {
  const of = { organizationId: 'org', userId: 'user' };
  const importBundle = signImportTarget(target.publicKey.hex, { ...of, signer });
  const sealing = async () => ({ importBundle: await importBundle, ...of, signerPublicKey });

  test('default', async () => {
    const bundle = await sealImportedMnemonic(mnemonic, await sealing());
    expect(Buffer.from(await openImportedMnemonic(bundle, target)).toString()).toBe(mnemonic);
  });

  test('args: a private key', async () => {
    const bundle = await sealImportedPrivateKey(walletKey, await sealing());
    expect(await openImportedPrivateKey(bundle, target)).toEqual(walletKey);
  });

  test('behavior: the target and the bundle have exactly the members that clients know', async () => {
    expect(dataOf(await importBundle)).toEqual({ targetPublic: uncompressed(target), ...of });
    const sealed = JSON.parse(await sealImportedMnemonic(mnemonic, await sealing()));
    expect(Object.keys(sealed)).toEqual(['encappedPublic', 'ciphertext']);
    expect(nodeOpen(target, sealed).toString()).toBe(mnemonic);
    const bundle = JSON.stringify(nodeSeal(target.publicKey.hex, walletKey));
    expect(await openImportedPrivateKey(bundle, target)).toEqual(walletKey);
  });

  test('error: a target of another user, organization or signer: nothing is sealed to it', async () => {
    const to = await sealing();
    const seal = (changed: object) => failure(sealImportedMnemonic(mnemonic, { ...to, ...changed }));
    expect(await seal({ userId: 'user2' })).toBe('BINDING_MISMATCH importBundle.data.userId');
    expect(await seal({ organizationId: 'org2' })).toBe('BINDING_MISMATCH importBundle.data.organizationId');
    expect(await seal({ userId: undefined })).toBe('MALFORMED userId');
    expect(await seal({ signerPublicKey: stranger.publicKey.hex })).toBe(
      'SIGNER_UNTRUSTED importBundle.enclaveQuorumPublic',
    );
    const exportBundle = await sealExportedMnemonic(mnemonicBytes, {
      ...of,
      activityId: 'activity',
      walletId: 'wallet',
      targetPublicKey: target.publicKey.hex,
      signer,
    });
    expect(await seal({ importBundle: exportBundle })).toBe('MALFORMED importBundle.data.targetPublic');
    const infinity = await signMessage({ targetPublic: '00', ...of }, signer);
    expect(await seal({ importBundle: infinity })).toBe('MALFORMED importBundle.data.targetPublic');
    expect(await failure(sealImportedPrivateKey(walletKey, { ...to, userId: 'user2' }))).toBe(
      'BINDING_MISMATCH importBundle.data.userId',
    );
  });

  test('error: a bundle for another target, or any byte changed', async () => {
    const bundle = await sealImportedPrivateKey(walletKey, await sealing());
    expect(await failure(openImportedPrivateKey(bundle, stranger))).toBe(
      'DECRYPTION_FAILED encryptedBundle.ciphertext',
    );
    const sealed = JSON.parse(bundle);
    for (let index = 0; index < 48; index++) {
      const changed = JSON.stringify({ ...sealed, ciphertext: flipped(sealed.ciphertext, index) });
      expect(await failure(openImportedPrivateKey(changed, target))).toBe(
        'DECRYPTION_FAILED encryptedBundle.ciphertext',
      );
    }
  });

  test('error: no private key of 32 bytes, on either side', async () => {
    for (const length of [1, 31, 33]) {
      const wrong = new Uint8Array(length);
      expect(await failure(sealImportedPrivateKey(wrong, await sealing()))).toBe('MALFORMED privateKey');
      const bundle = JSON.stringify(nodeSeal(target.publicKey.hex, wrong));
      expect(await failure(openImportedPrivateKey(bundle, target))).toBe('MALFORMED encryptedBundle');
    }
  });

  test('error: what is no bundle', async () => {
    const sealed = nodeSeal(target.publicKey.hex, walletKey);
    const texts = ['', '[]', '{}', 7, undefined, { ...sealed }, ' '.repeat(1_000_000)];
    const objects = [
      { ...sealed, more: '' },
      { ...sealed, ciphertext: 7 },
      { ...sealed, encappedPublic: null },
    ];
    for (const text of [...texts, ...objects.map((object) => JSON.stringify(object))] as string[]) {
      expect(await failure(openImportedMnemonic(text, target))).toMatch(/^MALFORMED encryptedBundle/);
    }
    expect(await failure(openImportedMnemonic(`${JSON.stringify(sealed)}${' '.repeat(65_536)}`, target))).toBe(
      'MALFORMED encryptedBundle',
    );
    expect(await failure(sealImportedMnemonic('\ud800', await sealing()))).toBe('MALFORMED mnemonic');
  });
});

describe('one-time password', () => {
  const of = { organizationId: 'org', otpId: 'otp' };
  const client = generatePrivateKey('p256');
  const otpEncryptionTargetBundle = signOtpTarget(target.publicKey.hex, { ...of, signer });
  const sealing = async () => ({
    otpEncryptionTargetBundle: await otpEncryptionTargetBundle,
    ...of,
    signerPublicKey,
  });

  test('default', async () => {
    const bundle = await sealOtp({ otpCode: 'Q7X2M9KPA', publicKey: uncompressed(client) }, await sealing());
    const { otpCode, publicKey } = await openOtp(bundle, target);
    expect(otpCode).toBe('Q7X2M9KPA');
    expect(publicKey.hex).toBe(client.publicKey.hex);
  });

  test('behavior: the members that services and clients know', async () => {
    expect(dataOf(await otpEncryptionTargetBundle)).toEqual({ targetPublic: uncompressed(target), ...of });
    const bundle = await sealOtp({ otpCode: '123456', publicKey: uncompressed(client) }, await sealing());
    const plaintext = nodeOpen(target, JSON.parse(bundle)).toString();
    expect(plaintext).toBe(`{"otp_code":"123456","public_key":"${client.publicKey.hex}"}`);
  });

  test('error: a target for another code, organization or by another signer', async () => {
    const attempt = { otpCode: '123456', publicKey: client.publicKey.hex };
    const to = await sealing();
    expect(await failure(sealOtp(attempt, { ...to, otpId: 'otp2' }))).toBe(
      'BINDING_MISMATCH otpEncryptionTargetBundle.data.otpId',
    );
    expect(await failure(sealOtp(attempt, { ...to, organizationId: 'org2' }))).toBe(
      'BINDING_MISMATCH otpEncryptionTargetBundle.data.organizationId',
    );
    expect(await failure(sealOtp(attempt, { ...to, signerPublicKey: uncompressed(stranger) }))).toBe(
      'SIGNER_UNTRUSTED otpEncryptionTargetBundle.enclaveQuorumPublic',
    );
  });

  test('error: a key of the client that is none', async () => {
    const attempt = { otpCode: '123456', publicKey: `02${'ff'.repeat(32)}` };
    expect(await failure(sealOtp(attempt, await sealing()))).toBe('INVALID_KEY publicKey');
  });

  test('error: content that is no attempt', async () => {
    const contents = [
      ['[]', 'encryptedOtpBundle'],
      ['{"otp_code":"123456"}', 'encryptedOtpBundle.public_key'],
      ['{"otp_code":123456,"public_key":"02"}', 'encryptedOtpBundle.otp_code'],
      ['{"otp_code":"123456","public_key":"02"}', 'encryptedOtpBundle.public_key'],
    ] as const;
    for (const [content, part] of contents) {
      const bundle = JSON.stringify(nodeSeal(target.publicKey.hex, Buffer.from(content)));
      expect(await failure(openOtp(bundle, target))).toBe(`MALFORMED ${part}`);
    }
    const notUtf8 = JSON.stringify(nodeSeal(target.publicKey.hex, Buffer.of(0xff)));
    expect(await failure(openOtp(notUtf8, target))).toBe('MALFORMED encryptedOtpBundle');
  });
});

test('error: whatever is given for a bundle, it is refused by a StamperError', async () => {
  const of = { organizationId: 'org', userId: 'user', activityId: 'activity', walletId: 'wallet', otpId: 'otp' };
  const exported = { ...of, targetKey: target, signerPublicKey };
  const json = fc.json({ maxDepth: 4 });
  const signed = fc.record({
    version: fc.constantFrom('v1.0.0', 'v0', ''),
    data: fc.oneof(
      fc.string(),
      json.map((text) => Buffer.from(text).toString('hex')),
    ),
    dataSignature: fc.oneof(fc.string(), fc.constant(`3044${`0220${'11'.repeat(32)}`.repeat(2)}`)),
    enclaveQuorumPublic: fc.constantFrom(signerPublicKey, uncompressed(stranger), '', '00'),
  });
  const sealed = fc.record({
    encappedPublic: fc.constantFrom(signerPublicKey, serviceKey.publicKey.hex, '', '00'),
    ciphertext: fc.oneof(
      fc.string(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('hex')),
    ),
  });
  const texts = fc.oneof(
    fc.anything(),
    json,
    signed.map((value) => JSON.stringify(value)),
    sealed.map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (value) => {
      const text = value as string;
      await failure(openExportedMnemonic(text, exported));
      await failure(openSessionCredential(text, target));
      await failure(openImportedMnemonic(text, target));
      await failure(openOtp(text, target));
      await failure(sealImportedMnemonic(mnemonic, { ...of, importBundle: text, signerPublicKey }));
    }),
  );
});

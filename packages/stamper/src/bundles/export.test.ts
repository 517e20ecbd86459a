import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  flipped,
  mnemonic,
  mnemonicBytes,
  signer,
  signerOf,
  signerPublicKey,
  stranger,
  target,
  uncompressed,
  walletKey,
} from '../../test/bundle-parties.ts';
import { errorOf, failure, shown } from '../../test/failure.ts';
import { nodeOpen, nodeSeal } from '../../test/node-hpke.ts';
import { wiped } from '../../test/wiped.ts';
import {
  openExportedMnemonic,
  openExportedPrivateKey,
  sealExportedMnemonic,
  sealExportedPrivateKey,
} from './export.ts';
import { signMessage } from './signed-message.ts';

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

  test('behavior: node:crypto verifies and opens it, and all bindings are signed', async () => {
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
    expect(nodeOpen(target.bytes(), { encappedPublic, ciphertext }).toString()).toBe(mnemonic);
  });

  test('behavior: what node:crypto sealed and the service signed opens, whatever else the data has', async () => {
    const sealed = nodeSeal(target.publicKey, mnemonicBytes);
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

  test('error: moved to another target: refused before decryption, which would fail too', async () => {
    const bundle = await sealExportedMnemonic(mnemonicBytes, { ...wallet, ...sealing });
    expect(await failure(openExportedMnemonic(bundle, { ...wallet, ...opening, targetKey: stranger }))).toBe(
      'BINDING_MISMATCH exportBundle.data.targetPublicKey',
    );
    const sealed = nodeSeal(target.publicKey, mnemonicBytes);
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

  test('error: a bundle that names two exported secrets', async () => {
    const sealed = nodeSeal(target.publicKey, walletKey);
    const data = { ...sealed, ...account, walletId, targetPublicKey: uncompressed(target) };
    const bundle = await signMessage(data, signer);
    expect(await failure(openExportedPrivateKey(bundle, { ...account, ...opening }))).toBe(
      'BINDING_MISMATCH exportBundle.data.walletId',
    );
  });

  test.each(['organizationId', 'activityId', 'walletId', 'targetPublicKey'])('error: %s is not bound', async (name) => {
    const sealed = nodeSeal(target.publicKey, mnemonicBytes);
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

  test.each(['organizationId', 'activityId', 'walletId'])('error: no expected %s', async (name) => {
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

  test('error: signed, but sealed wrongly', async () => {
    const sealed = nodeSeal(target.publicKey, mnemonicBytes);
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

  test('error: a private key that is not 32 bytes, on either side; a mnemonic that is not text', async () => {
    for (const length of [1, 31, 33, 64]) {
      const wrong = new Uint8Array(length);
      expect(await failure(sealExportedPrivateKey(wrong, { ...account, ...sealing }))).toBe('MALFORMED privateKey');
      const data = { ...nodeSeal(target.publicKey, wrong), ...account, targetPublicKey: uncompressed(target) };
      const bundle = await signMessage(data, signer);
      expect(await failure(openExportedPrivateKey(bundle, { ...account, ...opening }))).toBe('MALFORMED exportBundle');
    }
    const bundle = await sealExportedMnemonic(Uint8Array.of(0xff, 0xfe), { ...wallet, ...sealing });
    expect(await failure(openExportedMnemonic(bundle, { ...wallet, ...opening }))).toBe('MALFORMED exportBundle');
  });

  test('error: another signer', async () => {
    const bundle = await sealExportedMnemonic(mnemonicBytes, { ...wallet, ...sealing, signer: signerOf(stranger) });
    expect(await failure(openExportedMnemonic(bundle, { ...wallet, ...opening }))).toBe(
      'SIGNER_UNTRUSTED exportBundle.enclaveQuorumPublic',
    );
  });

  /** A bundle of any content, sealed by node:crypto and signed by the service. */
  const signedContent = (content: Uint8Array, of: typeof wallet | typeof account) =>
    signMessage({ ...nodeSeal(target.publicKey, content), ...of, targetPublicKey: uncompressed(target) }, signer);
  const noKey = Uint8Array.of(...walletKey, 7);
  const noText = Uint8Array.of(...mnemonicBytes, 0xff);

  test('behavior: no error holds the decrypted bytes or the key', async () => {
    const key = await errorOf(openExportedPrivateKey(await signedContent(noKey, account), { ...account, ...opening }));
    const text = await errorOf(openExportedMnemonic(await signedContent(noText, wallet), { ...wallet, ...opening }));
    expect(shown(key)).toContain('exportBundle is not 32 bytes of private key');
    expect(shown(text)).toContain('exportBundle is not UTF-8');
    for (const secret of [walletKey, mnemonicBytes, target.bytes()].map((bytes) => Buffer.from(bytes.subarray(0, 6)))) {
      for (const spelled of [
        secret.toString('latin1'),
        secret.toString('hex'),
        secret.toString('base64'),
        secret.join(', '),
      ]) {
        expect(shown(key)).not.toContain(spelled);
        expect(shown(text)).not.toContain(spelled);
      }
    }
  });

  test('behavior: decrypted bytes that are not returned are wiped', async () => {
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    const mnemonics = { sound: await signedContent(mnemonicBytes, wallet), wrong: await signedContent(noText, wallet) };
    const wrongKey = await signedContent(noKey, account);
    const of = { ...wallet, ...opening };
    expect(await wiped(() => openExportedMnemonic(mnemonics.sound, of))).toContain(hex(mnemonicBytes));
    expect(await wiped(() => openExportedMnemonic(mnemonics.wrong, of))).toContain(hex(noText));
    expect(await wiped(() => openExportedPrivateKey(wrongKey, { ...account, ...opening }))).toContain(hex(noKey));
  });
});

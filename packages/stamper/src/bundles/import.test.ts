import { describe, expect, test } from 'vitest';
import {
  dataOf,
  flipped,
  mnemonic,
  mnemonicBytes,
  signer,
  signerPublicKey,
  stranger,
  target,
  uncompressed,
  walletKey,
} from '../../test/bundle-parties.ts';
import { errorOf, failure, shown } from '../../test/failure.ts';
import { nodeOpen, nodeSeal } from '../../test/node-hpke.ts';
import { wiped } from '../../test/wiped.ts';
import { sealExportedMnemonic } from './export.ts';
import {
  openImportedMnemonic,
  openImportedPrivateKey,
  sealImportedMnemonic,
  sealImportedPrivateKey,
  signImportTarget,
} from './import.ts';
import { signMessage } from './signed-message.ts';

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

  test('behavior: the target and the bundle have exactly the members that clients expect', async () => {
    expect(dataOf(await importBundle)).toEqual({ targetPublic: uncompressed(target), ...of });
    const sealed = JSON.parse(await sealImportedMnemonic(mnemonic, await sealing()));
    expect(Object.keys(sealed)).toEqual(['encappedPublic', 'ciphertext']);
    expect(nodeOpen(target.bytes(), sealed).toString()).toBe(mnemonic);
    const bundle = JSON.stringify(nodeSeal(target.publicKey, walletKey));
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

  test('error: a private key that is not 32 bytes, on either side', async () => {
    for (const length of [1, 31, 33]) {
      const wrong = new Uint8Array(length);
      expect(await failure(sealImportedPrivateKey(wrong, await sealing()))).toBe('MALFORMED privateKey');
      const bundle = JSON.stringify(nodeSeal(target.publicKey, wrong));
      expect(await failure(openImportedPrivateKey(bundle, target))).toBe('MALFORMED encryptedBundle');
    }
  });

  test('error: a value that is not a bundle', async () => {
    const sealed = nodeSeal(target.publicKey, walletKey);
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

  test('behavior: a key of another length is wiped, and no error holds it', async () => {
    const noKey = Uint8Array.of(...walletKey, 7);
    const bundle = JSON.stringify(nodeSeal(target.publicKey, noKey));
    const open = () => openImportedPrivateKey(bundle, target);
    expect(await wiped(open)).toContain(Buffer.from(noKey).toString('hex'));
    const text = shown(await errorOf(open));
    expect(text).toContain('encryptedBundle is not 32 bytes of private key');
    for (const secret of ['fffefdfc', '255, 254, 253', '//79/Pv6']) expect(text).not.toContain(secret);
  });
});

import type { Vector } from '@mintmark/testing/vector';
import type { Sealed } from '../../src/bundles/hpke.ts';
import { signMessage } from '../../src/bundles/signed-message.ts';
import {
  activityId,
  flipLastBit,
  madeBy,
  mnemonic,
  organizationId,
  otherKey,
  pointOf,
  sealTo,
  secretOf,
  signerKey,
  somethingElse,
  targetKey,
} from './bundle-cast.ts';
import { hex, keyOf, utf8 } from './cast.ts';
import { fixedSigner } from './signer.ts';
import { invalid, valid } from './vector.ts';

const walletId = 'e2c7a9d4-3b58-4f16-a08d-71b5c9e3f24a';
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const privateKeyId = '4c9a1f60-2d7b-4e83-b5a6-c08f1d3e7a92';

type Data = { readonly [name: string]: string };

/** What the signed data of a sound export says, except what was exported. */
const bindings: Data = { organizationId, activityId, targetPublicKey: pointOf(targetKey) };
/** What an opener has and expects, except the bundle and what was exported. */
const expectations = {
  ...{ targetPrivateKey: secretOf(targetKey), signerPublicKey: pointOf(signerKey), organizationId, activityId },
};

/** Export bundles: of a mnemonic, of the key of an account, of a private key. */
export async function makeExports(): Promise<Vector[]> {
  const sealed = await sealTo(targetKey, utf8(mnemonic), 'export of a mnemonic');
  return [...(await sound(sealed)), ...(await moved(sealed)), ...(await forged(sealed)), ...(await broken(sealed))];
}

async function sound(sealed: Sealed): Promise<Vector[]> {
  const secret = keyOf('secp256k1', 'exported').bytes();
  const sealedKey = await sealTo(targetKey, secret, 'export of a private key');
  const made = madeBy('export of a private key');
  const ofKey = async (subject: Data) => ({
    ...{ exportBundle: await bundle({ ...sealedKey, ...bindings, ...subject }), ...expectations, ...subject },
  });
  return [
    valid(
      'export: a mnemonic',
      'exportedMnemonic',
      await walletInput(sealed),
      mnemonic,
      madeBy('export of a mnemonic'),
    ),
    valid('export: the key of an account', 'exportedPrivateKey', await ofKey({ address }), hex(secret), made),
    valid('export: a private key', 'exportedPrivateKey', await ofKey({ privateKeyId }), hex(secret), made),
    invalid(
      'export: the key of another account',
      'exportedPrivateKey',
      { ...(await ofKey({ address })), address: address.toLowerCase() },
      'BINDING_MISMATCH',
    ),
    invalid(
      'export: a mnemonic taken for a key',
      'exportedPrivateKey',
      { ...expectations, address, exportBundle: await bundle({ ...sealed, ...bindings, address }) },
      'MALFORMED',
    ),
  ];
}

async function moved(sealed: Sealed): Promise<Vector[]> {
  const refuse = async (name: string, changes: Data) =>
    invalid(`export: ${name}`, 'exportedMnemonic', await walletInput(sealed, changes), 'BINDING_MISMATCH');
  const without = async (name: string) => {
    const data: Data = { ...sealed, ...bindings, walletId };
    const { [name]: _, ...rest } = data;
    const input = { ...expectations, walletId, exportBundle: await bundle(rest) };
    return invalid(`export: ${name} not said`, 'exportedMnemonic', input, 'BINDING_MISMATCH');
  };
  const opener = { ...(await walletInput(sealed)), targetPrivateKey: secretOf(otherKey) };
  return [
    await refuse('of another wallet', { walletId: somethingElse }),
    await refuse('by another activity', { activityId: somethingElse }),
    await refuse('of another organization', { organizationId: somethingElse }),
    await refuse('for another target key', { targetPublicKey: pointOf(otherKey) }),
    await refuse('of an account, too', { address }),
    ...(await Promise.all(['walletId', 'activityId', 'organizationId', 'targetPublicKey'].map(without))),
    invalid('export: opened by another key', 'exportedMnemonic', opener, 'BINDING_MISMATCH'),
  ];
}

async function forged(sealed: Sealed): Promise<Vector[]> {
  const input = await walletInput(sealed);
  const message = JSON.parse(input.exportBundle);
  const data = { ...sealed, ...bindings, walletId };
  const foreign = JSON.parse(await signMessage(data, await fixedSigner(otherKey)));
  const altered = hex(utf8(JSON.stringify({ ...data, walletId: somethingElse })));
  const refuse = (name: string, changed: object, reason: string) =>
    invalid(`export: ${name}`, 'exportedMnemonic', { ...input, exportBundle: JSON.stringify(changed) }, reason);
  return [
    refuse('by another signer', foreign, 'SIGNER_UNTRUSTED'),
    refuse(
      'by another signer under the name of the expected one',
      { ...message, dataSignature: foreign.dataSignature },
      'SIGNATURE_INVALID',
    ),
    refuse('altered data', { ...message, data: altered }, 'SIGNATURE_INVALID'),
    refuse('a byte behind the signature', { ...message, dataSignature: `${message.dataSignature}00` }, 'MALFORMED'),
    refuse('an unknown version', { ...message, version: 'v2.0.0' }, 'VERSION_UNSUPPORTED'),
    refuse('no version', { ...message, version: undefined }, 'MALFORMED'),
    refuse('a list', [message], 'MALFORMED'),
    invalid(
      'export: a member twice',
      'exportedMnemonic',
      { ...input, exportBundle: input.exportBundle.replace('{', '{"version":"v1.0.0",') },
      'MALFORMED',
    ),
  ];
}

async function broken(sealed: Sealed): Promise<Vector[]> {
  const other = await sealTo(targetKey, utf8(mnemonic), 'another export');
  const refuse = async (name: string, changes: Data, reason: string) =>
    invalid(`export: ${name}`, 'exportedMnemonic', await walletInput(sealed, changes), reason);
  return [
    await refuse('the ciphertext of another export', { ciphertext: other.ciphertext }, 'DECRYPTION_FAILED'),
    await refuse('a changed ciphertext', { ciphertext: flipLastBit(sealed.ciphertext) }, 'DECRYPTION_FAILED'),
    await refuse(
      'a ciphertext shorter than its tag',
      { ciphertext: sealed.ciphertext.slice(-30) },
      'DECRYPTION_FAILED',
    ),
    await refuse('another encapsulated key', { encappedPublic: other.encappedPublic }, 'DECRYPTION_FAILED'),
    await refuse('the point at infinity for encapsulated key', { encappedPublic: '00' }, 'MALFORMED'),
    await refuse('an encapsulated key off the curve', { encappedPublic: `04${'11'.repeat(64)}` }, 'INVALID_KEY'),
  ];
}

async function walletInput(sealed: Sealed, changes: Data = {}) {
  const exportBundle = await bundle({ ...sealed, ...bindings, walletId, ...changes });
  return { exportBundle, ...expectations, walletId };
}

async function bundle(data: Data): Promise<string> {
  return signMessage(data, await fixedSigner(signerKey));
}

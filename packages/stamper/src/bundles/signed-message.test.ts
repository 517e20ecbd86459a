import { describe, expect, test } from 'vitest';
import { dataOf, flipped, signer, signerOf, signerPublicKey, stranger } from '../../test/bundle-parties.ts';
import { failure } from '../../test/failure.ts';
import { createP256Signer } from '../keys/p256-signer.ts';
import { openMessage, signMessage } from './signed-message.ts';

const bindings = { organizationId: 'org', userId: 'user' };
const data = { content: 'c0ffee', ...bindings };
const open = (text: string, by = signerPublicKey) => openMessage(text, 'bundle', by, bindings, ['content']);
const message = JSON.parse(await signMessage(data, signer));
const changed = (members: object) => JSON.stringify({ ...message, ...members });

describe('signed message', () => {
  test('default', async () => {
    expect(Object.keys(message)).toEqual(['version', 'data', 'dataSignature', 'enclaveQuorumPublic']);
    expect(dataOf(changed({}))).toEqual(data);
    expect(await open(changed({}))).toMatchObject({ content: 'c0ffee' });
  });

  test('behavior: the signer is compared as a key, in any spelling', async () => {
    const { publicKey } = signer;
    expect(await open(changed({ enclaveQuorumPublic: publicKey }), publicKey.toUpperCase())).toMatchObject(data);
  });

  test('error: the wrong signer, before anything else is checked', async () => {
    const foreign = JSON.parse(await signMessage(data, signerOf(stranger)));
    const text = JSON.stringify(foreign);
    expect(await failure(open(text))).toBe('SIGNER_UNTRUSTED bundle.enclaveQuorumPublic');
    const renamed = JSON.stringify({ ...foreign, enclaveQuorumPublic: signerPublicKey });
    expect(await failure(open(renamed))).toBe('SIGNATURE_INVALID bundle.dataSignature');
    const notJson = Buffer.from('not even JSON').toString('hex');
    expect(await failure(open(JSON.stringify({ ...foreign, data: notJson })))).toMatch(/^SIGNER_UNTRUSTED/);
    expect(await failure(open(changed({ data: notJson })))).toMatch(/^SIGNATURE_INVALID/);
    expect(await failure(open(changed({}), 'zz'))).toBe('MALFORMED signerPublicKey');
  });

  test('error: any byte of the data changed', async () => {
    for (let index = 0; index < message.data.length / 2; index++) {
      expect(await failure(open(changed({ data: flipped(message.data, index) })))).toBe(
        'SIGNATURE_INVALID bundle.dataSignature',
      );
    }
  });

  test('error: a signature in another form', async () => {
    const { dataSignature } = message;
    for (const wrong of ['', '11'.repeat(64), `${dataSignature}00`, `${dataSignature} `, 7]) {
      expect(await failure(open(changed({ dataSignature: wrong })))).toBe('MALFORMED bundle.dataSignature');
    }
  });

  test('error: other versions, and values that are not messages', async () => {
    for (const version of ['v1.0.1', '', `${message.version} `]) {
      expect(await failure(open(changed({ version })))).toBe('VERSION_UNSUPPORTED bundle.version');
    }
    const huge = changed({ padding: ' '.repeat(65_536) });
    const texts = ['', 'null', '[]', '"text"', '{', huge, undefined, 7, {}, changed({ version: undefined })];
    for (const text of texts as string[]) expect(await failure(open(text))).toMatch(/^MALFORMED bundle/);
  });

  test('error: bound to something else, or to nothing', async () => {
    const other = await signMessage({ ...data, userId: 'user2' }, signer);
    expect(await failure(open(other))).toBe('BINDING_MISMATCH bundle.data.userId');
    const { userId: _, ...unbound } = data;
    expect(await failure(open(await signMessage(unbound, signer)))).toBe('BINDING_MISMATCH bundle.data.userId');
    for (const userId of [undefined, null, '', 7] as string[]) {
      const expected = openMessage(changed({}), 'bundle', signerPublicKey, { ...bindings, userId }, ['content']);
      expect(await failure(expected)).toBe('MALFORMED userId');
      expect(await failure(signMessage({ ...data, userId }, signer))).toBe('MALFORMED userId');
    }
  });

  test('error: signed, but with forbidden members or without required ones', async () => {
    const open = (absent: string[], names: string[]) =>
      failure(openMessage(changed({}), 'bundle', signerPublicKey, bindings, names, absent));
    expect(await open(['content'], [])).toBe('BINDING_MISMATCH bundle.data.content');
    expect(await open([], ['more'])).toBe('MALFORMED bundle.data.more');
  });

  test('error: a signer whose keys do not belong together', async () => {
    const mixed = createP256Signer({ ...stranger.toApiKey(), publicKey: signer.publicKey });
    expect(await failure(signMessage(data, mixed))).toBe('KEY_MISMATCH publicKey');
  });
});

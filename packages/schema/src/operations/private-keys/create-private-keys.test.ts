import { describe, expect, test } from 'vitest';
import { objections } from '../../../test/objections.ts';
import { activities, examples } from '../../index.ts';

describe('private keys', () => {
  const { userId, encryptedPrivateKey, privateKey } = examples;
  const creating = (...privateKeys: object[]) => objections(activities.create_private_keys, { privateKeys });

  test('default: 1 to 100 of them', () => {
    expect(creating(privateKey)).toEqual([]);
    expect(creating(...Array.from({ length: 100 }, () => privateKey))).toEqual([]);
    expect(creating()).toEqual(['privateKeys: too_small']);
    expect(creating(...Array.from({ length: 101 }, () => privateKey))).toEqual(['privateKeys: too_big']);
  });

  test('error: an address format that no key of the curve has', () => {
    const ed25519 = { ...privateKey, curve: 'CURVE_ED25519' };
    expect(creating(privateKey, ed25519)).toEqual(['privateKeys.1.addressFormats: INVALID_ADDRESS_FORMAT']);
    const { privateKeyTags: _, ...imported } = { ...ed25519, userId, encryptedBundle: encryptedPrivateKey };
    expect(objections(activities.import_private_key, imported)).toEqual(['addressFormats: INVALID_ADDRESS_FORMAT']);
  });
});

import { timestamp } from './timestamp.ts';

export const privateKeyId = '7b3e1d95-0c4a-4f28-a6d9-52e8f7b0c341';
export const privateKeyTagId = '2e9f6c08-d1b7-4a53-8e40-b7c5a3f1d692';

/** A second private key of the organization. */
export const otherPrivateKeyId = 'd06b2c81-f5a9-4e37-9b1c-38e7d4a0f526';

export const privateKeyAddress = {
  format: 'ADDRESS_FORMAT_ETHEREUM' as const,
  address: '0x631CB4C0D8aae8d11685DeAc7019E2F664326da3',
};

export const privateKey = {
  privateKeyName: 'Payout key',
  curve: 'CURVE_SECP256K1' as const,
  privateKeyTags: [privateKeyTagId],
  addressFormats: [privateKeyAddress.format],
};

export const privateKeyRecord = {
  privateKeyId,
  publicKey: '033c34e69d2aadfb72c0f7639ba375333c841ae9dcc1bdffebcc12304f276b48df',
  privateKeyName: privateKey.privateKeyName,
  curve: privateKey.curve,
  addresses: [privateKeyAddress],
  privateKeyTags: privateKey.privateKeyTags,
  createdAt: timestamp,
  updatedAt: timestamp,
  exported: false,
  imported: false,
};

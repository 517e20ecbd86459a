import { organizationId } from './organizations.ts';
import { timestamp } from './timestamp.ts';

export const walletId = 'e2c7a9d4-3b58-4f16-a08d-71b5c9e3f24a';
export const walletAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const walletAccountId = 'a51d8f0e-7c36-4b92-8e4d-0f62b9c7d318';

const walletName = 'Treasury';

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

export const wallet = { walletName, accounts: [account], mnemonicLength: 12 as const };

export const walletRecord = {
  walletId,
  walletName,
  createdAt: timestamp,
  updatedAt: timestamp,
  exported: false,
  imported: false,
};

export const walletAccountRecord = {
  walletAccountId,
  organizationId,
  walletId,
  ...account,
  address: walletAddress,
  createdAt: timestamp,
  updatedAt: timestamp,
  publicKey: '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75',
  caip2Prefix: 'eip155',
};

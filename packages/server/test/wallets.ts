import { generatePrivateKey } from '@mintmark/stamper';
import {
  openExportedMnemonic,
  openExportedPrivateKey,
  sealImportedMnemonic,
  sealImportedPrivateKey,
} from '@mintmark/stamper/bundles';
import { resultOf } from './organizations.ts';
import type { Actor, Reply, Service } from './service.ts';

/** The phrase of BIP-39's first vector, whose addresses are widely published. */
export const knownMnemonic =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

/** Its first account of Ethereum. */
export const knownAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** Parameters of an account of Ethereum. */
export const ethereumAccount = (index = 0, more: object = {}) => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  ...more,
});

/** Parameters of an account of Solana. */
export const solanaAccount = (index = 0, more: object = {}) => ({
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/501'/${index}'/0'`,
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
  ...more,
});

/** A service that is not necessarily in this process. */
export interface KeyService extends Pick<Service, 'submit'> {
  readonly services: { readonly signer: { readonly publicKey: string } };
}

/** The movements of keys in and out, as a client makes them. */
export function keyMovements({ submit, services }: KeyService) {
  const signerPublicKey = services.signer.publicKey;

  async function exportTo(actor: Actor, operation: string, parameters: object) {
    const targetKey = generatePrivateKey('p256');
    const reply = await submit(actor, operation, { ...parameters, targetPublicKey: targetKey.publicKey.hex });
    const { exportBundle } = resultOf(reply);
    const of = { organizationId: actor.organizationId, activityId: reply.json.activity.id, targetKey, signerPublicKey };
    return { exportBundle, of };
  }

  const seal = <Content>(how: (content: Content, to: Sealing) => Promise<string>, operation: string) =>
    async function sealFor(actor: Actor, content: Content): Promise<string> {
      const { organizationId, userId } = actor;
      const { importBundle } = resultOf(await submit(actor, operation, { userId }));
      return how(content, { importBundle, organizationId, userId, signerPublicKey });
    };

  const sealMnemonic = seal(sealImportedMnemonic, 'init_import_wallet');
  const sealPrivateKey = seal(sealImportedPrivateKey, 'init_import_private_key');
  return {
    sealMnemonic,
    sealPrivateKey,
    async exportWallet(actor: Actor, walletId: string, more: object = {}): Promise<string> {
      const { exportBundle, of } = await exportTo(actor, 'export_wallet', { walletId, ...more });
      return openExportedMnemonic(exportBundle, { ...of, walletId });
    },
    async exportAccount(actor: Actor, address: string): Promise<Uint8Array> {
      const { exportBundle, of } = await exportTo(actor, 'export_wallet_account', { address });
      return openExportedPrivateKey(exportBundle, { ...of, address });
    },
    async exportPrivateKey(actor: Actor, privateKeyId: string): Promise<Uint8Array> {
      const { exportBundle, of } = await exportTo(actor, 'export_private_key', { privateKeyId });
      return openExportedPrivateKey(exportBundle, { ...of, privateKeyId });
    },
    async importWallet(actor: Actor, mnemonic: string, more: object = {}): Promise<Reply> {
      const encryptedBundle = await sealMnemonic(actor, mnemonic);
      const { userId } = actor;
      return submit(actor, 'import_wallet', { userId, walletName: 'Imported', accounts: [], encryptedBundle, ...more });
    },
    async importPrivateKey(actor: Actor, privateKey: Uint8Array, more: object = {}): Promise<Reply> {
      const encryptedBundle = await sealPrivateKey(actor, privateKey);
      const { userId } = actor;
      const parameters = { userId, privateKeyName: 'Imported', curve: 'CURVE_SECP256K1', addressFormats: [] };
      return submit(actor, 'import_private_key', { ...parameters, encryptedBundle, ...more });
    },
  };
}

type Sealing = Parameters<typeof sealImportedMnemonic>[1];

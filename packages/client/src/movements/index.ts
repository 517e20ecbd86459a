/**
 * Exports and imports of keys, each in one call. Keys are sealed and opened here, on the caller's side. Needs
 * `@mintmark/stamper`.
 */
export type { Unfinished } from '../unfinished.ts';
export {
  type ExportedMnemonic,
  exportPrivateKey,
  exportWallet,
  exportWalletAccount,
} from './export-keys.ts';
export { type ImportedMnemonic, type ImportedPrivateKey, importPrivateKey, importWallet } from './import-keys.ts';
export type { ClientWith, MovementOptions } from './movement.ts';

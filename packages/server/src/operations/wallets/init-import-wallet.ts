import initImportWallet from '@mintmark/schema/operations/wallets/init-import-wallet';
import { implement } from '../../core/handlers/implement.ts';
import { initImport } from '../../custody/keys/init-import.ts';

export default implement(initImportWallet, initImport('wallet'));

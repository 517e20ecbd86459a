import initImportWallet from '@mintmark/schema/operations/wallets/init-import-wallet';
import { implement } from '../../core/handlers/implement.ts';
import { initImport } from '../../custody/keys/init-import.ts';
import { forUser } from '../../identity/users/about-user.ts';

export default implement(initImportWallet, initImport('wallet', forUser));

import initImportPrivateKey from '@mintmark/schema/operations/private-keys/init-import-private-key';
import { implement } from '../../core/handlers/implement.ts';
import { initImport } from '../../custody/keys/init-import.ts';
import { forUser } from '../../identity/users/about-user.ts';

export default implement(initImportPrivateKey, initImport('private_key', forUser));

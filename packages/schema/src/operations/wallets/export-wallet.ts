import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { MnemonicLanguage } from '../../fields/wallets/mnemonic-language.ts';
import { id, nonEmptyText, targetPublicKey } from '../../vocabulary.ts';

export default defineActivity('export_wallet', {
  tag: 'Wallets',
  summary: 'Export a wallet',
  description:
    'Returns the seed phrase of a wallet, sealed to a key of the client. If the wallet was imported with a passphrase, a line break and the passphrase follow the words. The words are those that the wallet was created from. If the request names a language, it must be the language of these words: the words of another language would derive a different wallet.',
  intent: version(
    1,
    z.strictObject({
      walletId: id('The wallet to export.'),
      targetPublicKey: targetPublicKey('Public key of the client, which the export bundle is encrypted to.'),
      language: MnemonicLanguage.optional(),
    }),
  ),
  result: version(
    1,
    z.object({
      walletId: id('The wallet that was exported.'),
      exportBundle: nonEmptyText('The seed phrase, encrypted to the key of the client and signed by the service.'),
    }),
  ),
  policy: { resource: 'WALLET', action: 'EXPORT' },
  errors: ['INVALID_PUBLIC_KEY', 'MNEMONIC_LANGUAGE_MISMATCH', 'RESOURCE_NOT_FOUND'],
  example: {
    parameters: { walletId: example.walletId, targetPublicKey: example.targetPublicKey },
    result: { walletId: example.walletId, exportBundle: example.walletExportBundle },
  },
});

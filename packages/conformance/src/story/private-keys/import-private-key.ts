import { decodeHex } from '@mintmark/stamper/encoding';
import { importRefusals, sealPrivateKey } from '../imports.ts';
import { ownerOfAllPrivateKeys } from '../limits.ts';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

/** The key of the first account of the published seed phrase. */
const key = decodeHex('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'key');

export default {
  after: ['initImportPrivateKey'],
  input: async (stage, prepared) => ({
    userId: stage.root.userId,
    privateKeyName: stage.newName('Imported'),
    encryptedBundle: await sealPrivateKey(stage.root, prepared?.output.importBundle, key),
    curve: 'CURVE_SECP256K1',
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  }),
  shows: () => ({
    addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
  }),
  fails: 'INVALID_IMPORT_BUNDLE',
  refusals: {
    ...importRefusals,
    INVALID_ADDRESS_FORMAT: saying(() => ({ addressFormats: ['ADDRESS_FORMAT_SOLANA'] })),
    INVALID_PRIVATE_KEY: async ({ root }, call) => {
      const { importBundle } = await root.call('initImportPrivateKeyOrThrow', { userId: root.userId });
      const encryptedBundle = await sealPrivateKey(root, importBundle, new Uint8Array(32));
      return { ...call, input: { ...call.input, encryptedBundle } };
    },
    ALREADY_EXISTS: async ({ root }, call) => {
      const { privateKeyName, curve, addressFormats } = call.input;
      const privateKeys = [{ privateKeyName, curve, addressFormats, privateKeyTags: [] }];
      await root.call('createPrivateKeysOrThrow', { privateKeys });
      return call;
    },
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => {
      const by = await ownerOfAllPrivateKeys(stage);
      const { userId } = by;
      const { importBundle } = await by.call('initImportPrivateKeyOrThrow', { userId });
      const encryptedBundle = await sealPrivateKey(by, importBundle, key);
      return { ...call, by, input: { ...call.input, userId, encryptedBundle } };
    },
  },
} satisfies Story;

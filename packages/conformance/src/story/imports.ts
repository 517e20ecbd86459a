import { sealImportedMnemonic, sealImportedPrivateKey } from '@mintmark/stamper/bundles';
import { saying, unknown } from './refusals.ts';
import type { Actor } from './stage.ts';
import type { Refusal } from './story.ts';

/** A published seed phrase that holds nothing. */
const mnemonic = 'test test test test test test test test test test test junk';

/** How a user seals to an import key. Stories trust the signer that the target names. */
const sealing = ({ organizationId, userId }: Actor, importBundle: string) => ({
  importBundle,
  signerPublicKey: JSON.parse(importBundle).enclaveQuorumPublic as string,
  organizationId,
  userId,
});

export const sealMnemonic = (by: Actor, importBundle: string, words = mnemonic): Promise<string> =>
  sealImportedMnemonic(words, sealing(by, importBundle));

export const sealPrivateKey = (by: Actor, importBundle: string, key: Uint8Array): Promise<string> =>
  sealImportedPrivateKey(key, sealing(by, importBundle));

/** The same call for another user of the organization. */
const forAnotherUser: Refusal = async (stage, call) => {
  const users = [stage.newUser({ userTags: [] })];
  const { userIds } = await call.by.call('createUsersOrThrow', { users });
  return { ...call, input: { ...call.input, userId: userIds[0] } };
};

/** The reasons to refuse the preparation of an import, and the import itself. */
export const importerRefusals = { ...unknown('userId'), INVALID_ACTIVITY_CALLER: forAnotherUser };

/** The reasons to refuse an import before its contents are known. */
export const importRefusals = {
  ...importerRefusals,
  INVALID_IMPORT_BUNDLE: saying(() => ({ encryptedBundle: '{}' })),
  IMPORT_NOT_PREPARED: (async (stage, call) => {
    const by = await stage.newOrganization();
    return { ...call, by, input: { ...call.input, userId: by.userId } };
  }) satisfies Refusal,
};

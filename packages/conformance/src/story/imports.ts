import { sealImportedMnemonic, sealImportedPrivateKey } from '@mintmark/stamper/bundles';
import { saying } from './refusals.ts';
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

/** The reasons to refuse an import before its contents are known. */
export const importRefusals = {
  INVALID_IMPORT_BUNDLE: saying(() => ({ encryptedBundle: '{}' })),
  IMPORT_NOT_PREPARED: (async (stage, call) => {
    const by = await stage.newOrganization();
    return { ...call, by, input: { ...call.input, userId: by.userId } };
  }) satisfies Refusal,
};

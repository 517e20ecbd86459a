import { offCurve, saying, unsignedToken } from './refusals.ts';
import type { Stage } from './stage.ts';
import type { Done, Refusal } from './story.ts';

/** The input of a login with the identity that createOauthProviders has linked. */
export async function identityLoginInput(stage: Stage, linked: Done | undefined) {
  const { publicKey } = stage.newApiKey();
  return { oidcToken: await stage.newOidcToken(linked?.input.oauthProviders[0].providerName, publicKey), publicKey };
}

/** The reasons to refuse a login with an identity, in every operation that logs in with one. */
export const identityLoginRefusals = {
  INVALID_OIDC_TOKEN: saying(() => ({ oidcToken: unsignedToken })),
  INVALID_PUBLIC_KEY: saying(() => ({ publicKey: offCurve })),
  RESOURCE_NOT_FOUND: (async (stage, call) => {
    const oidcToken = await stage.newOidcToken('Nobody', call.input.publicKey);
    return { ...call, input: { ...call.input, oidcToken } };
  }) satisfies Refusal,
  ALREADY_EXISTS: (async (stage, call) => {
    const { publicKey, userId } = stage.root;
    const provider = await stage.newProvider();
    await stage.root.call('createOauthProvidersOrThrow', { userId, oauthProviders: [provider] });
    return { ...call, input: { publicKey, oidcToken: await stage.newOidcToken(provider.providerName, publicKey) } };
  }) satisfies Refusal,
};

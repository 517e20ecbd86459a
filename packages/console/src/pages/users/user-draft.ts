import type { components } from '@mintmark/client';
import { type ApiKeyDraft, apiKeysOf, emptyApiKey } from './api-key-draft.ts';

/** A new user in a form. */
export interface UserDraft {
  readonly userName: string;
  readonly userEmail: string;
  readonly userPhoneNumber: string;
  readonly apiKey: ApiKeyDraft;
}

export const emptyUser = (): UserDraft => ({
  userName: '',
  userEmail: '',
  userPhoneNumber: '',
  apiKey: emptyApiKey('made'),
});

/**
 * A new user as the contract takes it; undefined while the draft is not complete. Somebody who has neither a key nor a
 * contact could never sign in.
 */
export function userOf(draft: UserDraft): components['schemas']['RootUserParams'] | undefined {
  const userName = draft.userName.trim();
  const userEmail = draft.userEmail.trim();
  const userPhoneNumber = draft.userPhoneNumber.replaceAll(/[\s()-]/g, '');
  const apiKeys = apiKeysOf(draft.apiKey);
  if (userName === '' || !apiKeys) return undefined;
  if (apiKeys.length === 0 && userEmail === '' && userPhoneNumber === '') return undefined;
  return {
    userName,
    ...(userEmail && { userEmail }),
    ...(userPhoneNumber && { userPhoneNumber }),
    apiKeys,
    authenticators: [],
    oauthProviders: [],
  };
}

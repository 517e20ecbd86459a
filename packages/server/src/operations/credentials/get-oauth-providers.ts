import getOauthProviders from '@mintmark/schema/operations/credentials/get-oauth-providers';
import { answer } from '../../core/handlers/implement.ts';
import { oauthProviderRecord } from '../../identity/credentials/oauth-provider-record.ts';
import { readProviders } from '../../identity/credentials/oauth-providers.ts';
import { requireUsers } from '../../identity/users/require-users.ts';

export default answer(getOauthProviders, async (context, { userId }) => {
  const [rows] = await Promise.all([
    readProviders(context, userId),
    requireUsers(context, userId === undefined ? [] : [userId]),
  ]);
  return { oauthProviders: rows.map(oauthProviderRecord) };
});

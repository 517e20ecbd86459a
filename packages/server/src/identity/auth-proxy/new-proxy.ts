import { p256Keys } from '@mintmark/stamper';
import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ownerColumns } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { SecretPlace } from '../../custody/keys/sealed-secret.ts';
import { authProxiesTable } from '../organizations/auth-proxies-table.ts';
import { unchangedSettings } from '../organizations/auth-proxy-settings.ts';
import { createUser } from '../users/create-user.ts';

/** Where the key of a proxy is stored. */
export const proxyKeyPlace = (organization: Pick<Organization, 'id' | 'parentId'>, configId: string): SecretPlace => ({
  organization,
  table: 'auth_proxies',
  column: 'private_key',
  id: configId,
});

/** Makes the key of a proxy. The caller must wipe the secret. */
export function makeProxyKey(): { readonly publicKey: string; readonly secret: Uint8Array } {
  const key = p256Keys.generatePrivateKey();
  return { publicKey: key.publicKey.hex, secret: key.bytes() };
}

interface NewProxy extends Pick<RowOf<typeof authProxiesTable>, 'id' | 'privateKey'> {
  readonly publicKey: string;
}

/** Adds the proxy of an organization with the user that it acts as, and returns the id of that user. */
export async function insertProxy(context: ChangeContext, { id, publicKey, privateKey }: NewProxy): Promise<string> {
  const { sql, organization, now, writer } = context;
  const apiKey = { apiKeyName: 'Auth proxy', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
  const user = { userName: 'Auth proxy', apiKeys: [apiKey], authenticators: [], oauthProviders: [] };
  const userId = await createUser(context, user, 'proxy');
  const proxy = {
    ...ownerColumns(organization),
    id,
    userId,
    privateKey,
    settings: unchangedSettings,
    createdAt: now,
    updatedAt: now,
  };
  await sql`insert into auth_proxies ${sql(writer.sealed(authProxiesTable, proxy))}`;
  return userId;
}

import { randomUUID } from 'node:crypto';
import { generatePrivateKey } from '@mintmark/stamper';
import { AuditChain } from '../../core/audit/audit-chain.ts';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import { RowWriter } from '../../core/authority/row-writer.ts';
import { uuidv7 } from '../../core/model/ids.ts';
import { placeOf } from '../../custody/keys/sealed-secret.ts';
import type { ServicePublicKeys } from '../../custody/secrets/service-keys.ts';
import type { Vault } from '../../custody/secrets/vault.ts';
import { insertProxy, makeProxyKey, proxyKeyPlace } from '../../identity/auth-proxy/new-proxy.ts';
import { insertConfig } from '../../identity/auth-proxy/proxy-config.ts';
import { setFeature } from '../../identity/organizations/features.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import { createUser } from '../../identity/users/create-user.ts';
import type { TransactionSql } from '../../storage/store/database.ts';

/** A top-level organization, and the key of its root user. */
export interface Root {
  /** Id of the database: tells the root.json of an interrupted first start from that of another database. */
  readonly instanceId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly authProxyConfigId: string;
  /** Public keys of the service itself. */
  readonly keys: ServicePublicKeys;
  readonly apiPublicKey: string;
  readonly apiPrivateKey?: string;
}

/** The service that the organization belongs to. */
interface Owner {
  readonly vault: Vault;
  readonly macs: RowMacs;
  readonly instanceId: string;
  readonly keys: ServicePublicKeys;
}

export interface NewOrganization {
  readonly name: string;
  /** The public key of the root user (compressed P-256). Without it, a key pair is generated. */
  readonly rootPublicKey?: string | undefined;
  readonly now: Date;
}

/** Creates a top-level organization with its root user, and begins its audit chain. The caller holds the lock of the instance. */
export async function makeOrganization(
  sql: TransactionSql,
  { vault, macs, instanceId, keys }: Owner,
  { name, rootPublicKey, now }: NewOrganization,
): Promise<Root> {
  const { publicKey, privateKey } = rootPublicKey === undefined ? generateKey() : { publicKey: rootPublicKey };
  const id = uuidv7(now);
  const organization = { id, parentId: null, name, rootThreshold: 1, source: null };
  const writer = new RowWriter(sql, macs, organization);
  const context = { sql, organization, now, services: { macs }, writer };
  const row = { ...organization, policiesDigest: null, createdAt: now, updatedAt: now, deletedAt: null };
  await sql`
    insert into organizations
    ${sql(writer.sealed(organizationsTable, row))}`;
  await vault.provideDataKey(sql, id, now);
  for (const name of ['FEATURE_NAME_AUTH_PROXY', 'FEATURE_NAME_OTP_EMAIL_AUTH'] as const)
    await setFeature(context, { name, value: null });
  const authProxyConfigId = randomUUID();
  await insertConfig(context, authProxyConfigId);
  const apiKey = { apiKeyName: 'Root', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
  const userId = await createUser(
    context,
    { userName: 'Root', apiKeys: [apiKey], authenticators: [], oauthProviders: [], isRoot: true },
    'root',
  );
  const proxyKey = makeProxyKey();
  const place = placeOf(proxyKeyPlace(organization, authProxyConfigId));
  const sealed = await vault.seal(sql, place, proxyKey.secret);
  proxyKey.secret.fill(0);
  await insertProxy(context, { id: authProxyConfigId, publicKey: proxyKey.publicKey, privateKey: sealed });
  const chain = await AuditChain.begin(sql, macs, organization);
  const rows = await writer.finish();
  chain.append({ at: now.toISOString(), said: 'bootstrap', userId, publicKey, rows }, writer.bytes);
  await chain.write(sql);
  return {
    instanceId,
    organizationId: id,
    userId,
    authProxyConfigId,
    keys,
    apiPublicKey: publicKey,
    ...(privateKey && { apiPrivateKey: privateKey }),
  };
}

const generateKey = (): { readonly publicKey: string; readonly privateKey?: string } =>
  generatePrivateKey('p256').toApiKey();

import { randomUUID } from 'node:crypto';
import { appendEntry, beginChain } from './audit/append-entry.ts';
import { provideServiceKeys, type ServicePublicKeys } from './secrets/service-keys.ts';
import type { Vault } from './secrets/vault.ts';
import type { Database, TransactionSql } from './store/database.ts';
import { createUser } from './users/create-user.ts';

export interface FirstOrganization {
  /** Of the database: tells what a first start left that was cut off from what belongs to another database. */
  readonly instanceId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly authProxyConfigId: string;
  /** Public keys of the service itself. */
  readonly keys: ServicePublicKeys;
}

export interface BootstrapOptions {
  readonly database: Database;
  readonly vault: Vault;
  /** Makes or names the key of the first root user, compressed P-256, where there is none yet. */
  readonly publicKey: () => string;
  readonly now: Date;
  /** Keeps what is made. If it fails, nothing is made. */
  readonly keep?: (first: FirstOrganization) => Promise<void>;
}

export interface Bootstrapped {
  /** The top-level organization, made now or before. */
  readonly organizationId: string;
  /** What was made now. */
  readonly first: FirstOrganization | undefined;
}

/** Makes what the service itself needs, and the first organization with its root user, unless there is one. */
export function bootstrap({ database, vault, publicKey, now, keep = async () => {} }: BootstrapOptions) {
  return database.transaction(async (sql): Promise<Bootstrapped> => {
    // One process of several bootstraps: the others wait here, and then find what it made.
    const [instance] = await sql<[{ id: string }]>`select id from instance for update`;
    await vault.provideDataKey(sql, instance.id, now);
    const keys = await provideServiceKeys(sql, vault, instance.id, now);
    // Nothing else makes a tenant, so that any row tells its id: with an index, however many sub-organizations there are.
    const [existing] = await sql<{ tenantId: string }[]>`
      select tenant_id from organizations order by tenant_id limit 1`;
    if (existing) return { organizationId: existing.tenantId, first: undefined };
    const made = await makeOrganization(sql, vault, publicKey(), now);
    const first = { instanceId: instance.id, ...made, keys };
    // Before the commit: an organization whose only key was not kept would be nobody's.
    await keep(first);
    return { organizationId: first.organizationId, first };
  });
}

async function makeOrganization(sql: TransactionSql, vault: Vault, publicKey: string, now: Date) {
  const id = randomUUID();
  const organization = { tenantId: id, id, parentId: null, name: 'Mintmark', rootThreshold: 1 };
  await sql`insert into organizations ${sql({ ...organization, createdAt: now, updatedAt: now })}`;
  await vault.provideDataKey(sql, id, now);
  await beginChain(sql, organization);
  const features = ['FEATURE_NAME_AUTH_PROXY', 'FEATURE_NAME_OTP_EMAIL_AUTH'];
  await sql`insert into features ${sql(features.map((name) => ({ tenantId: id, organizationId: id, name })))}`;
  const authProxyConfigId = randomUUID();
  await sql`
    insert into auth_proxy_configs
    ${sql({ tenantId: id, organizationId: id, id: authProxyConfigId, createdAt: now })}`;
  const apiKey = { apiKeyName: 'Root', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
  const userId = await createUser(
    { sql, organization, now },
    { userName: 'Root', apiKeys: [apiKey], authenticators: [], oauthProviders: [], isRoot: true },
    'root',
  );
  await appendEntry(sql, organization, { at: now.toISOString(), said: 'bootstrap', userId, publicKey });
  return { organizationId: id, userId, authProxyConfigId };
}

import { randomUUID } from 'node:crypto';
import { AuditChain } from './audit/audit-chain.ts';
import { type ForgedRow, RowMacs } from './authority/row-macs.ts';
import { RowWriter } from './authority/row-writer.ts';
import { uuidv7 } from './contract/ids.ts';
import { ownerColumns } from './contract/of-organization.ts';
import { hasOrganizations, topOrganizations } from './organizations/across-organizations.ts';
import { setFeature } from './organizations/features.ts';
import { SecretsError } from './secrets/secrets-error.ts';
import { makeServiceKeys, requireServiceKeys, type ServicePublicKeys } from './secrets/service-keys.ts';
import type { Vault } from './secrets/vault.ts';
import type { Database, Sql, TransactionSql } from './store/database.ts';
import { createUser } from './users/create-user.ts';

export interface FirstOrganization {
  /** Id of the database: tells the root.json of an interrupted first start from that of another database. */
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
  /** Returns the public key of the first root user (compressed P-256). Called only if there is no organization yet. */
  readonly publicKey: () => string;
  readonly now: Date;
  /** Saves what was created. If it fails, everything is rolled back. */
  readonly keep?: (first: FirstOrganization) => Promise<void>;
  /** Called for each row that this service did not write. */
  readonly onForged?: (row: ForgedRow) => void;
}

export interface Bootstrapped {
  /** The top-level organization, new or existing. */
  readonly organizationId: string;
  /** What this call created, if anything. */
  readonly first: FirstOrganization | undefined;
  readonly macs: RowMacs;
}

/** Creates the keys of the service and the first organization with its root user, unless they exist. */
export function bootstrap({ database, vault, publicKey, now, keep = async () => {}, onForged }: BootstrapOptions) {
  return database.transaction(async (sql): Promise<Bootstrapped> => {
    // Only one of several processes bootstraps. The others wait for this lock and then find what it created.
    const [instance] = await sql<[{ id: string }]>`select id from instance for update`;
    const known = await hasOrganizations(sql);
    await vault.provideDataKey(sql, instance.id, now);
    // A new key would invalidate every existing row.
    if (!known) await vault.provideDataKey(sql, instance.id, now, 'authenticate');
    const macs = new RowMacs(await vault.openMacKey(sql, instance.id), onForged);
    const keeper = { vault, macs, instanceId: instance.id };
    // A missing service key is not replaced either: clients pin it, and it signed the audit heads that operators keep.
    const keys = known ? await requireServiceKeys(sql, keeper) : await makeServiceKeys(sql, keeper, now);
    if (known) {
      const organizationId = await findFirstOrganization(sql, macs);
      await vault.requireDataKey(sql, organizationId, 'seal');
      return { organizationId, first: undefined, macs };
    }
    const made = await makeOrganization(sql, { vault, macs }, publicKey(), now);
    const first = { instanceId: instance.id, ...made, keys };
    // Before the commit: nobody could use an organization whose only key was lost.
    await keep(first);
    return { organizationId: first.organizationId, first, macs };
  });
}

/** The organization that the first start created. Skips rows that somebody else wrote. */
async function findFirstOrganization(sql: Sql, macs: RowMacs): Promise<string> {
  for (let last: string | undefined; ; ) {
    const [next] = await topOrganizations(sql, { most: 1, after: last });
    if (!next) throw new SecretsError('AUTHORITY_MISSING');
    if (macs.isGenuine('organizations', next)) return next.id;
    last = next.id;
  }
}

async function makeOrganization(
  sql: TransactionSql,
  { vault, macs }: { readonly vault: Vault; readonly macs: RowMacs },
  publicKey: string,
  now: Date,
) {
  const id = uuidv7(now);
  const organization = { id, parentId: null, name: 'Mintmark', rootThreshold: 1 };
  const writer = new RowWriter(sql, macs, organization);
  const context = { sql, organization, now, services: { macs }, writer };
  await sql`
    insert into organizations
    ${sql(writer.sealed('organizations', { ...organization, createdAt: now, updatedAt: now, deletedAt: null }))}`;
  await vault.provideDataKey(sql, id, now);
  for (const name of ['FEATURE_NAME_AUTH_PROXY', 'FEATURE_NAME_OTP_EMAIL_AUTH'] as const)
    await setFeature(context, { name, value: null });
  const authProxyConfigId = randomUUID();
  await sql`
    insert into auth_proxy_configs
    ${sql(writer.sealed('auth_proxy_configs', { ...ownerColumns(organization), id: authProxyConfigId, createdAt: now }))}`;
  const apiKey = { apiKeyName: 'Root', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
  const userId = await createUser(
    context,
    { userName: 'Root', apiKeys: [apiKey], authenticators: [], oauthProviders: [], isRoot: true },
    'root',
  );
  const chain = await AuditChain.begin(sql, macs, organization);
  const rows = await writer.finish();
  await Promise.all(chain.append({ at: now.toISOString(), said: 'bootstrap', userId, publicKey, rows }));
  return { organizationId: id, userId, authProxyConfigId };
}

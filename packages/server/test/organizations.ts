import { AuditChain } from '../src/core/audit/audit-chain.ts';
import { RowWriter } from '../src/core/authority/row-writer.ts';
import type { ChangeContext } from '../src/core/handlers/implement.ts';
import { uuidv7 } from '../src/core/model/ids.ts';
import { tenantIdOf } from '../src/core/model/organization.ts';
import { setFeature } from '../src/identity/organizations/features.ts';
import { organizationsTable } from '../src/identity/organizations/organizations-table.ts';
import { createUser } from '../src/identity/users/create-user.ts';
import { auditRows } from './arrange-rows.ts';
import { type Actor, newKey, type Reply, type Service } from './service.ts';

interface OrganizationOptions {
  /** The parent organization. */
  readonly parentId?: string;
  readonly features?: readonly string[];
  readonly roots?: number;
  readonly threshold?: number;
  /** Where the anonymous sign-up came from that made it. */
  readonly source?: string | null;
}

/** Puts an organization into the store, and returns its root users. */
export function addOrganization(service: Service, options: OrganizationOptions = {}): Promise<[Actor, ...Actor[]]> {
  const { parentId = null, features = [], roots = 1, threshold = 1, source = null } = options;
  const { macs } = service;
  return service.database.transaction(async (sql) => {
    const now = new Date();
    const id = uuidv7(now);
    const organization = { id, parentId, name: 'Organization', rootThreshold: threshold, source };
    const context = { sql, organization, now, services: { macs }, writer: new RowWriter(sql, macs, organization) };
    await insertOrganization(service, context);
    for (const name of features) await setFeature(context, { name: name as never, value: null });
    const actors: Actor[] = [];
    for (let count = 0; count < roots; count++) {
      const key = newKey();
      const user = { userName: 'Root', apiKeys: [key.apiKey as never], authenticators: [], oauthProviders: [] };
      const userId = await createUser(context, { ...user, isRoot: true }, 'root');
      actors.push({ ...key, organizationId: id, userId });
    }
    await beginAudit(service, context);
    return actors as [Actor, ...Actor[]];
  });
}

const rowOf = ({ organization, now }: Pick<ChangeContext, 'organization' | 'now'>) => ({
  ...organization,
  policiesDigest: null,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
});

/** Puts the row of an organization into the store, and the data key of a tenant. */
export async function insertOrganization({ vault }: Pick<Service, 'vault'>, context: ChangeContext): Promise<void> {
  const { sql, organization, now, writer } = context;
  await vault.provideDataKey(sql, tenantIdOf(organization), now);
  await sql`insert into organizations ${sql(writer.sealed(organizationsTable, rowOf(context)))}`;
}

/** Records in the audit that an organization was created, with the rows that were written for it. */
export async function beginAudit(service: Pick<Service, 'macs'>, context: ChangeContext): Promise<void> {
  const {
    sql,
    organization,
    services: { macs },
    writer,
  } = context;
  const { parentId } = organization;
  const chain = await AuditChain.begin(sql, macs, organization);
  const said = parentId === null ? { said: 'bootstrap' } : { said: 'created', parentId };
  chain.append({ ...said, rows: await writer.finish() }, writer.bytes);
  await chain.write(sql);
  if (parentId === null) return;
  const parents = new RowWriter(sql, macs, { id: parentId, parentId: null });
  parents.sealed(organizationsTable, rowOf(context));
  await auditRows(service, sql, { id: parentId }, await parents.finish());
}

/** Adds a user, with an API key unless told otherwise, and returns it. */
export async function addUser(service: Service, by: Actor, more: object = {}): Promise<Actor> {
  const key = newKey();
  const user = {
    userName: 'User',
    apiKeys: [key.apiKey],
    authenticators: [],
    oauthProviders: [],
    userTags: [],
    ...more,
  };
  const { userIds } = resultOf(await service.submit(by, 'create_users', { users: [user] }));
  return { ...key, organizationId: by.organizationId, userId: userIds[0] };
}

/** The result of an activity that is completed. */
// biome-ignore lint/suspicious/noExplicitAny: the tests know what a result holds.
export function resultOf({ status, json }: Reply): any {
  if (status !== 200 || json.activity.status !== 'ACTIVITY_STATUS_COMPLETED')
    throw new Error(`not completed: ${JSON.stringify(json)}`);
  return Object.values(json.activity.result)[0];
}

/** The error of a refused request. */
export const refusalOf = ({ status, json }: Reply): readonly [number, string] => [status, json.details?.[0]?.errorCode];

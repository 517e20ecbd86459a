import { randomUUID } from 'node:crypto';
import { appendEntry, beginChain } from '../src/audit/append-entry.ts';
import type { Organization } from '../src/organization.ts';
import type { TransactionSql } from '../src/store/database.ts';
import { createUser } from '../src/users/create-user.ts';
import { type Actor, newKey, type Reply, type Service } from './service.ts';

interface OrganizationOptions {
  /** The organization that it is a sub-organization of. */
  readonly parentId?: string;
  readonly features?: readonly string[];
  readonly roots?: number;
  readonly threshold?: number;
}

/** Puts an organization into the store, and returns its root users. */
export function addOrganization(service: Service, options: OrganizationOptions = {}): Promise<[Actor, ...Actor[]]> {
  const { parentId = null, features = [], roots = 1, threshold = 1 } = options;
  return service.database.transaction(async (sql) => {
    const id = randomUUID();
    const now = new Date();
    const organization = { tenantId: parentId ?? id, id, parentId, name: 'Organization', rootThreshold: threshold };
    await sql`insert into organizations ${sql({ ...organization, createdAt: now, updatedAt: now })}`;
    await beginAudit(sql, organization);
    for (const name of features)
      await sql`insert into features ${sql({ tenantId: organization.tenantId, organizationId: id, name })}`;
    const actors: Actor[] = [];
    for (let count = 0; count < roots; count++) {
      const key = newKey();
      const user = { userName: 'Root', apiKeys: [key.apiKey as never], authenticators: [], oauthProviders: [] };
      const userId = await createUser({ sql, organization, now }, { ...user, isRoot: true }, 'root');
      actors.push({ ...key, organizationId: id, userId });
    }
    return actors as [Actor, ...Actor[]];
  });
}

/** Says in the audit that there is an organization. */
export async function beginAudit(sql: TransactionSql, organization: Organization): Promise<void> {
  const { tenantId, id, parentId } = organization;
  await beginChain(sql, organization);
  if (parentId === null) {
    await appendEntry(sql, organization, { said: 'bootstrap' });
    return;
  }
  await appendEntry(sql, organization, { said: 'created', parentId });
  const parent = { ...organization, id: tenantId };
  await appendEntry(sql, parent, { said: 'sub-organization created', subOrganizationId: id });
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
// biome-ignore lint/suspicious/noExplicitAny: what a result holds is for the tests to say.
export function resultOf({ status, json }: Reply): any {
  if (status !== 200 || json.activity.status !== 'ACTIVITY_STATUS_COMPLETED')
    throw new Error(`not completed: ${JSON.stringify(json)}`);
  return Object.values(json.activity.result)[0];
}

/** What a request was refused with. */
export const refusalOf = ({ status, json }: Reply): readonly [number, string] => [status, json.details?.[0]?.errorCode];

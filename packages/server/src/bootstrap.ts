import { randomUUID } from 'node:crypto';
import { appendEntry, beginChain } from './audit/append-entry.ts';
import type { Database } from './store/database.ts';
import { createUser } from './users/create-user.ts';

export interface FirstOrganization {
  readonly organizationId: string;
  readonly userId: string;
}

/** Makes the first organization with its root user, unless there is one: the root user's public key is compressed P-256. */
export function bootstrap(
  database: Database,
  publicKey: string,
  now: Date,
  keep: (first: FirstOrganization) => Promise<void> = async () => {},
): Promise<FirstOrganization | undefined> {
  return database.transaction(async (sql) => {
    // One process of several bootstraps: the others wait here, and then find what it made.
    await sql`select from instance for update`;
    const [existing] = await sql`select id from organizations limit 1`;
    if (existing) return undefined;
    const id = randomUUID();
    const organization = { tenantId: id, id, parentId: null, name: 'Mintmark', rootThreshold: 1 };
    await sql`insert into organizations ${sql({ ...organization, createdAt: now, updatedAt: now })}`;
    await beginChain(sql, organization);
    const features = ['FEATURE_NAME_AUTH_PROXY', 'FEATURE_NAME_OTP_EMAIL_AUTH'];
    await sql`insert into features ${sql(features.map((name) => ({ tenantId: id, organizationId: id, name })))}`;
    const apiKey = { apiKeyName: 'Root', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
    const userId = await createUser(
      { sql, organization, now },
      { userName: 'Root', apiKeys: [apiKey], authenticators: [], oauthProviders: [], isRoot: true },
      'root',
    );
    await appendEntry(sql, organization, { at: now.toISOString(), said: 'bootstrap', userId, publicKey });
    const first = { organizationId: id, userId };
    // Before the commit: an organization whose only key was not kept would be nobody's.
    await keep(first);
    return first;
  });
}

import { randomUUID } from 'node:crypto';
import { appendEntry, beginChain } from '../../src/audit/append-entry.ts';
import { createUser } from '../../src/users/create-user.ts';
import { newPasskey } from '../passkey.ts';
import type { IdKind } from '../requests/id-fields.ts';
import { type Actor, newKey, type Service } from '../service.ts';

/** Who may be behind a stamp. All but the member are root users, so that nothing else is in the way of those who are ended. */
export const standings = ['root', 'member', 'expired key', 'deleted key', 'deleted user'] as const;
export type Standing = (typeof standings)[number];

/** A user and what it could do something to. */
export interface Person extends Actor {
  readonly ids: Readonly<Partial<Record<IdKind, string>>>;
}

/** An organization with a caller of each standing. */
export interface Place {
  readonly id: string;
  readonly callers: Readonly<Record<Standing, Person>>;
  /** Something of every kind that it has, none of it of a caller. */
  readonly ids: Readonly<Partial<Record<IdKind, string>>>;
}

/** Puts an organization with somebody and something of every kind into the store. */
export async function addPlace(service: Service, parentId: string | null = null): Promise<Place> {
  const { database, submit } = service;
  const place = await database.transaction(async (sql) => {
    const id = randomUUID();
    const now = new Date();
    const tenantId = parentId ?? id;
    const organization = { tenantId, id, parentId, name: 'Place', rootThreshold: 1 };
    await sql`insert into organizations ${sql({ ...organization, rootThreshold: 2, createdAt: now, updatedAt: now })}`;
    await beginChain(sql, organization);
    await appendEntry(sql, organization, parentId ? { said: 'created', parentId } : { said: 'bootstrap' });
    const made = { said: 'sub-organization created', subOrganizationId: id };
    if (parentId) await appendEntry(sql, { ...organization, id: parentId }, made);
    await sql`insert into features ${sql({ tenantId, organizationId: id, name: 'FEATURE_NAME_EMAIL_AUTH' })}`;

    async function addPerson(isRoot: boolean): Promise<Person> {
      const [key, spare] = [newKey(), newKey()];
      const apiKeys = [key.apiKey, spare.apiKey] as never[];
      const authenticators = [newPasskey().authenticator] as never[];
      const user = { userName: 'Person', apiKeys, authenticators, oauthProviders: [], isRoot };
      const userId = await createUser({ sql, organization, now }, user, 'person');
      const [apiKey] = await sql<{ id: string }[]>`select id from api_keys where public_key = ${spare.publicKey}`;
      const [passkey] = await sql<{ id: string }[]>`select id from authenticators where user_id = ${userId}`;
      const ids = { user: userId, apiKey: apiKey?.id ?? '', authenticator: passkey?.id ?? '' };
      return { organizationId: id, userId, publicKey: key.publicKey, stamper: key.stamper, ids };
    }
    const callers = {
      root: await addPerson(true),
      member: await addPerson(false),
      'expired key': await addPerson(true),
      'deleted key': await addPerson(true),
      'deleted user': await addPerson(true),
    };
    const [person, another, second] = [await addPerson(false), await addPerson(false), await addPerson(true)];
    await sql`update api_keys set expires_at = ${now} where public_key = ${callers['expired key'].publicKey}`;
    await sql`update api_keys set deleted_at = ${now} where public_key = ${callers['deleted key'].publicKey}`;
    // Its keys are left as they were: that of a user who is gone opens nothing, even so.
    await sql`update users set deleted_at = ${now} where id = ${callers['deleted user'].userId}`;
    const tagId = randomUUID();
    const tag = { id: tagId, type: 'TAG_TYPE_USER', name: 'Tag', createdAt: now, updatedAt: now };
    await sql`insert into tags ${sql({ tenantId, organizationId: id, ...tag })}`;
    const ids = { ...person.ids, anotherUser: another.userId, userTag: tagId };
    return { id, callers, second, ids };
  });
  // Of the two approvals that it needs it has the one of a user who calls nothing else.
  const pending = await submit(place.second, 'update_user', { userId: place.ids.user, userName: 'Pending' });
  const { id: activity, fingerprint } = pending.json.activity;
  await database.transaction((sql) => sql`update organizations set root_threshold = 1 where id = ${place.id}`);
  return { id: place.id, callers: place.callers, ids: { ...place.ids, activity, fingerprint } };
}

/** An organization, two that it has, and a stranger with one of its own. */
export interface World {
  readonly parent: Place;
  readonly child: Place;
  readonly sibling: Place;
  readonly stranger: Place;
}

export async function addWorld(service: Service): Promise<World> {
  const parent = await addPlace(service);
  const stranger = await addPlace(service);
  const child = await addPlace(service, parent.id);
  const sibling = await addPlace(service, parent.id);
  const cousin = await addPlace(service, stranger.id);
  const having = (place: Place, subOrganization: string) => ({ ...place, ids: { ...place.ids, subOrganization } });
  return { parent: having(parent, child.id), child, sibling, stranger: having(stranger, cousin.id) };
}

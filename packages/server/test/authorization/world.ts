import { randomUUID } from 'node:crypto';
import { beginAudit } from '../organizations.ts';
import type { IdKind } from '../requests/id-fields.ts';
import { type Actor, newKey, type Service } from '../service.ts';

/** Who may be behind a stamp. All but the member are root users, so that nothing else is in the way of those who are ended. */
export const standings = ['root', 'member', 'expired key', 'deleted key', 'deleted user'] as const;
export type Standing = (typeof standings)[number];

/** A user and what it could do something to. */
interface Person extends Actor {
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
  const id = randomUUID();
  const tenantId = parentId ?? id;
  const here = { tenantId, organizationId: id };
  const now = new Date();
  const times = { createdAt: now, updatedAt: now };
  const people = Array.from({ length: standings.length + 3 }, () => newPerson(id));
  const [root, member, expired, keyless, gone, somebody, another, second] = people.map(({ person }) => person);
  if (!root || !member || !expired || !keyless || !gone || !somebody || !another || !second) throw new Error('nobody');
  const tagId = randomUUID();
  await database.transaction(async (sql) => {
    const organization = { tenantId, id, parentId, name: 'Place', rootThreshold: 2 };
    await sql`insert into organizations ${sql({ ...organization, ...times })}`;
    await beginAudit(sql, organization);
    await sql`insert into features ${sql({ ...here, name: 'FEATURE_NAME_EMAIL_AUTH' })}`;
    const tag = { ...here, id: tagId, type: 'TAG_TYPE_USER', name: 'Tag', ...times };
    await sql`insert into tags ${sql(tag)}`;
    const members = [member, somebody, another];
    const users = people.map(({ person }) => ({
      id: person.userId,
      name: 'Person',
      isRoot: !members.includes(person),
    }));
    await sql`insert into users ${sql(users.map((user) => ({ ...here, ...user, ...times })))}`;
    const apiKeys = people.flatMap((one) => one.apiKeys);
    await sql`insert into api_keys ${sql(apiKeys.map((apiKey) => ({ ...here, ...apiKey, ...times })))}`;
    const passkeys = people.map((one) => one.authenticator);
    await sql`insert into authenticators ${sql(passkeys.map((passkey) => ({ ...here, ...passkey, ...times })))}`;
    await sql`update api_keys set expires_at = ${now} where public_key = ${expired.publicKey}`;
    await sql`update api_keys set deleted_at = ${now} where public_key = ${keyless.publicKey}`;
    // Its keys are left as they were: that of a user who is gone opens nothing, even so.
    await sql`update users set deleted_at = ${now} where id = ${gone.userId}`;
  });
  // Of the two approvals that it needs it has the one of a user who calls nothing else.
  const pending = await submit(second, 'update_user', { userId: somebody.userId, userName: 'Pending' });
  const { id: activity, fingerprint } = pending.json.activity;
  await database.transaction((sql) => sql`update organizations set root_threshold = 1 where id = ${id}`);
  return {
    id,
    callers: { root, member, 'expired key': expired, 'deleted key': keyless, 'deleted user': gone },
    ids: { ...somebody.ids, anotherUser: another.userId, userTag: tagId, activity, fingerprint },
  };
}

/** A user with a key to stamp with, a key to lose and a passkey. */
function newPerson(organizationId: string) {
  const [userId, authenticatorId] = [randomUUID(), randomUUID()];
  const [key, spare] = [newKey(), newKey()];
  const apiKeys = [key, spare].map(({ publicKey }) => ({
    id: randomUUID(),
    userId,
    name: 'Key',
    type: 'CREDENTIAL_TYPE_API_KEY_P256',
    curve: 'p256',
    publicKey,
  }));
  const authenticator = {
    id: authenticatorId,
    userId,
    name: 'Passkey',
    credentialId: randomUUID(),
    publicKey: '',
    rpId: '',
    signCount: 0,
    transports: [],
    attestationType: 'none',
    aaguid: '',
    model: '',
  };
  const ids = { user: userId, apiKey: apiKeys[1]?.id ?? '', authenticator: authenticatorId };
  const person: Person = { organizationId, userId, publicKey: key.publicKey, stamper: key.stamper, ids };
  return { person, apiKeys, authenticator };
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

import { randomUUID } from 'node:crypto';
import { RowWriter } from '../../src/core/authority/row-writer.ts';
import { uuidv7 } from '../../src/core/model/ids.ts';
import { followedChainsTable } from '../../src/funds/history/followed-chains-table.ts';
import { apiKeysTable } from '../../src/identity/credentials/api-keys-table.ts';
import { authenticatorsTable } from '../../src/identity/credentials/authenticators-table.ts';
import { setFeature } from '../../src/identity/organizations/features.ts';
import { organizationsTable } from '../../src/identity/organizations/organizations-table.ts';
import { tagsTable } from '../../src/identity/tags/tags-table.ts';
import { usersTable } from '../../src/identity/users/users-table.ts';
import { arrangeRows } from '../arrange-rows.ts';
import { insertKeyRows } from '../key-rows.ts';
import {
  insertContractInterface,
  insertEarnRows,
  insertSentTransaction,
  insertWebhookDelivery,
  insertWebhookEndpoint,
  provideProfile,
} from '../limit-rows.ts';
import { insertLink, insertOauth2Client, knownPerson } from '../link-rows.ts';
import { beginAudit, insertOrganization, resultOf } from '../organizations.ts';
import type { IdKind } from '../requests/id-fields.ts';
import { type Actor, newKey, type Service } from '../service.ts';

/** Kinds of callers. All but the member are root users, so that nothing but an expired or deleted credential can stop them. */
export const callerKinds = ['root', 'member', 'expired key', 'deleted key', 'deleted user'] as const;
export type CallerKind = (typeof callerKinds)[number];

/** A user, and the resources that requests can refer to. */
interface Person extends Actor {
  readonly ids: Readonly<Partial<Record<IdKind, string>>>;
}

/** An organization with a caller of each kind. */
export interface Place {
  readonly id: string;
  readonly callers: Readonly<Record<CallerKind, Person>>;
  /** A resource of every kind, none of which belongs to a caller. */
  readonly ids: Readonly<Partial<Record<IdKind, string>>>;
}

/** Puts an organization with a user and a resource of every kind into the store. */
export async function addPlace(service: Service, parentId: string | null = null): Promise<Place> {
  // The history of an account needs a chain that was followed.
  await service.database.transaction(async (sql) => {
    const chain = { caip2: 'eip155:1', firstNumber: 0n, headNumber: 0n, headHash: null, finalizedNumber: null };
    const row = { ...chain, fence: 0n, leaseEndsAt: new Date(), mac: service.macs.macOf(followedChainsTable, chain) };
    await sql`insert into followed_chains ${sql([row])} on conflict do nothing`;
  });
  const { database, submit } = service;
  const now = new Date();
  const id = uuidv7(now);
  const here = { organizationId: id };
  const times = { createdAt: now, updatedAt: now };
  const people = Array.from({ length: callerKinds.length + 3 }, () => newPerson(id));
  const [root, member, expired, keyless, gone, somebody, another, second] = people.map(({ person }) => person);
  if (!root || !member || !expired || !keyless || !gone || !somebody || !another || !second) throw new Error('nobody');
  const [userTag, privateKeyTag] = [randomUUID(), randomUUID()];
  const { macs } = service;
  const keyIds = await database.transaction(async (sql) => {
    const organization = { id, parentId, name: 'Place', rootThreshold: 2, source: null };
    const writer = new RowWriter(sql, macs, organization);
    const context = { sql, organization, now, services: { macs }, writer };
    await insertOrganization(service, context);
    for (const name of ['FEATURE_NAME_EMAIL_AUTH', 'FEATURE_NAME_OTP_EMAIL_AUTH', 'FEATURE_NAME_SMS_AUTH'] as const)
      await setFeature(context, { name, value: null });
    const tags = [
      { id: userTag, type: 'TAG_TYPE_USER' },
      { id: privateKeyTag, type: 'TAG_TYPE_PRIVATE_KEY' },
    ] as const;
    const sealedTags = tags.map((tag) => writer.sealed(tagsTable, { ...here, ...tag, name: 'Tag', ...times }));
    await sql`insert into tags ${sql(sealedTags)}`;
    const members = [member, somebody, another];
    const users = people.map(({ person }) =>
      writer.sealed(usersTable, {
        ...here,
        id: person.userId,
        name: 'Person',
        email: null,
        emailVerified: false,
        phoneNumber: null,
        phoneNumberVerified: false,
        isRoot: !members.includes(person),
        tagsDigest: null,
        ...times,
        // The keys stay: the key of a deleted user gives no access.
        deletedAt: person === gone ? now : null,
      }),
    );
    await sql`insert into users ${sql(users)}`;
    const apiKeys = people.flatMap((one) => one.apiKeys);
    const sealedKeys = apiKeys.map((apiKey) =>
      writer.sealed(apiKeysTable, {
        ...here,
        ...apiKey,
        sessionProfileId: null,
        ...times,
        expiresAt: apiKey.publicKey === expired.publicKey ? now : null,
        deletedAt: apiKey.publicKey === keyless.publicKey ? now : null,
      }),
    );
    await sql`insert into api_keys ${sql(sealedKeys)}`;
    const passkeys = people.map((one) =>
      writer.sealed(authenticatorsTable, { ...here, ...one.authenticator, ...times, deletedAt: null }),
    );
    await sql`insert into authenticators ${sql(passkeys)}`;
    for (const { person, linkId } of people)
      await insertLink(context, { id: linkId, userId: person.userId, subject: person.userId });
    await insertLink(context, { id: randomUUID(), userId: somebody.userId, subject: knownPerson });
    const oauth2Credential = await insertOauth2Client(context);
    const keyIds = await insertKeyRows(service, context, root.userId);
    const smartContractInterface = await insertContractInterface(context);
    const sessionProfile = await provideProfile(service, context);
    const endpoint = await insertWebhookEndpoint(context);
    const webhookDelivery = await insertWebhookDelivery(context, endpoint);
    const sentTransaction = await insertSentTransaction(context);
    const earnIds = await insertEarnRows(context);
    await beginAudit(service, context);
    return {
      ...keyIds,
      oauth2Credential,
      smartContractInterface,
      sessionProfile,
      endpoint,
      webhookDelivery,
      sentTransaction,
      ...earnIds,
    };
  });
  // It needs two approvals and has one, from a user who is no caller.
  const pending = await submit(second, 'update_user', { userId: somebody.userId, userName: 'Pending' });
  const { id: activity, fingerprint } = pending.json.activity;
  await arrangeRows(service, organizationsTable, { id }, { rootThreshold: 1 });
  // It applies to nothing.
  const noPolicy = { policyName: 'Policy', effect: 'EFFECT_ALLOW', condition: 'false', notes: '' };
  const { policyId: policy } = resultOf(await submit(root, 'create_policy', noPolicy));
  return {
    id,
    callers: { root, member, 'expired key': expired, 'deleted key': keyless, 'deleted user': gone },
    ids: {
      ...somebody.ids,
      anotherUser: another.userId,
      userTag,
      ...keyIds,
      privateKeyTag,
      policy,
      activity,
      fingerprint,
    },
  };
}

/** A user with a key to stamp with, a key to delete, a passkey and a link. */
function newPerson(organizationId: string) {
  const [userId, authenticatorId, linkId] = [randomUUID(), randomUUID(), randomUUID()];
  const [key, spare] = [newKey(), newKey()];
  const apiKeys = [key, spare].map(({ publicKey }) => ({
    id: randomUUID(),
    userId,
    name: 'Key',
    type: 'CREDENTIAL_TYPE_API_KEY_P256' as const,
    curve: 'p256' as const,
    publicKey,
    lifetimeSeconds: null,
  }));
  const authenticator = {
    id: authenticatorId,
    userId,
    name: 'Passkey',
    credentialId: randomUUID(),
    publicKey: '',
    rpId: '',
    signCount: 0,
    countedBody: null,
    transports: [],
    attestationType: 'none',
    aaguid: '',
    model: '',
  };
  const ids = { user: userId, apiKey: apiKeys[1]?.id ?? '', authenticator: authenticatorId, provider: linkId };
  const person: Person = { organizationId, userId, publicKey: key.publicKey, stamper: key.stamper, ids };
  return { person, apiKeys, authenticator, linkId };
}

/** An organization with two sub-organizations, and an unrelated organization with one. */
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

/** Enables the sign-up proxy of an organization, and returns the id of its configuration. */
export async function enableProxy({ submit, ask }: Service, { callers: { root } }: Place): Promise<string> {
  resultOf(await submit(root, 'enable_auth_proxy', {}));
  return (await ask(root, 'get_auth_proxy_config')).json.authProxyConfig.configId;
}

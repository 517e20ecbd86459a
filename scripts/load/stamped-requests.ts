import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ApiKey, createP256Stamper, generatePrivateKey, type Stamper } from '@mintmark/stamper';
import { Connection, requireSuccess } from './connections.ts';

/** A user's key as plain data, which can be sent to another process. */
export interface Holder {
  readonly organizationId: string;
  readonly key: ApiKey;
}

/** A user of an organization, with its stamper. */
export interface Actor extends Holder {
  readonly stamper: Stamper;
}

const patienceMs = 60_000;
/** Submissions are dated back, so that a script that makes more than one in a millisecond does not date any into the future. */
const datedBackMs = 10 * 60 * 1000;
let latest = 0;

export const actorOf = ({ organizationId, key }: Holder): Actor => ({
  organizationId,
  key,
  stamper: createP256Stamper(key),
});

/** The root user, from the file that the first start of a service writes to its data directory. */
export async function readRootActor(dataDirectory: string): Promise<Actor> {
  const root = JSON.parse(await readFile(join(dataDirectory, 'root.json'), 'utf8'));
  const { organizationId, apiPublicKey: publicKey, apiPrivateKey: privateKey } = root;
  return actorOf({ organizationId, key: { publicKey, privateKey } });
}

/** The bytes of a request. */
export const requestBytes = (path: string, body: string, stamp: { readonly name: string; readonly value: string }) =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${stamp.name}: ${stamp.value}\r\n\r\n${body}`,
  );

/** The bytes of a request that an actor has stamped. */
export const stampedRequest = async (actor: Actor, path: string, body: string) =>
  requestBytes(path, body, await actor.stamper.stamp(body));

export const query = (actor: Actor, operation: string, parameters: object = {}) =>
  stampedRequest(
    actor,
    `/public/v1/query/${operation}`,
    JSON.stringify({ organizationId: actor.organizationId, ...parameters }),
  );

export const whoami = (actor: Actor) => query(actor, 'whoami');

export const submitPath = (operation: string) => `/public/v1/submit/${operation}`;

/** The body of a submission. No two have the same time: the same body would be the same activity. */
export function submissionBody({ organizationId }: Actor, type: string, parameters: object): string {
  latest = Math.max(latest + 1, Date.now() - datedBackMs);
  return JSON.stringify({
    organizationId,
    type: `ACTIVITY_TYPE_${type}`,
    timestampMs: String(latest),
    parameters,
  });
}

export const submission = (actor: Actor, operation: string, type: string, parameters: object) =>
  stampedRequest(actor, submitPath(operation), submissionBody(actor, type, parameters));

/** A submission that creates a user tag. */
export const newTag = (owner: Actor, userTagName: string) =>
  submission(owner, 'create_user_tag', 'CREATE_USER_TAG', { userTagName, userIds: [] });

/** Sends one request, retries while the service is busy, and returns the result of its activity. */
export async function resultOf(port: number, request: Buffer): Promise<Record<string, unknown>> {
  const connection = new Connection(port);
  const start = performance.now();
  let exchange = await connection.send(request);
  while (exchange.status === 503 && performance.now() - start < patienceMs) {
    await setTimeout(100);
    exchange = await connection.send(request);
  }
  connection.close();
  requireSuccess([exchange]);
  const [result] = Object.values(JSON.parse(exchange.body).activity.result);
  return result as Record<string, unknown>;
}

/** The ID of the tag that was created according to an answer, if any. */
export const tagIdOf = (body: string): string | undefined =>
  JSON.parse(body).activity?.result.createUserTagResult?.userTagId;

/** Creates users in an organization; several are needed because rate limits apply per credential. */
export async function makeActors(port: number, root: Actor, count: number): Promise<Actor[]> {
  const keys = newKeys(count);
  const users = keys.map((key, index) => ({ userName: `User ${index}`, ...credentials(key), userTags: [] }));
  await resultOf(port, await submission(root, 'create_users', 'CREATE_USERS_V4', { users }));
  return keys.map((key) => actorOf({ organizationId: root.organizationId, key }));
}

/** Creates further keys of a user, for more requests than one credential may send. */
export async function makeKeys(port: number, user: Actor, count: number): Promise<Actor[]> {
  const connection = new Connection(port);
  const { body } = await connection.send(await whoami(user));
  connection.close();
  const keys = newKeys(count);
  const apiKeys = keys.map(({ publicKey }, index) => ({ ...apiKeyOf(publicKey), apiKeyName: `Key ${index}` }));
  const { userId } = JSON.parse(body);
  await resultOf(port, await submission(user, 'create_api_keys', 'CREATE_API_KEYS_V2', { userId, apiKeys }));
  return keys.map((key) => actorOf({ organizationId: user.organizationId, key }));
}

/** Creates a sub-organization and returns its root users, all of whom have to approve every activity. */
export async function makeSubOrganization(port: number, root: Actor, name: string, users = 1): Promise<Actor[]> {
  const keys = newKeys(users);
  const { subOrganizationId } = await resultOf(
    port,
    await submission(root, 'create_sub_organization', 'CREATE_SUB_ORGANIZATION_V8', {
      subOrganizationName: name,
      rootQuorumThreshold: users,
      rootUsers: keys.map((key) => ({ userName: 'Root', ...credentials(key) })),
    }),
  );
  return keys.map((key) => actorOf({ organizationId: `${subOrganizationId}`, key }));
}

/** Creates sub-organizations with one root user each, and returns these users. */
export async function makeSubOrganizations(port: number, root: Actor, count: number): Promise<Actor[]> {
  const actors: Actor[] = [];
  for (let index = 0; index < count; index++) actors.push(...(await makeSubOrganization(port, root, `Sub ${index}`)));
  return actors;
}

export const newKeys = (count: number): ApiKey[] =>
  Array.from({ length: count }, () => generatePrivateKey('p256').toApiKey());

/** The credentials of a new user. */
export const credentials = ({ publicKey }: Pick<ApiKey, 'publicKey'>) => ({
  apiKeys: [apiKeyOf(publicKey)],
  authenticators: [],
  oauthProviders: [],
});

const apiKeyOf = (publicKey: string) => ({ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' });

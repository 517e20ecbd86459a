import { type ApiKey, createP256Stamper, generatePrivateKey, type Stamper } from '@mintmark/stamper';
import { Connection } from './connections.ts';

/** A user of an organization, with its stamper. */
export interface Actor {
  readonly organizationId: string;
  readonly stamper: Stamper;
}

let made = 0;

/** The bytes of a stamped request. No two submissions are the same. */
async function stampedRequest(actor: Actor, path: string, content: object): Promise<Buffer> {
  const body = JSON.stringify({ organizationId: actor.organizationId, ...content });
  const { name, value } = await actor.stamper.stamp(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${name}: ${value}\r\n\r\n${body}`,
  );
}

export const whoami = (actor: Actor) => stampedRequest(actor, '/public/v1/query/whoami', {});

export const submission = (actor: Actor, operation: string, type: string, parameters: object) =>
  stampedRequest(actor, `/public/v1/submit/${operation}`, {
    type: `ACTIVITY_TYPE_${type}`,
    timestampMs: String(Date.now() - ++made),
    parameters,
  });

/** Sends one request, and returns the result of its activity. */
export async function resultOf(port: number, request: Buffer): Promise<Record<string, unknown>> {
  const connection = new Connection(port);
  const { status, body } = await connection.send(request);
  connection.close();
  if (status !== 200) throw new Error(`answered ${status}: ${body}`);
  const [result] = Object.values(JSON.parse(body).activity.result);
  return result as Record<string, unknown>;
}

/** The tag that an answer says was made, if it says so. */
export const tagIdOf = (body: string): string | undefined =>
  JSON.parse(body).activity?.result.createUserTagResult?.userTagId;

/** Users of an organization: rates are limited for each credential. */
export async function makeActors(port: number, root: Actor, count: number): Promise<Actor[]> {
  const keys = Array.from({ length: count }, () => generatePrivateKey('p256').toApiKey());
  const users = keys.map((key, index) => ({ userName: `User ${index}`, ...credentials(key), userTags: [] }));
  await resultOf(port, await submission(root, 'create_users', 'CREATE_USERS_V4', { users }));
  return keys.map((key) => ({ ...root, stamper: createP256Stamper(key) }));
}

/** The root users of new sub-organizations. */
export async function makeSubOrganizations(port: number, root: Actor, count: number): Promise<Actor[]> {
  const actors: Actor[] = [];
  for (let index = 0; index < count; index++) {
    const key = generatePrivateKey('p256').toApiKey();
    const { subOrganizationId } = await resultOf(
      port,
      await submission(root, 'create_sub_organization', 'CREATE_SUB_ORGANIZATION_V8', {
        subOrganizationName: `Sub ${index}`,
        rootQuorumThreshold: 1,
        rootUsers: [{ userName: 'Root', ...credentials(key) }],
      }),
    );
    actors.push({ organizationId: `${subOrganizationId}`, stamper: createP256Stamper(key) });
  }
  return actors;
}

const credentials = ({ publicKey }: ApiKey) => ({
  apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }],
  authenticators: [],
  oauthProviders: [],
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bodyOf, type HttpReply, post } from '@mintmark/server/test/load';
import type { Actor } from '@mintmark/server/test/service';
import { type DebianPostgres, findDebianPostgres, startDebianPostgres } from '@mintmark/testing/debian-postgres';
import { startJsonServer } from '@mintmark/testing/json-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../test/installation.ts';
import type { MintmarkProcess } from '../test/mintmark-process.ts';

const bin = await findDebianPostgres('an outage of an external PostgreSQL');

const codeOf = (reply: HttpReply | undefined) => [
  reply?.status,
  reply?.json.details?.[0]?.errorCode,
  reply?.retryAfter,
];
const refused = [503, 'UNAVAILABLE', '1'];

describe.skipIf(!bin)('a PostgreSQL that is stopped and started again', () => {
  const stack = new AsyncDisposableStack();
  let postgres: DebianPostgres;
  let receiver: Awaited<ReturnType<typeof startJsonServer>>;
  let installation: Installation;
  let service: MintmarkProcess;
  let root: Actor;
  beforeAll(async () => {
    postgres = stack.use(await startDebianPostgres(bin as string));
    receiver = stack.use(await startJsonServer());
    installation = stack.use(await createInstallation(postgres.url));
    const configuration = { webhooks: { allowPrivate: true } };
    await writeFile(join(installation.dataDirectory, 'config.json'), JSON.stringify(configuration), { mode: 0o600 });
    service = stack.use(await installation.start());
    root = await installation.readRoot();
  });
  afterAll(() => stack.disposeAsync());

  const tagNamed = (userTagName: string) => ({
    actor: root,
    operation: 'create_user_tag',
    body: bodyOf(root, 'create_user_tag', { userTagName, userIds: [] }),
  });
  const endpoint = () => ({
    actor: root,
    operation: 'create_webhook_endpoint',
    body: bodyOf(root, 'create_webhook_endpoint', { url: `${receiver.origin}/events`, name: 'Endpoint' }),
  });
  const list = () => ({
    actor: root,
    operation: 'list_user_tags',
    body: JSON.stringify({ organizationId: root.organizationId }),
  });

  test('default: requests are refused during the outage, and the same process answers them later', async () => {
    expect((await post(service.url, tagNamed('Before')))?.status).toBe(200);
    await postgres.stop();
    const tags = Array.from({ length: 20 }, (_, index) => tagNamed(`During ${index}`));
    const replies = await Promise.all([...tags, list()].map((request) => post(service.url, request)));
    for (const reply of replies) expect(codeOf(reply)).toEqual(refused);
    await postgres.start();
    await expect.poll(async () => (await post(service.url, list()))?.status).toBe(200);
    for (const tag of tags) {
      const [first, again] = [await post(service.url, tag), await post(service.url, tag)];
      expect(first?.json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
      expect(again?.json).toEqual(first?.json);
    }
    expect((await post(service.url, list()))?.json.userTags).toHaveLength(1 + tags.length);
    // Refused because the connection was refused, not because of a timeout.
    expect(service.stderr).toContain('ECONNREFUSED');
    expect(service.stderr).not.toContain('in time');
  });

  test('error: a start without PostgreSQL reports that', async () => {
    await postgres.stop();
    await expect(installation.start()).rejects.toThrow('mintmark: PostgreSQL cannot be reached (ECONNREFUSED)');
    await postgres.start();
  });

  test('behavior: the service can be stopped during the outage, also while a delivery cannot be recorded', async () => {
    const { promise: outage, resolve: begun } = Promise.withResolvers<void>();
    let arrived = 0;
    receiver.answers['/events'] = async (response) => {
      arrived++;
      await outage;
      response.end();
    };
    expect((await post(service.url, endpoint()))?.status).toBe(200);
    await post(service.url, tagNamed('Delivered'));
    await expect.poll(() => arrived).toBeGreaterThan(0);
    await postgres.stop();
    begun();
    expect(await service.stop()).toBe(0);
    expect(service.stderr).toContain('"stopped"');
    await postgres.start();
  });
});

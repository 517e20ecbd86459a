import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '@mintmark/server/runtime/open-store';
import { bodyOf, type HttpReply, postPatiently, rootActor } from '@mintmark/server/test/load';
import { type Actor, newKey } from '@mintmark/server/test/service';
import { type DebianPostgres, findDebianPostgres, startDebianPostgres } from '@mintmark/testing/debian-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../test/installation.ts';
import type { MintmarkProcess } from '../test/mintmark-process.ts';
import { runMintmark } from '../test/run-mintmark.ts';

const bin = await findDebianPostgres('two processes on one database');

describe.skipIf(!bin)('two processes on one database', () => {
  const stack = new AsyncDisposableStack();
  let postgres: DebianPostgres;
  let installations: Installation[];
  let processes: MintmarkProcess[];
  let root: Actor;

  beforeAll(async () => {
    postgres = stack.use(await startDebianPostgres(bin as string));
    const first = stack.use(await createInstallation(postgres.url));
    const masterKey = join(first.dataDirectory, 'master.key');
    installations = [first, stack.use(await createInstallation(postgres.url, masterKey))];
    const starting = installations.map(({ start }) => start());
    for (const start of starting)
      stack.defer(async () => (await start.catch(() => undefined))?.[Symbol.asyncDispose]());
    processes = await Promise.all(starting);
    const [made] = installations.filter(({ dataDirectory }) => existsSync(join(dataDirectory, 'root.json')));
    root = await (made as Installation).readRoot();
  });
  afterAll(() => stack.disposeAsync());

  const submit = (to: number, actor: Actor, operation: string, parameters: object) =>
    send(to, { actor, operation, body: bodyOf(actor, operation, parameters) });
  const ask = (to: number, actor: Actor, operation: string, more: object = {}) =>
    send(to, { actor, operation, body: JSON.stringify({ organizationId: actor.organizationId, ...more }) });
  const send = async (to: number, request: Parameters<typeof postPatiently>[1]): Promise<HttpReply> => {
    const reply = await postPatiently((processes[to] as MintmarkProcess).url, request);
    if (!reply) throw new Error('no answer');
    return reply;
  };

  /** A sub-organization with this many root users, all of whom have to approve. */
  async function organization(roots: number): Promise<Actor[]> {
    const keys = Array.from({ length: roots }, newKey);
    const rootUsers = keys.map(({ apiKey }) => ({
      userName: 'Root',
      apiKeys: [apiKey],
      authenticators: [],
      oauthProviders: [],
    }));
    const parameters = { subOrganizationName: 'Sub', rootUsers, rootQuorumThreshold: roots };
    const { json } = await submit(0, root, 'create_sub_organization', parameters);
    const { subOrganizationId: organizationId, rootUserIds } = json.activity.result.createSubOrganizationResultV8;
    return keys.map((key, index) => ({ ...key, organizationId, userId: rootUserIds[index] }));
  }
  const userNamed = (userName: string) => ({
    users: [{ userName, apiKeys: [newKey().apiKey], authenticators: [], oauthProviders: [], userTags: [] }],
  });
  const namesIn = async (actor: Actor, to: number) =>
    (await ask(to, actor, 'list_users')).json.users.map(({ userName }: { userName: string }) => userName);

  test('default: of two concurrent starts one creates the first organization, and the other says where its key is', async () => {
    const made = installations.map(({ dataDirectory }) => existsSync(join(dataDirectory, 'root.json')));
    expect(made.toSorted()).toEqual([false, true]);
    for (const [index, { stdout }] of processes.entries()) {
      const { dataDirectory } = installations[index] as Installation;
      expect(stdout).toContain(
        made[index] ? `root key      ${join(dataDirectory, 'root.json')}` : 'root key      not here',
      );
      expect((await ask(index, root, 'whoami')).json).toMatchObject({ userId: root.userId });
    }
    await using store = await openStore({ database: postgres.url, joins: true });
    expect(await store.database.query((sql) => sql`select id from organizations`)).toEqual([
      { id: root.organizationId },
    ]);
  });

  test('behavior: the same bytes sent to both at the same time are one activity', async () => {
    const [actor] = (await organization(1)) as [Actor];
    const body = bodyOf(actor, 'create_users', userNamed('Once'));
    const requests = Array.from({ length: 40 }, (_, index) =>
      send(index % 2, { actor, operation: 'create_users', body }),
    );
    const replies = await Promise.all(requests);
    for (const { status, json } of replies) expect([status, json]).toEqual([200, replies[0]?.json]);
    for (const to of [0, 1]) expect((await namesIn(actor, to)).toSorted()).toEqual(['Once', 'Root']);
  });

  test('behavior: concurrent approvals through both execute an activity once', async () => {
    const [first, ...others] = (await organization(3)) as [Actor, ...Actor[]];
    const { fingerprint } = (await submit(0, first, 'create_users', userNamed('Agreed'))).json.activity;
    const votes = others.flatMap((actor) => [0, 1].map((to) => submit(to, actor, 'approve_activity', { fingerprint })));
    for (const { status } of await Promise.all(votes)) expect(status).toBe(200);
    const done = (await namesIn(first, 1)).filter((name: string) => name === 'Agreed');
    expect(done).toEqual(['Agreed']);
  });

  test('behavior: of a concurrent approval through one and rejection through the other, one counts', async () => {
    const [first, second] = (await organization(2)) as [Actor, Actor];
    const { id: activityId, fingerprint } = (await submit(0, first, 'create_users', userNamed('Disputed'))).json
      .activity;
    const [approved, rejected] = await Promise.all([
      submit(0, second, 'approve_activity', { fingerprint }),
      submit(1, second, 'reject_activity', { fingerprint }),
    ]);
    expect([approved.status, rejected.status].toSorted()).toEqual([200, 400]);
    const { status } = (await ask(1, first, 'get_activity', { activityId })).json.activity;
    expect(status).toBe(approved.status === 200 ? 'ACTIVITY_STATUS_COMPLETED' : 'ACTIVITY_STATUS_REJECTED');
    expect((await namesIn(first, 0)).includes('Disputed')).toBe(approved.status === 200);
  });

  test('behavior: a key that is deleted through one is immediately refused by the other', async () => {
    const [actor] = (await organization(1)) as [Actor];
    for (let round = 0; round < 20; round++) {
      const { apiKey, ...key } = newKey();
      const made = await submit(round % 2, actor, 'create_api_keys', { apiKeys: [apiKey], userId: actor.userId });
      const { apiKeyIds } = made.json.activity.result.createApiKeysResult;
      const holder = { ...actor, ...key };
      // Both processes have used the key and may have cached it.
      for (const to of [0, 1]) expect((await ask(to, holder, 'whoami')).status).toBe(200);
      const parameters = { userId: actor.userId, apiKeyIds };
      expect((await submit(round % 2, actor, 'delete_api_keys', parameters)).status).toBe(200);
      for (const to of [0, 1]) {
        const answers = [await ask(to, holder, 'whoami'), await submit(to, holder, 'create_users', userNamed('No'))];
        for (const { status, json } of answers)
          expect([status, json.details?.[0].errorCode]).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
      }
    }
  });

  test('behavior: an organization that a command creates is known to both, and its file is where the command ran', async () => {
    const masterKey = join((installations[0] as Installation).dataDirectory, 'master.key');
    await using elsewhere = await createInstallation(postgres.url, masterKey);
    const made = await runMintmark(['organization', 'create', '--name', 'Further'], elsewhere.env);
    const [, organizationId = ''] = /^organization {2}(\S+)\n/.exec(made.stdout) ?? [];
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const path = join(elsewhere.dataDirectory, `organization-${organizationId}.json`);
    const actor = rootActor(await readFile(path, 'utf8'));
    for (const to of [0, 1])
      expect((await ask(to, actor, 'whoami')).json).toMatchObject({ organizationId, organizationName: 'Further' });
  });

  test('behavior: one ends, the other continues, and the audit log is valid', async () => {
    await processes[0]?.kill();
    expect((await submit(1, root, 'create_user_tag', { userTagName: 'After', userIds: [] })).status).toBe(200);
    const { stdout, stderr } = await runMintmark(['audit', 'verify'], (installations[1] as Installation).env);
    expect([stdout.includes('The audit log is valid.'), stderr]).toEqual([true, '']);
  });
});

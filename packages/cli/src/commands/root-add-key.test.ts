import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '@mintmark/server/runtime/open-store';
import { bodyOf, postPatiently } from '@mintmark/server/test/load';
import { type Actor, newKey } from '@mintmark/server/test/service';
import { generatePrivateKey } from '@mintmark/stamper';
import { findDebianPostgres, startDebianPostgres } from '@mintmark/testing/debian-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstallation, createPreparedInstallation, type Installation } from '../../test/installation.ts';
import { runMintmark } from '../../test/run-mintmark.ts';
import type { StartedMintmark } from '../../test/started-mintmark.ts';

const submit = async ({ url }: Pick<StartedMintmark, 'url'>, actor: Actor, operation: string, parameters: object) => {
  const reply = await postPatiently(url, { actor, operation, body: bodyOf(actor, operation, parameters) });
  expect(reply).toMatchObject({ status: 200, json: { activity: { status: 'ACTIVITY_STATUS_COMPLETED' } } });
  return reply?.json.activity.result;
};
const whoami = async ({ url }: Pick<StartedMintmark, 'url'>, actor: Actor) => {
  const body = JSON.stringify({ organizationId: actor.organizationId });
  return (await postPatiently(url, { actor, operation: 'whoami', body }))?.status;
};
const addKey = ({ env }: Installation, { organizationId, userId, publicKey }: Actor, more: readonly string[] = []) =>
  runMintmark(
    ['root', 'add-key', '--organization', organizationId, '--user', userId, '--public-key', publicKey, ...more],
    env,
  );
const verify = ({ env }: Installation) => runMintmark(['audit', 'verify'], env);

/** Gives the root user an e-mail address, and adds a root user without one. */
async function addRoots(service: Pick<StartedMintmark, 'url'>, root: Actor): Promise<Actor> {
  const userEmail = 'root@example.com';
  await submit(service, root, 'update_user_email', { userId: root.userId, userEmail });
  const key = newKey();
  const user = { userName: 'Ada', apiKeys: [key.apiKey], authenticators: [], oauthProviders: [], userTags: [] };
  const { createUsersResult } = await submit(service, root, 'create_users', { users: [user] });
  const [userId] = createUsersResult.userIds;
  await submit(service, root, 'update_root_quorum', { threshold: 1, userIds: [root.userId, userId] });
  return { ...root, ...key, userId };
}

describe('mintmark root add-key, on the embedded PostgreSQL', () => {
  const stack = new AsyncDisposableStack();
  let installation: Installation;
  let root: Actor;
  let ada: Actor;
  beforeAll(async () => {
    installation = stack.use(await createPreparedInstallation());
    await using service = await installation.startHere();
    root = await installation.readRoot();
    ada = await addRoots(service, root);
  });
  afterAll(() => stack.disposeAsync());

  const withStore = async (work: Parameters<Awaited<ReturnType<typeof openStore>>['database']['transaction']>[0]) => {
    const { dataDirectory } = installation;
    await using store = await openStore({ database: 'embedded', dataDirectory, joins: true });
    await store.database.transaction(work);
  };

  test('default: the key works at the next start, all root users are told, and the audit lists it', async () => {
    const found = { ...root, ...newKey() };
    const dry = await addKey(installation, found, ['--dry-run']);
    const words = [
      `organization  ${root.organizationId}  Mintmark`,
      `root user     ${root.userId}  Root`,
      `public key    ${found.publicKey}`,
    ];
    const told = [
      'mail          for 1 of 2 root users; the service sends it when it runs',
      `no e-mail     ${ada.userId}  Ada: tell this root user yourself`,
    ];
    expect(dry).toEqual({ code: 0, stdout: [...words, ...told, 'Nothing was changed.', ''].join('\n'), stderr: '' });
    const added = await addKey(installation, found);
    const apiKeyId = /^API key {7}(\S+)$/m.exec(added.stdout)?.[1];
    expect(added).toEqual({
      code: 0,
      stdout: [...words, `API key       ${apiKeyId}`, ...told, ''].join('\n'),
      stderr: '',
    });

    await using service = await installation.startHere();
    expect(await whoami(service, found)).toBe(200);
    const mailbox = join(installation.dataDirectory, 'mail');
    await expect.poll(() => readdir(mailbox).catch(() => [])).toHaveLength(1);
    const [letter = ''] = await readdir(mailbox);
    const text = await readFile(join(mailbox, letter), 'utf8');
    expect(text).toContain('To: root@example.com');
    expect(text).toContain(found.publicKey);
    expect(await service.stop()).toBe(0);
    for (const word of [found.publicKey, 'root@example.com']) expect(service.stderr).not.toContain(word);

    const verified = await verify(installation);
    expect([verified.code, verified.stderr]).toEqual([0, '']);
    expect(verified.stdout).toMatch(
      new RegExp(
        `^${root.organizationId}: entry \\d+, \\S+Z: the operator \\(\\S.* on \\S+\\) added the p256 key ` +
          `${found.publicKey} to the root user ${root.userId}$`,
        'm',
      ),
    );
    const again = await addKey(installation, found);
    expect([again.code, again.stderr]).toEqual([
      1,
      `mintmark: this user already has this key, as API key ${apiKeyId}: nothing was changed\n`,
    ]);
  });

  test('args: a key of another curve', async () => {
    const publicKey = generatePrivateKey('ed25519').publicKey.hex;
    const { code, stdout } = await addKey(installation, { ...root, publicKey }, ['--curve', 'ed25519']);
    expect([code, stdout.includes(publicKey)]).toEqual([0, true]);
    expect((await verify(installation)).code).toBe(0);
  });

  test('error: the service is running', async () => {
    const found = { ...root, ...newKey() };
    await using service = await installation.start();
    const { code, stdout, stderr } = await addKey(installation, found);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^mintmark: the database in \S+ is in use by process \d+: stop that process first[^\n]*\n$/);
    expect(await whoami(service, found)).toBe(401);
  });

  test('error: no master key', async () => {
    const path = join(installation.dataDirectory, 'master.key');
    await rename(path, `${path}.away`);
    const { code, stderr } = await addKey(installation, { ...root, ...newKey() });
    await rename(`${path}.away`, path);
    expect(code).toBe(1);
    expect(stderr).toContain(`there is no master key at ${path}`);
  });

  test('error: an entry that was changed', async () => {
    await addKey(installation, { ...root, ...newKey() });
    const swap = (from: string, to: string) =>
      withStore(async (sql) => {
        const { count } = await sql`
          update audit_entries set content = replace(content, ${from}::text, ${to}::text) where content like '%operatorKey%'`;
        expect(count).toBeGreaterThan(0);
      });
    await swap(root.userId, ada.userId);
    const { code, stderr } = await verify(installation);
    const refused = await addKey(installation, { ...root, ...newKey() });
    await swap(ada.userId, root.userId);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\S+: entry \d+ does not match its key: userId$/m);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^mintmark: the audit log of organization \S+ is not valid: entry \d+ has a hash/),
    ]);
    expect((await verify(installation)).code).toBe(0);
  });

  test.each([
    ['no organization', ['--user', 'U', '--public-key', 'K'], '--organization is missing'],
    ['no user', ['--organization', 'O', '--public-key', 'K'], '--user is missing'],
    ['no key', ['--organization', 'O', '--user', 'U'], '--public-key is missing'],
    ['a name instead of an id', ['--organization', 'O', '--user', 'Ada', '--public-key', 'K'], '--user must be an id'],
    [
      'an unknown curve',
      ['--organization', 'O', '--user', 'U', '--public-key', 'K', '--curve', 'p-256'],
      '--curve must be one of p256, secp256k1, ed25519',
    ],
    [
      'a private key',
      ['--organization', 'O', '--user', 'U', '--public-key', 'PRIVATE'],
      '--public-key must be a public key of the curve p256 in hex (compressed, 33 bytes)',
    ],
    ['an unknown user', ['--organization', 'O', '--user', 'O', '--public-key', 'K'], 'has no user'],
  ])('error: %s', async (_, words, message) => {
    const { privateKey } = generatePrivateKey('p256').toApiKey();
    const values: Readonly<Record<string, string>> = {
      O: root.organizationId,
      U: root.userId,
      K: newKey().publicKey,
      PRIVATE: privateKey,
    };
    const given = words.map((word) => values[word] ?? word);
    const { code, stdout, stderr } = await runMintmark(['root', 'add-key', ...given], installation.env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^mintmark: [^\n]+\n$/);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(privateKey);
  });

  test('error: the root quorum has forbidden it', async () => {
    const found = { ...root, ...newKey() };
    {
      await using service = await installation.startHere();
      await submit(service, root, 'set_organization_feature', { name: 'FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN' });
    }
    const refused = {
      code: 1,
      stdout: '',
      stderr:
        `mintmark: the organization ${root.organizationId} has permanently forbidden this for itself and its ` +
        'sub-organizations (FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN)\n',
    };
    expect(await addKey(installation, found)).toEqual(refused);
    expect(await addKey(installation, found, ['--dry-run'])).toEqual(refused);
    await withStore((sql) => sql`delete from features where name = 'FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN'`);
    expect(await addKey(installation, found)).toEqual(refused);
    await using service = await installation.startHere();
    expect(await whoami(service, found)).toBe(401);
  });
});

const bin = await findDebianPostgres('root add-key on an external PostgreSQL');

describe.skipIf(!bin)('mintmark root add-key, on an external PostgreSQL', () => {
  test('default: adds the key while the service runs', async () => {
    await using postgres = await startDebianPostgres(bin as string);
    await using installation = await createInstallation(postgres.url);
    await using service = await installation.startHere();
    const root = await installation.readRoot();
    await addRoots(service, root);
    const found = { ...root, ...newKey() };
    const [added, ...tags] = await Promise.all([
      addKey(installation, found),
      ...Array.from({ length: 5 }, (_, index) =>
        submit(service, root, 'create_user_tag', { userTagName: `Tag ${index}`, userIds: [] }),
      ),
    ]);
    expect([added.code, added.stderr, tags.length]).toEqual([0, '', 5]);
    expect(await whoami(service, found)).toBe(200);
    await submit(service, found, 'create_user_tag', { userTagName: 'Back', userIds: [] });
    const { code, stdout } = await verify(installation);
    expect([code, stdout.includes(found.publicKey)]).toEqual([0, true]);
  });
});

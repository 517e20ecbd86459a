import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore } from '@mintmark/server/runtime/open-store';
import type { Store } from '@mintmark/server/storage/postgres/open-store';
import type { Sql, Statement } from '@mintmark/server/storage/store/database';
import { postPatiently, rootActor } from '@mintmark/server/test/load';
import { generatePrivateKey } from '@mintmark/stamper';
import { stranger } from '@mintmark/testing/runs-as-root';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPreparedInstallation, type Installation } from '../../test/installation.ts';
import { spawnMintmark } from '../../test/mintmark-process.ts';
import { runMintmark } from '../../test/run-mintmark.ts';
import type { StartedMintmark } from '../../test/started-mintmark.ts';

const stack = new AsyncDisposableStack();
let installation: Installation;
let service: StartedMintmark;
beforeAll(async () => {
  installation = stack.use(await createPreparedInstallation());
  service = stack.use(await installation.startHere());
});
afterAll(() => stack.disposeAsync());

const organization = (words: readonly string[], env = {}) =>
  runMintmark(['organization', ...words], { ...installation.env, ...env });
const inData = (name: string) => join(installation.dataDirectory, name);
const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

/** The names of the organizations, in the order of their ids. */
async function readNames(): Promise<string[]> {
  await using store = await joinStore();
  const rows = await store.database.query((sql) => sql<{ name: string }[]>`select name from organizations order by id`);
  return rows.map(({ name }) => name);
}

/** Creates an organization, and returns what was printed and written. */
async function create(words: readonly string[]) {
  const { code, stdout, stderr } = await organization(['create', ...words]);
  expect([code, stderr]).toEqual([0, '']);
  const [, organizationId, path = '', key] =
    /^organization {2}(\S+)\nfile {10}(.+), which only you can read\nroot key {6}(.+)\n$/.exec(stdout) ?? [];
  return { organizationId, path, key, content: await readJson(path) };
}

async function whoami(path: string) {
  const actor = rootActor(await readFile(path, 'utf8'));
  const body = JSON.stringify({ organizationId: actor.organizationId });
  return await postPatiently(service.url, { actor, operation: 'whoami', body });
}

const joinStore = () => openStore({ database: 'embedded', dataDirectory: installation.dataDirectory, joins: true });
const verify = () => runMintmark(['audit', 'verify'], installation.env);

describe('mintmark organization', () => {
  test('default: creates and lists organizations while the service runs', async () => {
    const root = await readFile(inData('root.json'), 'utf8');
    const first = JSON.parse(root);
    const { organizationId, path, key, content } = await create(['--name', 'Analytical Engines']);
    expect([path, key]).toEqual([inData(`organization-${organizationId}.json`), 'in the file']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(Object.keys(content)).toEqual(Object.keys(first));
    const { baseUrl, instanceId, keys } = first;
    expect(content).toMatchObject({ baseUrl, instanceId, keys, organizationId });
    expect(await whoami(path)).toMatchObject({
      status: 200,
      json: { organizationId, organizationName: 'Analytical Engines', userId: content.userId },
    });
    const listed = await organization(['list']);
    expect([listed.code, listed.stderr]).toEqual([0, '']);
    expect(listed.stdout.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')).toBe(
      `${first.organizationId}  TIME  0 sub-organizations  Mintmark\n` +
        `${organizationId}  TIME  0 sub-organizations  Analytical Engines\n`,
    );
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^organizations: 2\n/) });
    expect(await readFile(inData('root.json'), 'utf8')).toBe(root);
  });

  test('args: a file and a public key of the operator', async () => {
    const { publicKey } = generatePrivateKey('p256').toApiKey();
    const file = inData('own key.json');
    const words = ['--name=-Own-', '--file', file, '--public-key', publicKey.toUpperCase()];
    const { path, key, content } = await create(words);
    expect([path, key]).toEqual([file, `yours (${publicKey.slice(0, 6)}…)`]);
    expect([content.apiPublicKey, content.apiPrivateKey]).toEqual([publicKey, undefined]);
    expect((await readNames()).at(-1)).toBe('-Own-');
  });

  test('behavior: works while the service is stopped, which later greets with the first organization', async () => {
    await using stopped = await createPreparedInstallation();
    await (await stopped.startHere()).stop();
    const made = await runMintmark(['organization', 'create', '--name', 'Ada'], stopped.env);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const { organizationId, baseUrl } = await readJson(join(stopped.dataDirectory, 'root.json'));
    await using again = await stopped.startHere();
    expect(again.stdout).toContain(
      `\norganization  ${organizationId}\nroot key      ${stopped.dataDirectory}/root.json,`,
    );
    expect(await readJson(join(stopped.dataDirectory, 'root.json'))).toMatchObject({ organizationId });
    expect(baseUrl).not.toBe(again.url);
  });

  test.each([
    ['there is none', async (path: string) => await rename(path, `${path}.moved`)],
    ['it is not readable', async (path: string) => await writeFile(path, 'x')],
    [
      'it belongs to another database',
      async (path: string) => await writeFile(path, (await readFile(path, 'utf8')).replace(/"instanceId": "./, '$&x')),
    ],
  ])('behavior: the address is that of the settings if %s, instead of root.json', async (_, change) => {
    const root = await readFile(inData('root.json'), 'utf8');
    await change(inData('root.json'));
    const made = await organization(['create', '--name', 'Ada'], { HOST: '::1', PORT: '9000' });
    await writeFile(inData('root.json'), root);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const [, path = ''] = /^file {10}(.+),/m.exec(made.stdout) ?? [];
    expect((await readJson(path)).baseUrl).toBe('http://[::1]:9000');
  });

  test.each([
    ['exists', async () => await writeFile(inData('taken.json'), 'kept'), 'taken.json', 'already exists and is not'],
    ['is in a missing directory', async () => {}, 'missing/new.json', 'cannot be written: ENOENT'],
    [
      'is in a directory that this user cannot use',
      async () => {
        await mkdir(inData('closed'));
        if (process.getuid?.() === 0) await chown(inData('closed'), stranger, stranger);
        else await chmod(inData('closed'), 0o500);
      },
      'closed/new.json',
      process.getuid?.() === 0 ? `belongs to the user ${stranger}` : 'cannot be written: EACCES',
    ],
  ])('error: the file %s, and nothing is created', async (_, arrange, name, message) => {
    await arrange();
    const before = [await readNames(), await readdir(installation.dataDirectory)];
    const file = inData(name);
    const { code, stdout, stderr } = await organization(['create', '--name', 'Ada', '--file', file]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^mintmark: [^\n]+\n$/);
    expect(stderr).toContain(message);
    expect([await readNames(), await readdir(installation.dataDirectory)]).toEqual(before);
    expect(await readFile(inData('taken.json'), 'utf8')).toBe('kept');
  });

  test('behavior: reports a row that the service did not write', async () => {
    await using store = await joinStore();
    const [forged] = await store.database.transaction(
      (sql) => sql<{ id: string }[]>`
        insert into organizations (id, parent_id, name, root_threshold, created_at, updated_at, mac)
        values (gen_random_uuid(), null, 'Forged', 1, now(), now(), 'AAAA') returning id`,
    );
    const id = forged?.id ?? '';
    const { code, stdout, stderr } = await organization(['list']);
    await store.database.transaction((sql) => sql`delete from organizations where id = ${id}`);
    expect([code, stderr]).toEqual([0, `ignored the row organizations/${id}, which this service did not write\n`]);
    expect(stdout).not.toContain('Forged');
  });
});

/** A trigger that runs a statement when a new organization is committed. It is removed at the end of an `await using`. */
async function atCommit({ database }: Store, statement: (sql: Sql) => Statement): Promise<AsyncDisposable> {
  await database.transaction(async (sql) => {
    await sql`
      create function at_commit() returns trigger language plpgsql as $$ begin ${statement(sql)}; return null; end $$`;
    await sql`
      create constraint trigger at_commit after insert on organizations deferrable initially deferred
      for each row execute function at_commit()`;
  });
  const remove = () =>
    database.transaction(
      async (sql) => {
        // A commit that waits in the trigger has the lock until then.
        await sql`set local statement_timeout = 0`;
        await sql`drop function at_commit() cascade`;
      },
      { timeoutMs: 60_000 },
    );
  return { [Symbol.asyncDispose]: remove };
}

describe('mintmark organization create, when the commit does not succeed', () => {
  const file = () => inData('unused.json');
  afterEach(() => rm(file(), { force: true }));

  /** The file is there, and belongs to no organization; without it, the command can be repeated. */
  async function expectUnused(before: readonly string[]): Promise<void> {
    expect(await whoami(file())).toMatchObject({ status: 401 });
    expect(await readNames()).toEqual(before);
    await rm(file());
    await create(['--name', 'Ada', '--file', file()]);
  }

  test('error: the commit fails, and the message says what the file may be', async () => {
    await using store = await joinStore();
    const before = await readNames();
    {
      await using _ = await atCommit(store, (sql) => sql`raise exception 'refused'`);
      const { code, stdout, stderr } = await organization(['create', '--name', 'Ada', '--file', file()]);
      const { organizationId } = await readJson(file());
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/\nmintmark: [^\n]+\n$/);
      expect(stderr).toContain(
        `${file()} was written before this error: if "mintmark organization list" does not show the organization ` +
          `${organizationId}, delete the file\n`,
      );
    }
    await expectUnused(before);
  });

  test('behavior: the process is killed before the commit', async () => {
    await using store = await joinStore();
    const before = await readNames();
    {
      // The kill may come during the commit: PostgreSQL completes a commit even if the client has gone, so this one must fail.
      await using _ = await atCommit(store, (sql) => sql`perform pg_sleep(1); raise exception 'refused'`);
      const child = spawnMintmark(['organization', 'create', '--name', 'Ada', '--file', file()], installation.env);
      const ended = once(child, 'exit');
      while (!existsSync(file())) await setTimeout(5);
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
    }
    expect(await verify()).toMatchObject({ code: 0 });
    await expectUnused(before);
  });
});

test('error: the database has no organization yet, and no key is created', async () => {
  await using empty = await createPreparedInstallation();
  // The first start is refused after it created the schema.
  await copyFile(inData('root.json'), join(empty.dataDirectory, 'root.json'));
  expect(await runMintmark(['start'], empty.env)).toMatchObject({ code: 1 });
  await rm(join(empty.dataDirectory, 'master.key'));
  const before = await readdir(empty.dataDirectory);
  for (const words of [['create', '--name', 'Ada'], ['list']])
    expect(await runMintmark(['organization', ...words], empty.env)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'mintmark: there is no organization in this database: the first start of the service creates one\n',
    });
  expect(await readdir(empty.dataDirectory)).toEqual(before);
});

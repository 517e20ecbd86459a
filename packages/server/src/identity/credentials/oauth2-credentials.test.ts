import { randomInt, randomUUID } from 'node:crypto';
import { generatePrivateKey } from '@mintmark/stamper';
import { sealClientSecret } from '@mintmark/stamper/bundles';
import { afterAll, describe, expect, test } from 'vitest';
import { addClient, newClient } from '../../../test/oauth2-clients.ts';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const create = (by: Actor, client: object) => service.submit(by, 'create_oauth2_credential', client);
const list = async (by: Actor) => (await service.ask(by, 'list_oauth2_credentials')).json.oauth2Credentials;
const get = (by: Actor, oauth2CredentialId: string) => service.ask(by, 'get_oauth2_credential', { oauth2CredentialId });
const foreignSecret = () => sealClientSecret('secret', generatePrivateKey('p256').publicKey.hex);

describe('create_oauth2_credential', () => {
  test('default: stored as submitted, and sealed', async () => {
    const [root] = await addOrganization(service);
    const client = await newClient(service, {}, 'a very secret word');
    const { oauth2CredentialId } = resultOf(await create(root, client));
    const record = {
      oauth2CredentialId,
      organizationId: root.organizationId,
      ...client,
      createdAt: expect.anything(),
      updatedAt: expect.anything(),
    };
    expect((await get(root, oauth2CredentialId.toUpperCase())).json).toEqual({ oauth2Credential: record });
    expect(await list(root)).toEqual([record]);
    const rows = await service.database.query((sql) => sql`select * from oauth2_credentials`);
    expect(JSON.stringify(rows)).not.toContain('a very secret word');
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('error: a secret that was not sealed to the service, and nothing is stored', async () => {
    const [root] = await addOrganization(service);
    const client = await newClient(service);
    const before = await readTables(service.database);
    for (const encryptedClientSecret of [await foreignSecret(), 'ab'.repeat(97), `${client.encryptedClientSecret}00`]) {
      const reply = await create(root, { ...client, encryptedClientSecret });
      expect(refusalOf(reply)).toEqual([400, 'INVALID_CLIENT_SECRET']);
    }
    expect(await readTables(service.database)).toEqual(before);
  });

  test('error: the same client of the same provider; of another, or elsewhere, it can be', async () => {
    const [[root], [other]] = [await addOrganization(service), await addOrganization(service)];
    const client = await newClient(service);
    resultOf(await create(root, client));
    expect(refusalOf(await create(root, client))).toEqual([409, 'ALREADY_EXISTS']);
    resultOf(await create(root, { ...client, provider: 'OAUTH2_PROVIDER_BETA' }));
    resultOf(await create(other, client));
  });

  test('error: a sub-organization', async () => {
    const [root] = await addOrganization(service);
    const [child] = await addOrganization(service, { parentId: root.organizationId });
    expect(refusalOf(await create(child, await newClient(service)))).toEqual([403, 'INVALID_ACTIVITY_CALLER']);
  });

  test('error: not a root user, an unknown provider, a client id that is empty or too long', async () => {
    const [root] = await addOrganization(service);
    const client = await newClient(service);
    const user = await addUser(service, root);
    expect(refusalOf(await create(user, client))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    for (const more of [{ provider: 'OAUTH2_PROVIDER_GAMMA' }, { clientId: '' }, { clientId: 'x'.repeat(513) }])
      expect(refusalOf(await create(root, { ...client, ...more }))).toEqual([400, 'REQUEST_INVALID']);
    // As many bytes as possible, which cannot be compressed.
    const long = Array.from({ length: 512 }, () => String.fromCharCode(0x4e00 + randomInt(0x5000))).join('');
    resultOf(await create(root, { ...client, clientId: long }));
  });

  test('error: more than a hundred', async () => {
    const [root] = await addOrganization(service);
    const client = await newClient(service);
    for (let count = 0; count < 100; count++) resultOf(await create(root, { ...client, clientId: `${count}` }));
    expect(refusalOf(await create(root, { ...client, clientId: '100' }))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
    expect(await list(root)).toHaveLength(100);
  });
});

describe('update_oauth2_credential', () => {
  const update = (by: Actor, oauth2CredentialId: string, client: object) =>
    service.submit(by, 'update_oauth2_credential', { oauth2CredentialId, ...client });

  test('default: everything but the id is replaced', async () => {
    const [root] = await addOrganization(service);
    const id = await addClient(service, root, await newClient(service));
    const client = await newClient(service, { provider: 'OAUTH2_PROVIDER_BETA' });
    expect(resultOf(await update(root, id.toUpperCase(), client))).toEqual({ oauth2CredentialId: id });
    expect(await list(root)).toMatchObject([{ oauth2CredentialId: id, ...client }]);
    // The same again is no conflict with itself.
    resultOf(await update(root, id, client));
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('error: a foreign secret, a client that exists, an unknown credential', async () => {
    const [[root], [other]] = [await addOrganization(service), await addOrganization(service)];
    const [one, two] = [await newClient(service), await newClient(service)];
    const id = await addClient(service, root, one);
    await addClient(service, root, two);
    expect(refusalOf(await update(root, id, two))).toEqual([409, 'ALREADY_EXISTS']);
    const encryptedClientSecret = await foreignSecret();
    expect(refusalOf(await update(root, id, { ...one, encryptedClientSecret }))).toEqual([
      400,
      'INVALID_CLIENT_SECRET',
    ]);
    for (const [by, unknown] of [
      [root, randomUUID()],
      [other, id],
    ] as const)
      expect(refusalOf(await update(by, unknown, one))).toEqual([404, 'OAUTH2_CREDENTIAL_NOT_FOUND']);
    expect((await get(root, id)).json.oauth2Credential).toMatchObject(one);
  });
});

describe('delete_oauth2_credential', () => {
  const remove = (by: Actor, oauth2CredentialId: string) =>
    service.submit(by, 'delete_oauth2_credential', { oauth2CredentialId });

  test('default: the sealed secret is gone, too', async () => {
    const [root] = await addOrganization(service);
    const client = await newClient(service);
    const id = await addClient(service, root, client);
    expect(resultOf(await remove(root, id.toUpperCase()))).toEqual({ oauth2CredentialId: id });
    expect(await list(root)).toEqual([]);
    const rows = await service.database.query((sql) => sql`select from oauth2_credentials where id = ${id}`);
    expect(rows).toEqual([]);
    await addClient(service, root, client);
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('error: unknown, or of another organization', async () => {
    const [[root], [other]] = [await addOrganization(service), await addOrganization(service)];
    const id = await addClient(service, root, await newClient(service));
    expect(refusalOf(await remove(root, randomUUID()))).toEqual([404, 'OAUTH2_CREDENTIAL_NOT_FOUND']);
    expect(refusalOf(await remove(other, id))).toEqual([404, 'OAUTH2_CREDENTIAL_NOT_FOUND']);
    expect(refusalOf(await get(other, id))).toEqual([404, 'OAUTH2_CREDENTIAL_NOT_FOUND']);
    expect(await list(root)).toHaveLength(1);
  });
});

test('behavior: newest first, and a row that somebody else changed is not shown', async () => {
  const [root] = await addOrganization(service);
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) ids.unshift(await addClient(service, root, await newClient(service)));
  const listed = async () =>
    (await list(root)).map(({ oauth2CredentialId }: { oauth2CredentialId: string }) => oauth2CredentialId);
  expect(await listed()).toEqual(ids);
  const [first = '', ...others] = ids;
  await service.database.query((sql) => sql`update oauth2_credentials set client_id = 'forged' where id = ${first}`);
  expect(await listed()).toEqual(others);
  expect(refusalOf(await get(root, first))).toEqual([404, 'OAUTH2_CREDENTIAL_NOT_FOUND']);
});

import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { readHeads } from '../../activities/audit-proof/audit-heads.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { Vault } from '../../custody/secrets/vault.ts';

const now = new Date();
const service = await startService({ clock: () => now });
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask, database, services } = service;
const { macs, vault } = services;
if (!(vault instanceof Vault)) throw new Error('the service of a test has a real vault');
const audited = { database, macs, vault };

const headOf = async (by: Actor) => (await ask(by, 'get_audit_head', {})).json.auditHead;
const addTag = (by: Actor, userTagName: string) => submit(by, 'create_user_tag', { userTagName, userIds: [] });

test('default: the newest link, with a file of heads that an audit takes', async () => {
  const [root] = await addOrganization(service, { parentId: service.root.organizationId });
  const before = await headOf(root);
  resultOf(await addTag(root, 'A'));
  const head = await headOf(root);
  const { organizationId } = root;
  expect(head).toEqual({
    organizationId,
    sequence: String(Number(before.sequence) + 1),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    at: now.toISOString(),
    headsFile: expect.any(String),
  });
  const { at, heads } = await readHeads(audited, head.headsFile);
  expect(at).toBe(head.at);
  expect([...heads.keys()]).toEqual([organizationId]);
  expect(Buffer.from(heads.get(organizationId)?.hash ?? []).toString('hex')).toBe(head.hash);
  resultOf(await addTag(root, 'B'));
  expect((await verifyAudit(audited, heads)).problems).toEqual([]);
});

test('behavior: an audit finds that entries up to the head were removed', async () => {
  const [root] = await addOrganization(service, { parentId: service.root.organizationId });
  const { organizationId } = root;
  const [stored] = await database.query(
    (sql) => sql`select * from audit_heads where organization_id = ${organizationId}`,
  );
  resultOf(await addTag(root, 'A'));
  const { heads } = await readHeads(audited, (await headOf(root)).headsFile);
  await database.transaction(async (sql) => {
    const { sequence, hash, mac } = stored as { sequence: bigint; hash: Uint8Array; mac: string };
    await sql`delete from audit_entries where organization_id = ${organizationId} and sequence > ${sequence}`;
    await sql`update audit_heads set sequence = ${sequence}, hash = ${hash}, mac = ${mac} where organization_id = ${organizationId}`;
  });
  const { problems } = await verifyAudit(audited, heads);
  expect(problems).toContainEqual(
    expect.objectContaining({ organizationId, problem: expect.stringContaining('does not continue from the head') }),
  );
});

test('behavior: every user of the organization gets it, and the parent', async () => {
  const [root] = await addOrganization(service, { parentId: service.root.organizationId });
  const ada = await addUser(service, root);
  const head = await headOf(root);
  expect((await headOf(ada)).hash).toBe(head.hash);
  expect((await headOf({ ...service.root, organizationId: root.organizationId })).hash).toBe(head.hash);
  const [stranger] = await addOrganization(service);
  const reply = await ask({ ...stranger, organizationId: root.organizationId }, 'get_audit_head', {});
  expect(refusalOf(reply)[0]).toBe(401);
});

test('error: a file that was changed', async () => {
  const [root] = await addOrganization(service);
  const { headsFile } = await headOf(root);
  const anotherHash = (_: string, digit: string) => `"hash":"${digit === '0' ? '1' : '0'}`;
  await expect(readHeads(audited, headsFile.replace(/"hash":"(.)/, anotherHash))).rejects.toThrow('did not sign');
});

test('error: a head that the service did not write is not signed', async () => {
  const [root] = await addOrganization(service);
  await database.transaction(
    (sql) => sql`update audit_heads set sequence = sequence + 1 where organization_id = ${root.organizationId}`,
  );
  expect(refusalOf(await ask(root, 'get_audit_head', {}))).toEqual([500, 'INTERNAL']);
});

import { generatePrivateKey } from '@mintmark/stamper';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { keepTables } from '../../../test/kept-tables.ts';
import { whileLocked } from '../../../test/lock-organization.ts';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { watched } from '../../../test/statements.ts';
import { addSubOrganization, setQuorum } from '../../../test/sub-organizations.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { AuditChain, type AuditContent, readHead } from '../../core/audit/audit-chain.ts';
import { type Marks, markOf } from '../../core/authority/row-macs.ts';
import { RowWriter } from '../../core/authority/row-writer.ts';
import { createMemoryMailbox } from '../../delivery/adapters/mail/development-mailbox.ts';
import { mail } from '../../delivery/mail/mail.ts';
import { storeApiKeys } from '../../identity/credentials/api-keys.ts';
import { operatorKeysTable } from '../../identity/credentials/operator-keys-table.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import type { Database, TransactionSql } from '../../storage/store/database.ts';
import { addOperatorKey } from './add-operator-key.ts';

const mailbox = createMemoryMailbox();
const service = await startService({ mail: mailbox }, { outboxKinds: [mail] });
afterAll(() => service[Symbol.asyncDispose]());
const { database, root, submit, ask } = service;

const ada = await addSubOrganization(service, 'Ada', { userEmail: 'ada@example.com' });
const bob = await addUser(service, ada, { userName: 'Bob', userEmail: 'bob@example.com' });
const eve = await addUser(service, ada, { userName: 'Eve' });
const kim = await addUser(service, ada, { userName: 'Kim' });
await setQuorum(service, ada, 1, [ada, bob, eve]);

const restore = await keepTables(database);
afterEach(restore);

const operator = { user: 'ops', host: 'mintmark-1' };

/** Adds a key to a user, by default a new one. */
async function add(user: Actor, more: Partial<Parameters<typeof addOperatorKey>[0]> = {}) {
  const key = newKey();
  const { organizationId, userId } = user;
  const wanted = { organizationId, userId, curveType: 'API_KEY_CURVE_P256', publicKey: key.publicKey } as const;
  const added = await watched(() => addOperatorKey({ ...service, ...wanted, operator, now: new Date(), ...more }));
  return { ...added, actor: { ...user, ...key } };
}

const refusal = (user: Actor, more?: Parameters<typeof add>[1]) =>
  add(user, more).then(
    () => 'added',
    (error) => [error.code, error.message] as const,
  );
const configsOf = async (actor: Actor) => (await ask(actor, 'get_organization_configs')).json.configs;
const problems = async () =>
  (await watched(() => verifyAudit(service))).problems.map(({ subject, problem }) => `${subject} ${problem}`);
const forbid = (actor: Actor) =>
  submit(actor, 'set_organization_feature', { name: 'FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN' });

/** Expects a refusal that changes nothing. */
async function expectRefused(user: Actor, code: string, words: string, more?: Parameters<typeof add>[1]) {
  const before = await readTables(database);
  expect(await refusal(user, more)).toEqual([code, expect.stringContaining(words)]);
  expect(await readTables(database)).toEqual(before);
}

describe('addOperatorKey', () => {
  test('default: the root user can act with the key, and the audit names it', async () => {
    const { actor, apiKeyId, organization, user, rootUsers } = await add(ada);
    expect([organization.name, user.id]).toEqual(['Ada', ada.userId]);
    expect(rootUsers.map(({ id }) => id).toSorted()).toEqual([ada.userId, bob.userId, eve.userId].toSorted());
    expect((await ask(actor, 'whoami')).json).toMatchObject({ userId: ada.userId });
    resultOf(await submit(actor, 'create_user_tag', { userTagName: 'Back', userIds: [] }));
    const { apiKeys } = (await ask(actor, 'get_api_keys', { userId: ada.userId })).json;
    expect(apiKeys).toContainEqual(expect.objectContaining({ apiKeyId, apiKeyName: 'Added by the operator' }));
    const { operatorKeys, problems } = await watched(() => verifyAudit(service));
    expect(problems).toEqual([]);
    expect(operatorKeys).toEqual([
      {
        organizationId: ada.organizationId,
        sequence: expect.any(BigInt),
        entry: {
          at: expect.stringMatching(/^\d{4}-.*Z$/),
          said: 'operatorKey',
          apiKeyId,
          userId: ada.userId,
          curve: 'p256',
          publicKey: actor.publicKey,
          operator,
          basis: {
            [`organizations/${ada.organizationId}`]: expect.any(String),
            [`users/${ada.userId}`]: expect.any(String),
          },
          rows: {
            [`api_keys/${apiKeyId}`]: expect.any(String),
            [`operator_keys/${apiKeyId}`]: expect.any(String),
          },
        },
      },
    ]);
  });

  test('default: every user of the organization sees the key, also after it was deleted', async () => {
    expect(await configsOf(kim)).not.toHaveProperty('operatorKeys');
    const first = await add(ada);
    const second = await add(bob);
    const shown = ({ actor, apiKeyId, user }: typeof first) => ({
      apiKeyId,
      userId: user.id,
      credential: { publicKey: actor.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
      createdAt: { seconds: expect.any(String), nanos: expect.any(String) },
    });
    expect((await configsOf(kim)).operatorKeys).toEqual([shown(second), shown(first)]);
    resultOf(await submit(ada, 'delete_api_keys', { userId: bob.userId, apiKeyIds: [second.apiKeyId] }));
    expect((await configsOf({ ...root, organizationId: ada.organizationId })).operatorKeys).toEqual([
      { ...shown(second), deletedAt: { seconds: expect.any(String), nanos: expect.any(String) } },
      shown(first),
    ]);
    expect(await configsOf(root)).not.toHaveProperty('operatorKeys');
    expect(await problems()).toEqual([]);
  });

  test('default: all root users with an e-mail address get a mail, in the same transaction', async () => {
    const before = mailbox.messages.length;
    const { actor } = await add(eve);
    await watched(() => service.outbox.poll());
    await service.outbox.idle();
    const sent = mailbox.messages.slice(before);
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'bob@example.com']);
    expect(sent[0]?.subject).toBe('The operator added a key to a root user');
    for (const words of [actor.publicKey, ada.organizationId, eve.userId, 'Eve', 'OPERATOR_RECOVERY_FORBIDDEN'])
      expect(sent[0]?.text).toContain(words);
  });

  test('args: a top-level organization', async () => {
    const { actor } = await add(root);
    expect((await ask(actor, 'whoami')).json).toMatchObject({ userId: root.userId });
    expect(await problems()).toEqual([]);
  });

  test.each([
    ['secp256k1', 'API_KEY_CURVE_SECP256K1'],
    ['ed25519', 'API_KEY_CURVE_ED25519'],
  ] as const)('args: a key of the curve %s', async (curve, curveType) => {
    const publicKey = generatePrivateKey(curve).publicKey.hex;
    await add(ada, { curveType, publicKey });
    expect((await configsOf(kim)).operatorKeys).toMatchObject([
      { credential: { publicKey, type: `CREDENTIAL_TYPE_API_KEY_${curve.toUpperCase()}` } },
    ]);
    expect(await problems()).toEqual([]);
  });

  test('args: a dry run changes nothing', async () => {
    const before = await readTables(database);
    const { apiKeyId, rootUsers, actor } = await add(ada, { isDryRun: true });
    expect([apiKeyId, rootUsers.length]).toEqual([undefined, 3]);
    expect(await readTables(database)).toEqual(before);
    expect(refusalOf(await ask(actor, 'whoami'))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
  });

  test('behavior: a root user who lost as many keys as a user may have gets one more', async () => {
    const apiKeys = Array.from({ length: 9 }, () => newKey().apiKey);
    resultOf(await submit(ada, 'create_api_keys', { userId: ada.userId, apiKeys }));
    const { actor } = await add(ada);
    expect((await ask(actor, 'whoami')).status).toBe(200);
  });

  test('behavior: it waits for the lock of the organization, and what activities did meanwhile counts', async () => {
    const [added] = await whileLocked(service, ada, () => [add(ada)]);
    expect((await ask((added as { actor: Actor }).actor, 'whoami')).status).toBe(200);
    const tag = { userTagName: 'Meanwhile', userIds: [] };
    await Promise.all([add(ada), submit(bob, 'create_user_tag', tag), add(bob), add(eve)]);
    expect(await problems()).toEqual([]);
  });

  test('error: an unknown organization, a deleted one, an unknown user, and one of another organization', async () => {
    const nobody = { ...ada, organizationId: bob.userId };
    await expectRefused(nobody, 'ORGANIZATION_NOT_FOUND', `there is no organization ${bob.userId}`);
    await expectRefused({ ...ada, userId: root.userId }, 'USER_NOT_FOUND', `has no user ${root.userId}`);
    resultOf(await submit(ada, 'delete_sub_organization', {}));
    // What it held is removed afterwards.
    await service.outbox.idle();
    await expectRefused(ada, 'ORGANIZATION_NOT_FOUND', 'there is no organization');
  });

  test('error: a user who is not a root user, and one who was deleted', async () => {
    await expectRefused(kim, 'NOT_A_ROOT_USER', `the user ${kim.userId} is not a root user`);
    resultOf(await submit(ada, 'delete_users', { userIds: [kim.userId] }));
    await expectRefused(kim, 'USER_NOT_FOUND', `has no user ${kim.userId}`);
  });

  test('error: a key that a user has already', async () => {
    await expectRefused(ada, 'KEY_EXISTS', 'this user already has this key', { publicKey: ada.publicKey });
    await expectRefused(ada, 'KEY_EXISTS', `the user ${bob.userId} already has this key`, { publicKey: bob.publicKey });
    const { actor } = await add(ada);
    await expectRefused(ada, 'KEY_EXISTS', 'this user already has this key', { publicKey: actor.publicKey });
  });
});

describe('FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN', () => {
  const remove = (actor: Actor) =>
    submit(actor, 'remove_organization_feature', { name: 'FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN' });

  test('default: it forbids keys of the operator, and nobody can remove it', async () => {
    resultOf(await forbid(ada));
    await expectRefused(ada, 'FORBIDDEN', `the organization ${ada.organizationId} has permanently forbidden this`);
    expect(refusalOf(await remove(ada))).toEqual([400, 'FEATURE_PERMANENT']);
    resultOf(await forbid(ada));
    await expectRefused(ada, 'FORBIDDEN', 'permanently');
    expect(await problems()).toEqual([]);
  });

  test('behavior: only the root quorum can set it', async () => {
    expect(refusalOf(await forbid(kim))[0]).toBe(403);
    expect(refusalOf(await remove(ada))).toEqual([404, 'FEATURE_NOT_FOUND']);
    await setQuorum(service, ada, 2, [ada, bob]);
    expect((await forbid(ada)).json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await add(ada);
  });

  test('behavior: that of the parent also counts for sub-organizations, and that of a sub-organization only for itself', async () => {
    resultOf(await forbid(ada));
    await add(root);
    resultOf(await forbid(root));
    await expectRefused(root, 'FORBIDDEN', root.organizationId);
    const sub = await addSubOrganization(service, 'Late');
    await expectRefused(sub, 'FORBIDDEN', `the organization ${root.organizationId} has permanently forbidden`);
    const [other] = await addOrganization(service);
    await add(other);
  });

  test.each([
    ['the organization', ada],
    ['its parent', root],
  ])('behavior: it counts if %s sets it while the chains are read', async (_, of) => {
    // The second transaction begins when the chains were read.
    const late: Database = {
      ...database,
      async transaction(work, options) {
        if (options?.isolation === undefined) resultOf(await forbid(of));
        return await database.transaction(work, options);
      },
    };
    expect(await refusal(ada, { database: late })).toEqual(['FORBIDDEN', expect.stringContaining(of.organizationId)]);
    expect(await configsOf(ada)).not.toHaveProperty('operatorKeys');
  });

  test('behavior: keys that were added before stay, and are still shown', async () => {
    const { actor } = await add(ada);
    resultOf(await forbid(ada));
    expect((await configsOf(actor)).operatorKeys).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });

  const rowOf = (sql: TransactionSql, { organizationId }: Actor) =>
    sql`organization_id = ${organizationId} and name = 'FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN'`;

  test.each([
    ['its own row', ada],
    ['the row of the parent', root],
  ])('error: %s was removed from the database', async (_, of) => {
    resultOf(await forbid(of));
    await database.transaction((sql) => sql`delete from features where ${rowOf(sql, of)}`);
    await expectRefused(ada, 'FORBIDDEN', of.organizationId);
  });

  test('error: the entry was removed with the row', async () => {
    resultOf(await forbid(ada));
    await database.transaction(async (sql) => {
      await sql`delete from features where ${rowOf(sql, ada)}`;
      await sql`
        delete from audit_entries
        where organization_id = ${ada.organizationId} and content like '%FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN%'`;
    });
    await expectRefused(ada, 'TAMPERED', 'is not valid');
  });

  test.each([
    ['of the organization', ada],
    ['of the parent', root],
  ])('error: the entry %s was changed', async (_, of) => {
    resultOf(await forbid(of));
    await database.transaction(
      (sql) => sql`
        update audit_entries set content = replace(content, 'OPERATOR_RECOVERY_FORBIDDEN', 'SMS_AUTH')
        where organization_id = ${of.organizationId}`,
    );
    await expectRefused(ada, 'TAMPERED', 'has a hash that does not match its content');
  });
});

test('error: an older row of a root user was put back', async () => {
  const [old] = await database.query((sql) => sql<[{ mac: string }]>`select mac from users where id = ${eve.userId}`);
  await setQuorum(service, ada, 1, [ada, bob]);
  await database.transaction((sql) => sql`update users set is_root = true, mac = ${old.mac} where id = ${eve.userId}`);
  await expectRefused(eve, 'TAMPERED', `users/${eve.userId} does not match its last audit entry`);
  await expectRefused(ada, 'TAMPERED', `users/${eve.userId} does not match its last audit entry`);
});

describe('the audit', () => {
  const ofAda = (sql: TransactionSql) => sql`organization_id = ${ada.organizationId}`;
  const tamperings: Readonly<Record<string, readonly [(sql: TransactionSql) => PromiseLike<unknown>, RegExp]>> = {
    'the entry names another public key': [
      (sql) => sql`
        update audit_entries set content = replace(content, 'publicKey":"0', 'publicKey":"1')
        where ${ofAda(sql)} and content like '%operatorKey%'`,
      /^entry \d+ (?:does not match its key: publicKey|has a hash that does not match its content)$/,
    ],
    'the entry is removed': [
      (sql) => sql`delete from audit_entries where ${ofAda(sql)} and content like '%operatorKey%'`,
      /^chain does not end at its head$/,
    ],
    'the key is no longer listed': [
      (sql) => sql`delete from operator_keys where ${ofAda(sql)}`,
      /^operator_keys\/\S+ is missing$/,
    ],
    'another key is listed': [
      (sql) => sql`
        insert into operator_keys
        select organization_id, id, 'AAAA' from api_keys where ${ofAda(sql)} and public_key = ${ada.publicKey}`,
      /^operator_keys\/\S+ has no audit entry$/,
    ],
    'the key belongs to another user': [
      (sql) => sql`update api_keys set user_id = ${kim.userId} where ${ofAda(sql)} and name = 'Added by the operator'`,
      /^entry \d+ names the key \S+, which does not exist$/,
    ],
  };
  test.each(Object.keys(tamperings))('error: %s', async (name) => {
    const [tamper, expected] = tamperings[name] as (typeof tamperings)[string];
    await add(ada);
    await database.transaction(async (sql) => await tamper(sql));
    expect(await problems()).toContainEqual(expect.stringMatching(expected));
  });

  test('error: a key and an entry that somebody wrote without the master key', async () => {
    const { apiKeyId } = await add(ada);
    const foreign = newKey();
    await database.transaction(async (sql) => {
      await sql`
        insert into api_keys (organization_id, id, user_id, name, type, curve, public_key, created_at, updated_at, mac)
        select organization_id, ${kim.userId}, user_id, name, type, curve, ${foreign.publicKey}, created_at, updated_at, mac
        from api_keys where ${ofAda(sql)} and id = ${apiKeyId as string}`;
      await sql`
        insert into operator_keys select organization_id, ${kim.userId}, mac from operator_keys where ${ofAda(sql)}`;
      await sql`
        insert into audit_entries (organization_id, sequence, content, hash)
        select organization_id, sequence + 1, replace(content, ${apiKeyId as string}, ${kim.userId}), hash
        from audit_entries where ${ofAda(sql)} order by sequence desc limit 1`;
    });
    expect(refusalOf(await ask({ ...ada, ...foreign }, 'whoami'))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
    expect((await configsOf(ada)).operatorKeys).toHaveLength(1);
    const found = await problems();
    expect(found).toContain('chain does not end at its head');
    expect(found).toContain(`operator_keys/${kim.userId} was not written by this service`);
    expect(found).toContain(`api_keys/${kim.userId} was not written by this service`);
  });

  /** Appends an entry with a valid hash and MAC, which requires the master key. */
  const append = (content: (rows: Marks) => AuditContent, { keys = 1, lists = true } = {}) =>
    database.transaction(async (sql) => {
      const { organizationId, userId } = ada;
      const organization = {
        id: organizationId,
        parentId: root.organizationId,
        name: 'Ada',
        rootThreshold: 1,
        source: null,
      };
      const writer = new RowWriter(sql, service.macs, organization);
      const context = { sql, organization, now: new Date(), services: service, writer };
      const parts = {
        name: 'Key',
        type: 'CREDENTIAL_TYPE_API_KEY_P256',
        curve: 'p256',
        lifetimeSeconds: null,
      } as const;
      const added = Array.from({ length: keys }, () => ({ ...parts, publicKey: newKey().publicKey }));
      const ids = await storeApiKeys(context, userId, added);
      if (lists)
        for (const apiKeyId of ids)
          await sql`insert into operator_keys ${sql(writer.sealed(operatorKeysTable, { organizationId, apiKeyId }))}`;
      const chain = AuditChain.continue(service.macs, organization, await readHead(sql, organization));
      const [{ publicKey = '' } = {}] = added;
      const entry = content(await writer.finish());
      const key = { apiKeyId: ids[0] ?? '', userId, curve: 'p256', publicKey };
      chain.append({ at: context.now.toISOString(), ...key, operator, ...entry }, writer.bytes);
      await chain.write(sql);
    });
  const basisOf = async () => {
    const [row] = await database.query((sql) => sql<[never]>`select * from users where id = ${ada.userId}`);
    return markOf(usersTable, row);
  };

  test('behavior: an entry as the command makes it passes, whoever made it', async () => {
    const basis = await basisOf();
    await append((rows) => ({ said: 'operatorKey', basis, rows }));
    expect(await problems()).toEqual([]);
  });

  test('error: an entry of the operator after the organization had forbidden it', async () => {
    const basis = await basisOf();
    resultOf(await forbid(ada));
    await append((rows) => ({ said: 'operatorKey', basis, rows }));
    expect(await problems()).toEqual([
      expect.stringMatching(
        /^entry \d+ is an operator entry, though the organization had forbidden operator recovery$/,
      ),
    ]);
  });

  test('error: an entry of the operator that adds two keys, or one that is not listed', async () => {
    const basis = await basisOf();
    await append((rows) => ({ said: 'operatorKey', basis, rows }), { keys: 2 });
    await append((rows) => ({ said: 'operatorKey', basis, rows }), { lists: false });
    const wrong = expect.stringMatching(/^entry \d+ is an operator entry, but does not add exactly one key$/);
    expect(await problems()).toEqual([wrong, wrong]);
  });

  test('error: an entry of the operator that does not say who got the key, or names another version', async () => {
    await append((rows) => ({ said: 'operatorKey', rows }));
    await append((rows) => ({ said: 'operatorKey', basis: { [`users/${ada.userId}`]: 'other' }, rows }));
    expect(await problems()).toEqual([
      expect.stringMatching(/^entry \d+ does not record which version of the root user got the key$/),
      expect.stringMatching(/^entry \d+ was decided with another version of users\//),
    ]);
  });

  test('error: a key that neither an activity nor the operator added', async () => {
    await append((rows) => ({ said: 'anything', rows }), { lists: false });
    expect(await problems()).toEqual([expect.stringMatching(/^entry \d+ added api_keys\/\S+ without an activity$/)]);
  });
});

import { afterAll, afterEach, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { keepTables } from '../../../test/kept-tables.ts';
import { addUser } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import type { StampedVote } from '../../../test/put-back.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { watched } from '../../../test/statements.ts';
import { addSubOrganization, setQuorum } from '../../../test/sub-organizations.ts';
import { RowWriter } from '../../core/authority/row-writer.ts';
import type { AuthenticatedTable } from '../../core/tables/define-table.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import { authenticatorsTable } from '../../identity/credentials/authenticators-table.ts';
import type { Database, TransactionSql } from '../../storage/store/database.ts';
import { verifyAudit } from './verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { database, root, submit, send } = service;

// At least one of everything that can happen.
const ada = await addSubOrganization(service, 'Ada');
const passkey = newPasskey();
const bob: Actor = { ...(await addUser(service, ada, { authenticators: [passkey.authenticator] })), ...passkey };
const eve = await addUser(service, ada);
const kim = await addSubOrganization(service, 'Kim');
await setQuorum(service, ada, 2, [ada, bob]);
const feature = { name: 'FEATURE_NAME_AUTH_PROXY' };
const denied = await submit(eve, 'set_organization_feature', feature);
await send(ada, 'set_organization_feature', denied.body);
const { json: completed } = await send(bob, 'set_organization_feature', denied.body);
const doomed = await submit(ada, 'remove_organization_feature', { name: 'FEATURE_NAME_WEBHOOK' });
const { json: failed } = await send(bob, 'remove_organization_feature', doomed.body);
const { json: waiting } = await submit(ada, 'remove_organization_feature', feature);
await submit(eve, 'update_root_quorum', { threshold: 1, userIds: [eve.userId] });
await submit(kim, 'delete_sub_organization', {});

afterEach(await keepTables(database));

const problemsAfter = async (tamper: (sql: TransactionSql) => Promise<{ count: number }>) => {
  const { count } = await database.transaction(tamper);
  expect(count).toBeGreaterThan(0);
  const { problems } = await verifyAudit(service);
  return problems.map(({ subject, problem }) => `${subject} ${problem}`);
};
/** Changes a row together with its MAC, which requires the key. */
async function reseal<Row extends object>(
  sql: TransactionSql,
  table: AuthenticatedTable<Row>,
  id: string,
  changes: Partial<NoInfer<Row>>,
) {
  const rows = await sql<Row[]>`select * from ${sql(table.name)} where id = ${id}`;
  await new RowWriter(sql, service.macs, { id, parentId: null }).change(table, rows, changes);
}

const activityId = completed.activity.id;
const passkeyVote = (sql: TransactionSql) => sql`activity_id = ${activityId} and user_id = ${bob.userId}`;
const apiKeyVote = (sql: TransactionSql) => sql`activity_id = ${activityId} and user_id = ${ada.userId}`;
const flipped = (sql: TransactionSql, column: string) =>
  sql`set_byte(${sql(column)}, 0, get_byte(${sql(column)}, 0) # 1)`;
/** What was stamped with a vote: its own message, or the body of its activity. */
const message = (sql: TransactionSql) =>
  sql`coalesce(message, (select body from activities where activities.id = activity_id)) as message`;
/** A text with another hexadecimal digit at its end. */
const misspelt = (sql: TransactionSql, column: string) =>
  sql`left(${sql(column)}, -1) || case right(${sql(column)}, 1) when '0' then '1' else '0' end`;
const entry = (sql: TransactionSql, number: number) =>
  sql`organization_id = ${ada.organizationId} and sequence = ${number}`;

test('default', async () => {
  expect([completed, failed, waiting].map(({ activity }) => activity.status.slice(16))).toEqual([
    'COMPLETED',
    'FAILED',
    'CONSENSUS_NEEDED',
  ]);
  const { problems, ...counts } = await watched(() => verifyAudit(service));
  expect(problems).toEqual([]);
  // Those of the parent and its two sub-organizations.
  expect(counts).toEqual({
    organizations: 3,
    entries: 3 + 11 + 2,
    activities: 2 + 7 + 1,
    votes: 2 + 8 + 1,
    // The parent has the proxy, its user and its key.
    rows: 9 + 13 + 7,
    rootUserChanges: [],
    operatorKeys: [],
  });
});

test('behavior: can be verified while it grows', async () => {
  const more = Promise.all(Array.from({ length: 5 }, () => addUser(service, root)));
  for (let count = 0; count < 5; count++) expect((await verifyAudit(service)).problems).toEqual([]);
  await more;
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: without a snapshot, what was created meanwhile is not a problem', async () => {
  let isCreated = false;
  /** Reads the sub-organizations as another machine would show them: with one whose entry in the parent's chain was not read. */
  const restless = (sql: TransactionSql) => {
    const createFirst = async (statement: Parameters<TransactionSql>) => {
      isCreated = true;
      await addSubOrganization(service, 'Late');
      return database.query(async (now) => now(...statement));
    };
    const apply = (...statement: Parameters<TransactionSql>) =>
      !isCreated && `${statement[0]}`.includes('where parent_id =') ? createFirst(statement) : sql(...statement);
    return Object.assign(apply, sql) as unknown as TransactionSql;
  };
  const shared: Database = {
    ...database,
    transaction: (work, options) => database.transaction((sql, last) => work(restless(sql), last), options),
  };
  const { problems } = await verifyAudit({ ...service, database: shared });
  expect([isCreated, problems]).toEqual([true, []]);
});

const activityColumns: Record<string, (sql: TransactionSql) => unknown> = {
  type: (sql) => sql`'ACTIVITY_TYPE_DELETE_USERS'`,
  status: (sql) => sql`'ACTIVITY_STATUS_REJECTED'`,
  fingerprint: (sql) => flipped(sql, 'fingerprint'),
  body: (sql) => flipped(sql, 'body'),
  result: (sql) => sql`result || ' '`,
  failure: (sql) => sql`''`,
  denied_user_id: (sql) => sql`null`,
  approvals_since: (sql) => sql`approvals_since + interval '1 ms'`,
  created_at: (sql) => sql`created_at - interval '1 ms'`,
  updated_at: (sql) => sql`updated_at + interval '1 ms'`,
};
test.each(Object.keys(activityColumns))('error: an activity with another %s', async (column) => {
  const problems = await problemsAfter(
    (sql) =>
      sql`update activities set ${sql(column)} = ${activityColumns[column]?.(sql) as never} where id = ${activityId}`,
  );
  expect(problems).toContainEqual(expect.stringContaining(`activity ${activityId}`));
});

const voteColumns: Record<string, (sql: TransactionSql) => unknown> = {
  user_id: (sql) => sql`${eve.userId}::uuid`,
  credential_id: (sql) => sql`gen_random_uuid()`,
  selection: (sql) => sql`'VOTE_SELECTION_REJECTED'`,
  message: (sql) => sql`'{}'::bytea`,
  public_key: (sql) => misspelt(sql, 'public_key'),
  signature: (sql) => sql`replace(signature, substr(signature, length(signature) - 9, 4), '0000')`,
  scheme: (sql) => sql`scheme || 'X'`,
  voter: (sql) => sql`voter || ' '`,
  created_at: (sql) => sql`created_at + interval '1 ms'`,
};
for (const [kind, where] of Object.entries({ 'API key': apiKeyVote, passkey: passkeyVote })) {
  test.each(Object.keys(voteColumns))(`error: a vote by ${kind} with another %s`, async (column) => {
    const problems = await problemsAfter(
      (sql) => sql`update votes set ${sql(column)} = ${voteColumns[column]?.(sql) as never} where ${where(sql)}`,
    );
    expect(problems).toContainEqual(expect.stringMatching(/^vote /));
  });
}

test.each([
  ['api_keys', ada],
  ['authenticators', bob],
] as const)('error: %s with another key, or of another user', async (table, { userId }) => {
  const stampless = expect.stringContaining('has no valid stamp of a key of its user');
  const give = (sql: TransactionSql) => sql`
    update ${sql(table)} set user_id = ${eve.userId} where user_id = ${userId}`;
  expect(await problemsAfter(give)).toContainEqual(stampless);
  const change = (sql: TransactionSql) => sql`
    update ${sql(table)} set public_key = ${misspelt(sql, 'public_key')}, user_id = ${userId}
    where id in (select id from kept.${sql(table)} where user_id = ${userId})`;
  expect(await problemsAfter(change)).toContainEqual(stampless);
});

test('error: a vote stamped again with another key, which then replaces the public key of its API key', async () => {
  const { publicKey, stamper } = newKey();
  let id = '';
  const problems = await problemsAfter(async (sql) => {
    const [vote] = await sql<[StampedVote]>`select *, ${message(sql)} from votes where ${apiKeyVote(sql)}`;
    id = vote.id;
    const { value } = await stamper.stamp(vote.message);
    const { signature } = JSON.parse(Buffer.from(value, 'base64url').toString());
    await reseal(sql, apiKeysTable, vote.credentialId, { publicKey });
    return sql`update votes set public_key = ${publicKey}, signature = ${signature} where id = ${id}`;
  });
  expect(problems).toContain(`vote ${id} has no valid stamp of a key of its user`);
});

test.each(['publicKey', 'credentialId'] as const)(
  'error: a vote stamped again with another passkey, whose %s then replaces that of its authenticator',
  async (changed) => {
    const other = newPasskey();
    const mallory = await addUser(service, root, { authenticators: [other.authenticator] });
    let id = '';
    const problems = await problemsAfter(async (sql) => {
      const [vote] = await sql<[StampedVote]>`select *, ${message(sql)} from votes where ${passkeyVote(sql)}`;
      id = vote.id;
      const [theirs] = await sql<[Record<typeof changed, string>]>`
        delete from authenticators where user_id = ${mallory.userId} returning public_key, credential_id`;
      const [own] = await sql<[Record<typeof changed, string>]>`
        select public_key, credential_id from authenticators where id = ${vote.credentialId}`;
      const { publicKey, credentialId } = Object.assign({}, own, { [changed]: theirs[changed] });
      const { value } = changed === 'publicKey' ? await other.stamper.stamp(vote.message) : { value: vote.signature };
      const signature = JSON.stringify({ ...JSON.parse(value), credentialId });
      await reseal(sql, authenticatorsTable, vote.credentialId, { publicKey, credentialId });
      return sql`update votes set public_key = ${publicKey}, signature = ${signature} where id = ${id}`;
    });
    expect(problems).toContain(`vote ${id} has no valid stamp of a key of its user`);
  },
);

test('behavior: deleted credentials count', async () => {
  await arrangeRows(service, apiKeysTable, { userId: ada.userId }, { deletedAt: new Date() });
  await arrangeRows(service, authenticatorsTable, { userId: bob.userId }, { deletedAt: new Date() });
  expect((await verifyAudit(service)).problems).toEqual([]);
});

const chainTampering: Record<string, (sql: TransactionSql) => Promise<{ count: number }>> = {
  'an entry that says something else': (sql) =>
    sql`update audit_entries set content = replace(content, 'COMPLETED', 'REJECTED_') where ${entry(sql, 2)}`,
  'an entry with one more space': (sql) =>
    sql`update audit_entries set content = content || ' ' where ${entry(sql, 3)}`,
  'an entry with another hash': (sql) =>
    sql`update audit_entries set hash = ${flipped(sql, 'hash')} where ${entry(sql, 3)}`,
  'the first entry deleted': (sql) => sql`delete from audit_entries where ${entry(sql, 1)}`,
  'an entry of the middle deleted': (sql) => sql`delete from audit_entries where ${entry(sql, 3)}`,
  'the last entry deleted': (sql) => sql`delete from audit_entries where ${entry(sql, 11)}`,
  'all entries deleted': (sql) => sql`delete from audit_entries where organization_id = ${ada.organizationId}`,
  // No key is needed to compute it: only the MAC of the head shows that this is another chain.
  'the last entry changed together with its hash': (sql) => sql`
    update audit_entries set content = changed.content, hash = sha256(
      before.hash || int8send(audit_entries.sequence) || convert_to(changed.content, 'UTF8')
    )
    from audit_entries before, (select content || ' ' as content from audit_entries where ${entry(sql, 11)}) changed
    where audit_entries.organization_id = ${ada.organizationId} and audit_entries.sequence = 11
      and before.organization_id = ${ada.organizationId} and before.sequence = 10`,
  'the last entry under another number': (sql) => sql`update audit_entries set sequence = 12 where ${entry(sql, 11)}`,
  'an entry appended': (sql) => sql`
    insert into audit_entries select organization_id, 12, content, hash from audit_entries
    where ${entry(sql, 11)}`,
  'an entry before the first': (sql) => sql`
    insert into audit_entries select organization_id, 0, content, hash from audit_entries
    where ${entry(sql, 1)}`,
  'two entries swapped': (sql) => sql`
    update audit_entries set content = other.content, hash = other.hash from audit_entries other
    where audit_entries.organization_id = ${ada.organizationId} and other.organization_id = ${ada.organizationId}
      and audit_entries.sequence in (3, 4) and other.sequence = 7 - audit_entries.sequence`,
  'an entry of another chain': (sql) => sql`
    update audit_entries set content = other.content, hash = other.hash from audit_entries other
    where audit_entries.organization_id = ${ada.organizationId} and audit_entries.sequence = 1
      and other.organization_id = ${kim.organizationId} and other.sequence = 1`,
  'a head with another hash': (sql) =>
    sql`update audit_heads set hash = ${flipped(sql, 'hash')} where organization_id = ${ada.organizationId}`,
  'a head with another number': (sql) =>
    sql`update audit_heads set sequence = sequence + 1 where organization_id = ${ada.organizationId}`,
  'no head': (sql) => sql`delete from audit_heads where organization_id = ${ada.organizationId}`,
};
test.each(Object.keys(chainTampering))('error: %s', async (name) => {
  const problems = await problemsAfter(chainTampering[name] as never);
  expect(problems).toContainEqual(expect.stringMatching(/^(?:chain|entry \d+) /));
});

test('error: a chain that was cut off together with its head', async () => {
  const problems = await problemsAfter(async (sql) => {
    await sql`delete from audit_entries where ${entry(sql, 11)}`;
    return sql`
      update audit_heads set sequence = 10, hash = audit_entries.hash from audit_entries
      where audit_heads.organization_id = ${ada.organizationId}
        and audit_entries.organization_id = ${ada.organizationId} and audit_entries.sequence = 10`;
  });
  expect(problems).toEqual([
    'chain has a head that was not written by this service',
    expect.stringMatching(/^activity \S+ has no audit entry$/),
  ]);
});

test('error: missing votes and activities', async () => {
  expect(await problemsAfter((sql) => sql`delete from votes where ${apiKeyVote(sql)}`)).toEqual([
    `activity ${activityId} lacks the vote of user ${ada.userId}`,
  ]);
  const problems = await problemsAfter(async (sql) => {
    await sql`delete from votes where activity_id = ${activityId}`;
    return sql`delete from activities where id = ${activityId}`;
  });
  expect(problems).toEqual([`activity ${activityId} is missing`]);
});

test('error: an extra vote', async () => {
  const problems = await problemsAfter(
    (sql) => sql`
      insert into votes select organization_id, activity_id, gen_random_uuid(), ${eve.userId}, credential_id,
        selection, message, public_key, signature, scheme, voter, created_at
      from votes where ${apiKeyVote(sql)}`,
  );
  expect(problems).toContainEqual(expect.stringMatching(/^vote \S+ has no audit entry$/));
  expect(problems).toContainEqual(expect.stringMatching(/^vote \S+ has no valid stamp/));
});

test('error: a vote on another activity', async () => {
  const problems = await problemsAfter(
    (sql) => sql`
      update votes
      set message = (select body from activities where id = other.activity_id), signature = other.signature, public_key = other.public_key
      from votes other
      where votes.activity_id = ${activityId} and votes.user_id = ${ada.userId}
        and other.activity_id = ${failed.activity.id} and other.user_id = ${ada.userId}`,
  );
  expect(problems).toEqual([expect.stringMatching(/^vote \S+ is for another activity$/)]);
});

test('error: an activity in another organization', async () => {
  const problems = await problemsAfter(async (sql) => {
    await sql`
      insert into activities select ${root.organizationId}, id, type, status, fingerprint, body, result, failure,
        denied_user_id, approvals_since, created_at, updated_at, mac
      from activities where id = ${activityId}`;
    await sql`update votes set organization_id = ${root.organizationId} where activity_id = ${activityId}`;
    return sql`delete from activities where id = ${activityId} and organization_id = ${ada.organizationId}`;
  });
  expect(problems).toContain(`activity ${activityId} has no audit entry`);
  expect(problems).toContain(`activity ${activityId} is missing`);
});

test('error: a missing sub-organization', async () => {
  const problems = await problemsAfter(async (sql) => {
    const tables = [
      'audit_entries',
      'audit_heads',
      'votes',
      'activities',
      'authenticators',
      'api_keys',
      'users',
      'features',
    ];
    for (const table of tables) await sql`delete from ${sql(table)} where organization_id = ${ada.organizationId}`;
    return sql`delete from organizations where id = ${ada.organizationId}`;
  });
  expect(problems).toEqual([`organization ${ada.organizationId} is missing`]);
});

test('error: an extra sub-organization', async () => {
  const problems = await problemsAfter(
    (sql) => sql`
      insert into organizations select gen_random_uuid(), parent_id, name, root_threshold, created_at, updated_at,
        null, mac
      from organizations where id = ${ada.organizationId}`,
  );
  expect(problems.toSorted()).toEqual([
    'chain does not begin with the creation of the organization',
    'chain is missing',
    expect.stringMatching(/^organization \S+ has no audit entry$/),
    expect.stringMatching(/^organizations\/\S+ has no audit entry$/),
    expect.stringMatching(/^organizations\/\S+ was not written by this service$/),
  ]);
});

test('error: an organization that was deleted or restored', async () => {
  const { organizationId } = ada;
  expect(
    await problemsAfter((sql) => sql`update organizations set deleted_at = now() where id = ${organizationId}`),
  ).toContain(`organization ${organizationId} is deleted, though no entry says so`);
  await database.query((sql) => sql`update organizations set deleted_at = null where id = ${organizationId}`);
  expect(
    await problemsAfter((sql) => sql`update organizations set deleted_at = null where id = ${kim.organizationId}`),
  ).toContain(`organization ${kim.organizationId} was deleted, but exists again`);
});

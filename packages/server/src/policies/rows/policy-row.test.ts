import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { keepRow } from '../../../test/put-back.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import { requireOrganization } from '../../identity/organizations/organization-row.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import { policiesDigest, requirePolicies } from './policy-row.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { database, submit, ask, services } = service;

const noExports = {
  policyName: 'No exports',
  effect: 'EFFECT_DENY',
  condition: "activity.action == 'EXPORT'",
  notes: '',
};
const signing = { policyName: 'Signing', effect: 'EFFECT_ALLOW', condition: "activity.action == 'SIGN'", notes: '' };

const reading = (actor: Actor) =>
  database.query((sql) => {
    const organization = { id: actor.organizationId, parentId: null, name: '', rootThreshold: 1, source: null };
    return requirePolicies({ sql, organization, services });
  });
const digestOf = (actor: Actor) =>
  database.query(async (sql) => {
    const { policiesDigest } = await requireOrganization({ sql, organization: { id: actor.organizationId }, services });
    return policiesDigest;
  });

/** An organization with two policies. */
async function addPolicies() {
  const [ada] = await addOrganization(service);
  const { policyIds } = resultOf(await submit(ada, 'create_policies', { policies: [noExports, signing] }));
  return { ada, denyId: policyIds[0] as string, allowId: policyIds[1] as string };
}

test('default: oldest first, with the digest of all of them', async () => {
  const { ada, denyId, allowId } = await addPolicies();
  resultOf(await submit(ada, 'create_policy', { ...signing, policyName: 'More' }));
  const policies = await reading(ada);
  expect(policies.map(({ name }) => name)).toEqual(['No exports', 'Signing', 'More']);
  expect(policies.slice(0, 2).map(({ id }) => id)).toEqual([denyId, allowId]);
  expect(await digestOf(ada)).toBe(policiesDigest(policies));
  expect(policiesDigest(policies.toReversed())).toBe(policiesDigest(policies));
});

test('error: policies of an anonymous sign-up that are too long together', async () => {
  const [parent] = await addOrganization(service);
  const parentId = parent.organizationId;
  const [ada] = await addOrganization(service, { parentId, source: 'somewhere' });
  const [invited] = await addOrganization(service, { parentId });
  const long = (name: number, length = 4_000) => ({
    ...signing,
    policyName: `Long ${name}`,
    condition: `wallet.label == '${'a'.repeat(length - "wallet.label == ''".length)}'`,
  });
  const policies = Array.from({ length: 25 }, (_, index) => long(index));
  const { policyIds } = resultOf(await submit(ada, 'create_policies', { policies }));
  const refused = [429, 'RESOURCE_LIMIT_EXCEEDED'];
  expect(refusalOf(await submit(ada, 'create_policy', signing))).toEqual(refused);
  const replacement = { policyId: policyIds[0], policyCondition: `${long(0).condition} || true` };
  expect(refusalOf(await submit(ada, 'update_policy', replacement))).toEqual(refused);
  expect(await reading(ada)).toHaveLength(25);
  resultOf(await submit(ada, 'delete_policy', { policyId: policyIds[0] }));
  resultOf(await submit(ada, 'create_policy', long(0)));
  resultOf(await submit(invited, 'create_policies', { policies: [...policies, long(25)] }));
});

test('behavior: an organization without policies', async () => {
  const [ada] = await addOrganization(service);
  expect(await reading(ada)).toEqual([]);
  expect(await digestOf(ada)).toBeNull();
  const { policyId } = resultOf(await submit(ada, 'create_policy', signing));
  resultOf(await submit(ada, 'delete_policy', { policyId }));
  expect(await reading(ada)).toEqual([]);
  // It had one once: null would hide that all were removed.
  expect(await digestOf(ada)).toBe(policiesDigest([]));
});

test('behavior: policies of others are not among them', async () => {
  const [{ ada }, { ada: kim }] = [await addPolicies(), await addPolicies()];
  const [ids, others] = [await reading(ada), await reading(kim)].map((rows) => rows.map(({ id }) => id));
  expect(ids).toHaveLength(2);
  expect(ids?.filter((id) => others?.includes(id))).toEqual([]);
});

interface Policies {
  readonly ada: Actor;
  readonly denyId: string;
  readonly allowId: string;
}

const tampering: Record<string, (policies: Policies, sql: TransactionSql) => PromiseLike<unknown>> = {
  'a removed policy': ({ denyId }, sql) => sql`delete from policies where id = ${denyId}`,
  'all policies removed': ({ ada }, sql) => sql`delete from policies where organization_id = ${ada.organizationId}`,
  'another effect': ({ denyId }, sql) => sql`update policies set effect = 'EFFECT_ALLOW' where id = ${denyId}`,
  'another condition': ({ allowId }, sql) => sql`update policies set condition = '' where id = ${allowId}`,
};

test.each(Object.entries(tampering))('error: %s', async (_name, tamper) => {
  const policies = await addPolicies();
  const { ada, allowId } = policies;
  await database.transaction(async (sql) => void (await tamper(policies, sql)));
  await expect(reading(ada)).rejects.toThrow(TamperedError);
  expect((await ask(ada, 'list_policies')).error).toBe('INTERNAL');
  expect((await ask(ada, 'get_policy', { policyId: allowId })).error).toBe('INTERNAL');
  // A change must not give what is left a new digest.
  expect((await submit(ada, 'create_policy', { ...signing, policyName: 'More' })).error).toBe('INTERNAL');
  expect((await submit(ada, 'update_policy', { policyId: allowId, policyNotes: 'New' })).error).toBe('INTERNAL');
  expect((await submit(ada, 'delete_policy', { policyId: allowId })).error).toBe('INTERNAL');
});

test('error: an older version of a policy that was put back', async () => {
  const { ada, denyId } = await addPolicies();
  const putBack = await keepRow(database, 'policies', denyId);
  resultOf(await submit(ada, 'update_policy', { policyId: denyId, policyCondition: '' }));
  expect(await reading(ada)).toHaveLength(2);
  await putBack();
  await expect(reading(ada)).rejects.toThrow(TamperedError);
});

test('error: a deleted policy that was put back', async () => {
  const { ada, allowId } = await addPolicies();
  const copy = (from: string, to: string) =>
    database.transaction((sql) =>
      sql`insert into ${sql(to)} select * from ${sql(from)} where id = ${allowId}`.execute(),
    );
  await database.transaction((sql) => sql`create table kept_policies (like policies)`.execute());
  await copy('policies', 'kept_policies');
  resultOf(await submit(ada, 'delete_policy', { policyId: allowId }));
  expect(await reading(ada)).toHaveLength(1);
  await copy('kept_policies', 'policies');
  await expect(reading(ada)).rejects.toThrow(TamperedError);
});

test('error: a digest that the service did not write', async () => {
  const { ada, denyId } = await addPolicies();
  await database.transaction(async (sql) => {
    await sql`delete from policies where id = ${denyId}`;
    await sql`update organizations set policies_digest = null where id = ${ada.organizationId}`;
  });
  await expect(reading(ada)).rejects.toMatchObject({ code: 'ORGANIZATION_NOT_FOUND' });
});

test('behavior: a policy that the service did not write is ignored', async () => {
  const { ada, denyId } = await addPolicies();
  await database.transaction((sql) =>
    sql`
      insert into policies
      select organization_id, gen_random_uuid(), 'Forged', 'EFFECT_ALLOW', '', '', '', '', created_at, updated_at, mac
      from policies where id = ${denyId}`.execute(),
  );
  expect((await reading(ada)).map(({ name }) => name)).toEqual(['No exports', 'Signing']);
});

test('behavior: what is read while policies are changed is of one moment', async () => {
  const [ada] = await addOrganization(service);
  const changes = Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const { policyId } = resultOf(await submit(ada, 'create_policy', { ...signing, policyName: `Policy ${index}` }));
      if (index % 2 === 0) resultOf(await submit(ada, 'delete_policy', { policyId }));
    }),
  );
  let isDone = false;
  const done = changes.finally(() => {
    isDone = true;
  });
  while (!isDone) await reading(ada);
  await done;
  expect(await reading(ada)).toHaveLength(6);
});

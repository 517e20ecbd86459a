import { expect, test } from 'vitest';
import { namesOrganization, needsOnePostgres, StatementWatch, watched } from './statements.ts';

test.each([
  'select * from users where organization_id = $1 and id = $2',
  'select users.id from organizations join users on users.organization_id = organizations.id where organizations.id = $1',
  'select * from (select * from audit_heads where organization_id = $1) h left join (select * from activities where organization_id = $2) a on true',
  'insert into "votes" ("organization_id", "id") values ($1, $2)',
  'update organizations set name = $1 where "id" = $2',
  'delete from directory where parent_id = $1 and kind = $2',
  'select id from instance',
])('default: names an organization: %s', (text) => {
  expect(namesOrganization(text)).toBe(true);
});

test.each([
  'select * from users where id = $1',
  'select * from users where organization_id = any($1)',
  'select * from users join api_keys on api_keys.user_id = users.id where users.organization_id = $1',
  'select * from organizations where parent_id = $1',
  'select * from organizations join users on users.organization_id = organizations.id where users.id = $1',
  'select * from directory where organization_id = $1',
  'insert into votes ("id") values ($1)',
  'update users set name = $1 where id = $2',
  'delete from activities',
])('error: names none: %s', (text) => {
  expect(namesOrganization(text)).toBe(false);
});

test('behavior: only the statements of the service are watched', async () => {
  const watch = new StatementWatch();
  watch.add('select * from users');
  watch.check({ isDistributed: false });
  await watched(async () => watch.add('select   *\n from users'));
  expect(() => watch.check({ isDistributed: false })).toThrow(
    'these statements name no organization:\nselect * from users',
  );
});

test('behavior: statements about several organizations are wrong if the database is distributed', async () => {
  const watch = new StatementWatch();
  const text =
    'select * from organizations where id = any($1::uuid[]) and deleted_at is null order by id for no key update';
  expect(needsOnePostgres(text)).toBe(true);
  await watched(async () => watch.add(text));
  watch.check({ isDistributed: false });
  expect(() => watch.check({ isDistributed: true })).toThrow('these statements name no organization');
});

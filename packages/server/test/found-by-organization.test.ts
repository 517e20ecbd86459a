import { expect, test } from 'vitest';
import { tablesWithoutOrganization } from './found-by-organization.ts';
import { parseStatement } from './sql-tree.ts';

test.each([
  'select * from users where organization_id = $1 and id = $2',
  'select u.id from organizations o join users u on u.organization_id = o.id where o.id = $1',
  'select * from (select * from audit_heads where organization_id = $1) h left join activities a on a.organization_id = h.organization_id',
  'select * from users where organization_id = $1 and exists (select from api_keys where api_keys.organization_id = users.organization_id)',
  'select x.id from unnest($2::uuid[]) as t (id), lateral (select * from activities where organization_id = $1 and id = t.id offset 0) x',
  'select * from users u left join api_keys k on k.organization_id = u.organization_id left join votes v on v.organization_id = k.organization_id where u.organization_id = $1',
  'select * from users u where u.organization_id = $1 and exists (select from api_keys k where k.organization_id = u.organization_id and exists (select from votes v where v.organization_id = k.organization_id))',
  'with own as (select * from users where organization_id = $1) select * from own',
  'insert into "votes" ("organization_id", "id") values ($1, $2), ($3, $4)',
  'insert into votes (organization_id, id) select organization_id, id from users where organization_id = $1',
  'update organizations set name = $1 where "id" = $2::uuid',
  'delete from directory where parent_id = $1 and kind = $2',
  'delete from messages where organization_id = $1 and number in (select number from messages where organization_id = $1)',
  'select id from instance',
  'begin',
])('default: names an organization for every table: %s', (text) => {
  expect(tablesWithoutOrganization(parseStatement(text))).toEqual([]);
});

test.each([
  ['select * from users where id = $1', ['users']],
  ['select * from users where organization_id = any($1)', ['users']],
  ['select * from users where organization_id = $1 or id = $2', ['users']],
  ['select * from users where organization_id in ($1, $2)', ['users']],
  ['select * from users join api_keys on api_keys.user_id = users.id where users.organization_id = $1', ['api_keys']],
  [
    'select * from users u left join api_keys k on k.organization_id = u.organization_id and u.organization_id = $1',
    ['users'],
  ],
  ['select * from organizations where parent_id = $1', ['organizations']],
  [
    'select * from organizations c where c.id = $1 and exists (select from users where organization_id = c.parent_id)',
    ['users'],
  ],
  [
    'select * from organizations join users on users.organization_id = organizations.id where users.id = $1',
    ['organizations', 'users'],
  ],
  [
    'select * from users where organization_id = $1 and id in (select user_id from api_keys where user_id = users.id)',
    ['api_keys'],
  ],
  ['select * from users where exists (select from api_keys where api_keys.organization_id = $1)', ['users']],
  ['select * from users where organization_id = $1 union select * from users', ['users']],
  ['select * from directory where organization_id = $1', ['directory']],
  ['insert into votes ("id") values ($1)', ['votes']],
  ['insert into votes (organization_id, id) select organization_id, id from users', ['votes', 'users']],
  ['update users set name = $1 where id = $2', ['users']],
  ['delete from activities', ['activities']],
])('error: names none: %s', (text, names) => {
  expect(tablesWithoutOrganization(parseStatement(text))).toEqual(names);
});

import { expect, test } from 'vitest';
import { needsOnePostgres, StatementWatch, watched } from './statements.ts';

test('behavior: only the statements of the service are watched', async () => {
  const watch = new StatementWatch();
  watch.add('select * from users');
  watch.check({ isDistributed: false });
  await watched(async () => watch.add('select   *\n from users'));
  expect(() => watch.check({ isDistributed: false })).toThrow(
    'users is not found by an organization: name it by "=" and a value for each use of a table: select * from users',
  );
});

test('behavior: statements about several organizations are wrong if the database is distributed', async () => {
  const watch = new StatementWatch();
  const text =
    'select * from organizations where id = any($1::uuid[]) and deleted_at is null order by id for no key update';
  expect(needsOnePostgres(text)).toBe(true);
  await watched(async () => watch.add(text));
  watch.check({ isDistributed: false });
  expect(() => watch.check({ isDistributed: true })).toThrow('several organizations share this statement');
});

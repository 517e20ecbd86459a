import { expect, test, vi } from 'vitest';
import { createSql, type Query, type Sql, type Statement } from './statement.ts';

/** A tag that only records what its statements send. */
function setUp() {
  const sent: Query[] = [];
  const sql = createSql(async (query) => {
    sent.push(query);
    return Object.assign([], { count: 0 });
  });
  return { sql, sent };
}

async function queryOf(build: (sql: Sql) => Statement): Promise<Query> {
  const { sql, sent } = setUp();
  await build(sql);
  return sent[0] as Query;
}

const bytes = Uint8Array.of(1, 2);

test.each<[string, (sql: Sql) => Statement, Query]>([
  ['values', (sql) => sql`select ${'a'}, ${1}`, { text: 'select $1, $2', values: ['a', '1'] }],
  [
    'the form of values',
    (sql) => sql`${null} ${true} ${5n} ${new Date(0)} ${bytes} ${['x', null, '"']} ${sql.json({ a: [1] })}`,
    {
      text: '$1 $2 $3 $4 $5 $6 $7',
      values: [null, 'true', '5', '1970-01-01T00:00:00.000Z', Buffer.from(bytes), '{"x",NULL,"\\""}', '{"a":[1]}'],
    },
  ],
  [
    'statements in statements',
    (sql) => sql`select ${1} where ${sql`id = ${'a'}`} ${[sql`and b = ${'b'}`, sql`and c`]}`,
    { text: 'select $1 where id = $2 and b = $3 and c', values: ['1', 'a', 'b'] },
  ],
  [
    'names',
    (sql) => sql`select ${sql(['createdAt', 'id'])} from ${sql('api_keys')} order by ${sql('a"b')}`,
    { text: 'select "created_at", "id" from "api_keys" order by "a""b"', values: [] },
  ],
  [
    'a row to insert',
    (sql) => sql`insert into users ${sql({ userId: 'a', name: 'Ada' })}`,
    { text: 'insert into users ("user_id", "name") values ($1, $2)', values: ['a', 'Ada'] },
  ],
  [
    'rows to insert',
    (sql) => sql`insert into users ${sql([{ id: 'a' }, { id: 'b' }])} on conflict do nothing`,
    { text: 'insert into users ("id") values ($1), ($2) on conflict do nothing', values: ['a', 'b'] },
  ],
  [
    'columns to change',
    (sql) => sql`update users set ${sql({ name: 'Ada', deletedAt: null })} where id = ${'a'}`,
    { text: 'update users set "name" = $1, "deleted_at" = $2 where id = $3', values: ['Ada', null, 'a'] },
  ],
])('args: %s', async (_, build, query) => {
  expect(await queryOf(build)).toEqual(query);
});

test('behavior: a statement is sent when it is awaited, and only once', async () => {
  const { sql, sent } = setUp();
  const statement = sql`select 1`;
  await Promise.resolve();
  expect(sent).toEqual([]);
  await statement;
  await statement;
  expect(sent).toHaveLength(1);
});

test('behavior: execute sends immediately, and a failure that is not awaited yet does not end the process', async () => {
  const send = vi.fn(() => Promise.reject(new Error('of the server')));
  const statement = createSql(send)`select 1`.execute();
  expect(send).toHaveBeenCalledOnce();
  await new Promise(setImmediate);
  await expect(statement).rejects.toThrow('of the server');
});

test.each<[string, (sql: Sql) => Statement]>([
  ['undefined', (sql) => sql`select ${undefined as never}`],
  ['an undefined column', (sql) => sql`insert into users ${sql({ id: undefined })}`],
  ['an invalid date', (sql) => sql`select ${new Date(Number.NaN)}`],
  ['a value that JSON cannot represent', (sql) => sql`select ${sql.json(1n)}`],
  ['an object', (sql) => sql`select ${{} as never}`],
  ['a function', (sql) => sql`select ${(() => 1) as never}`],
  ['more values than the protocol can count', (sql) => sql`insert into users ${sql(Array(65_536).fill({ id: 'a' }))}`],
])('error: %s', async (_, build) => {
  const { sql, sent } = setUp();
  await expect(build(sql)).rejects.toMatchObject({ code: 'QUERY_FAILED' });
  expect(sent).toEqual([]);
});

import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { binaryList, type ElementType } from './binary-list.ts';

const moment = new Date('1999-12-31T23:59:59.999Z');
const later = new Date('2040-02-29T12:00:00.001Z');

test.each<[type: ElementType, values: readonly unknown[], read: readonly unknown[]]>([
  ['uuid', ['00112233-4455-6677-8899-aabbccddeeff', null], ['00112233-4455-6677-8899-aabbccddeeff', null]],
  ['text', ['', 'ä"\\{},\n\u{1f600}', null, 'NULL'], ['', 'ä"\\{},\n\u{1f600}', null, 'NULL']],
  ['bytea', [Uint8Array.of(), Uint8Array.of(0, 255), null], ['\\x', '\\x00ff', null]],
  ['boolean', [true, false, null], ['true', 'false', null]],
  ['smallint', [-32_768, 32_767], ['-32768', '32767']],
  ['integer', [-2_147_483_648, 0, null], ['-2147483648', '0', null]],
  ['bigint', [-(2n ** 63n), 2n ** 63n - 1n, 7, null], ['-9223372036854775808', '9223372036854775807', '7', null]],
  ['timestamptz', [moment, later, null], [moment.toISOString(), later.toISOString(), null]],
  ['text', [], []],
])('default: %s', async (type, values, read) => {
  await using test = await createTestDatabase();
  const rows = await test.database.query(async (sql) => {
    const list = binaryList(type, values);
    const selects = {
      uuid: sql`select one::text from unnest((select ${list}::uuid[])) with ordinality as t (one, place)`,
      text: sql`select one from unnest((select ${list}::text[])) with ordinality as t (one, place)`,
      bytea: sql`select one::text from unnest((select ${list}::bytea[])) with ordinality as t (one, place)`,
      boolean: sql`select one::text from unnest((select ${list}::boolean[])) with ordinality as t (one, place)`,
      smallint: sql`select one::text from unnest((select ${list}::smallint[])) with ordinality as t (one, place)`,
      integer: sql`select one::text from unnest((select ${list}::integer[])) with ordinality as t (one, place)`,
      bigint: sql`select one::text from unnest((select ${list}::bigint[])) with ordinality as t (one, place)`,
      timestamptz: sql`select one from unnest((select ${list}::timestamptz[])) with ordinality as t (one, place)`,
    };
    return await selects[type];
  });
  expect(rows.map(({ one }) => (one instanceof Date ? one.toISOString() : one))).toEqual(read);
});

test.each<[type: ElementType, value: unknown]>([
  ['text', undefined],
  ['uuid', '00112233-4455-6677-8899-aabbccddee'],
  ['uuid', '00112233-4455-6677-8899-aabbccddeeff00'],
  ['uuid', ''],
  ['smallint', 32_768],
  ['integer', 2 ** 31],
  ['bigint', 2n ** 63n],
  ['timestamptz', new Date(Number.NaN)],
])('error: %s of %s', (type, value) => {
  expect(() => binaryList(type, [value])).toThrow();
});

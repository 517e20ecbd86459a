import { expect, test } from 'vitest';
import { ApiError } from '../../core/model/api-error.ts';
import { valuePage } from './value-page.ts';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `n[${index}]`, value: BigInt(index) }));

/** All values on the pages of a list, one page after the other. */
async function walk(list: Parameters<typeof valuePage>[0], limit: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let after = ''; ; ) {
    const { values, pageInfo } = await valuePage(list, { limit, after });
    pages.push(values.map(({ value }) => value));
    if (!pageInfo.hasNextPage) return pages;
    after = pageInfo.endCursor ?? '';
  }
}

test('default: ten values, the total, and where the page stands', async () => {
  const { values, totalValues, pageInfo } = await valuePage(numbered(25));
  expect(values.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, index) => `n[${index}]`));
  expect(totalValues).toBe(25);
  expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
});

test('behavior: all pages together are the list, whatever the limit', async () => {
  const all = numbered(250).map(({ value }) => String(value));
  for (const limit of ['1', '7', '50', '100']) {
    const pages = await walk(numbered(250), limit);
    expect(pages.flat()).toEqual(all);
    expect(pages).toHaveLength(Math.ceil(250 / Number(limit)));
  }
});

test('behavior: the page before a cursor', async () => {
  const third = await valuePage(numbered(25), { limit: '5', after: (await second()).pageInfo.endCursor });
  const back = await valuePage(numbered(25), { limit: '5', before: third.pageInfo.startCursor });
  expect(back).toEqual(await second());
  const between = { after: back.pageInfo.startCursor, before: third.pageInfo.startCursor };
  expect((await valuePage(numbered(25), between)).values.map(({ value }) => value)).toEqual(['6', '7', '8', '9']);
});

async function second() {
  const first = await valuePage(numbered(25), { limit: '5' });
  return valuePage(numbered(25), { limit: '5', after: first.pageInfo.endCursor });
}

test('behavior: an empty list, and the end of one', async () => {
  const info = { hasNextPage: false, hasPreviousPage: false };
  expect(await valuePage([])).toEqual({ totalValues: 0, values: [], pageInfo: info });
  const { pageInfo } = await valuePage(numbered(3));
  expect(await valuePage(numbered(3), { after: pageInfo.endCursor })).toMatchObject({ values: [], pageInfo: info });
});

test('behavior: values are in full, and long ones make a page short', async () => {
  const long = Array.from({ length: 5 }, (_, index) => ({ name: 'long', value: `${index}`.repeat(200_000) }));
  const pages = await walk(long, '100');
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
  expect(pages.flat()).toEqual(long.map(({ value }) => `'${value}'`));
  const huge = [{ name: 'huge', value: 'v'.repeat(1_000_000) }];
  expect((await walk([...huge, ...huge], '100')).map((page) => page.length)).toEqual([1, 1]);
});

test('error: a cursor of another list, or none', async () => {
  const { pageInfo } = await valuePage(numbered(25));
  const changed = numbered(25).with(24, { name: 'n[24]', value: 1n });
  const others = ['x', 'MS4x', Buffer.from('1.5.0000').toString('base64url')];
  for (const [list, after] of [
    [changed, pageInfo.endCursor],
    ...others.map((one) => [numbered(25), one] as const),
  ] as const)
    await expect(valuePage(list, { after })).rejects.toThrow(ApiError);
  await expect(valuePage(changed, { after: pageInfo.endCursor })).rejects.toThrow('they have changed since');
});

import { describe, expect, test } from 'vitest';
import { refusal } from '../test/answers.ts';
import { clientOf, createCountingStamper } from '../test/caller.ts';
import { failureOf } from '../test/failure.ts';
import { type Answer, startService } from '../test/service.ts';
import { ApiError, TransportError } from './index.ts';

const caip19 = 'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const contact = { filterType: 'EMAIL', filterValue: 'ada@example.com' } as const;

const vaults = (names: readonly string[], pageInfo?: object): Answer => ({
  body: { vaults: names.map((name) => ({ name })), pageInfo },
});
const organizations = (...organizationIds: readonly string[]): Answer => ({ body: { organizationIds } });

async function collect<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

async function walk(answers: readonly Answer[], paginationOptions?: object) {
  const service = await startService(...answers);
  const pages = clientOf(service).listEarnVaults({ caip19, ...(paginationOptions && { paginationOptions }) });
  const names = (await collect(pages)).map(({ name }) => name);
  return { names, asked: service.requests.map(({ body }) => JSON.parse(body).paginationOptions) };
}

describe('pageInfo', () => {
  test('default: page after page, each with its own stamp', async () => {
    const stamper = createCountingStamper();
    const service = await startService(
      vaults(['a', 'b'], { hasNextPage: true, endCursor: 'B' }),
      vaults(['c', 'd'], { hasNextPage: true, endCursor: 'D' }),
      vaults(['e'], { hasNextPage: false, endCursor: 'E' }),
    );
    const items = await collect(clientOf(service, { stamper }).listEarnVaults({ caip19 }));
    expect(items.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
    const bodies = service.requests.map(({ body }) => JSON.parse(body));
    expect(bodies.map((body) => body.paginationOptions)).toEqual([undefined, { after: 'B' }, { after: 'D' }]);
    expect(bodies).toEqual(bodies.map(() => expect.objectContaining({ caip19 })));
    expect(stamper.bodies).toEqual(service.requests.map(({ body }) => body));
  });

  test('args: limit is kept, and the walk starts at after', async () => {
    const answers = [vaults(['c'], { hasNextPage: true, endCursor: 'C' }), vaults(['d'], { hasNextPage: false })];
    const { names, asked } = await walk(answers, { limit: '1', after: 'B' });
    expect(names).toEqual(['c', 'd']);
    expect(asked).toEqual([
      { limit: '1', after: 'B' },
      { limit: '1', after: 'C' },
    ]);
  });

  test('args: before, with the pages backwards', async () => {
    const answers = [
      vaults(['c', 'd'], { hasPreviousPage: true, startCursor: 'C', hasNextPage: true, endCursor: 'D' }),
      vaults(['b'], { hasPreviousPage: false, startCursor: 'B', hasNextPage: true, endCursor: 'B' }),
    ];
    const { names, asked } = await walk(answers, { before: 'E', after: '' });
    expect(names).toEqual(['c', 'd', 'b']);
    expect(asked).toEqual([
      { before: 'E', after: '' },
      { before: 'C', after: '' },
    ]);
  });

  test('args: before and after, with the pages from after on', async () => {
    const answers = [
      vaults(['b', 'c'], { hasPreviousPage: true, startCursor: 'B', hasNextPage: true, endCursor: 'C' }),
      vaults(['d'], { hasPreviousPage: true, startCursor: 'D', hasNextPage: false, endCursor: 'D' }),
    ];
    const { names, asked } = await walk(answers, { before: 'E', after: 'A' });
    expect(names).toEqual(['b', 'c', 'd']);
    expect(asked).toEqual([
      { before: 'E', after: 'A' },
      { before: 'E', after: 'C' },
    ]);
  });

  test.each<[string, Answer]>([
    ['no pageInfo', vaults(['a'])],
    ['an empty pageInfo', vaults(['a'], {})],
    ['an end', vaults(['a'], { hasNextPage: false, endCursor: 'A' })],
  ])('behavior: %s is the last page', async (_, answer) => {
    expect(await walk([answer])).toEqual({ names: ['a'], asked: [undefined] });
  });

  test('behavior: an empty page in between is not the end', async () => {
    const answers = [vaults([], { hasNextPage: true, endCursor: 'A' }), vaults(['b'])];
    expect(await walk(answers)).toEqual({ names: ['b'], asked: [undefined, { after: 'A' }] });
  });

  test('behavior: a list without its member is empty', async () => {
    expect(await walk([{ body: {} }])).toEqual({ names: [], asked: [undefined] });
  });

  test.each([
    ['the same cursor', { hasNextPage: true, endCursor: 'A' }, 2],
    ['no cursor', { hasNextPage: true }, 1],
    ['an empty cursor', { hasNextPage: true, endCursor: '' }, 1],
  ])('error: more pages, and %s', async (_, pageInfo, count) => {
    const service = await startService(vaults(['a'], pageInfo));
    const error = await failureOf(collect(clientOf(service).listEarnVaults({ caip19 })), TransportError);
    expect(error.code).toBe('UNEXPECTED_RESPONSE');
    expect(service.requests).toHaveLength(count);
  });
});

describe('items as cursors', () => {
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => `id-${from + index}`);

  async function walkIds(answers: readonly Answer[], paginationOptions?: object) {
    const service = await startService(...answers);
    const input = { ...contact, ...(paginationOptions && { paginationOptions }) };
    const items = await collect(clientOf(service).listVerifiedSuborgs(input));
    return { items, asked: service.requests.map(({ body }) => JSON.parse(body).paginationOptions) };
  }

  test('default: page after page, until one is empty', async () => {
    const answers = [organizations(...ids(0, 10)), organizations(...ids(10, 10)), organizations()];
    const { items, asked } = await walkIds(answers);
    expect(items).toEqual(ids(0, 20));
    expect(asked).toEqual([undefined, { after: 'id-9' }, { after: 'id-19' }]);
  });

  test('args: limit', async () => {
    const answers = [organizations('a', 'b'), organizations('c'), organizations()];
    const { items, asked } = await walkIds(answers, { limit: '2' });
    expect(items).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual([{ limit: '2' }, { limit: '2', after: 'b' }, { limit: '2', after: 'c' }]);
  });

  test('behavior: a page that is shorter than the limit is not the last', async () => {
    const answers = [organizations('a'), organizations('b', 'c'), organizations('d'), organizations()];
    expect((await walkIds(answers, { limit: '2' })).items).toEqual(['a', 'b', 'c', 'd']);
  });

  test('args: before', async () => {
    const { items, asked } = await walkIds([organizations('b', 'c'), organizations()], { limit: '2', before: 'd' });
    expect(items).toEqual(['b', 'c']);
    expect(asked).toEqual([
      { limit: '2', before: 'd' },
      { limit: '2', before: 'b' },
    ]);
  });

  test('behavior: an empty page is the last', async () => {
    expect(await walkIds([organizations()])).toEqual({ items: [], asked: [undefined] });
  });

  test('error: the same page again', async () => {
    const service = await startService(organizations('a'));
    const list = clientOf(service).listVerifiedSuborgs({ ...contact, paginationOptions: { limit: '1' } });
    expect(await failureOf(collect(list), TransportError)).toMatchObject({ code: 'UNEXPECTED_RESPONSE' });
    expect(service.requests).toHaveLength(2);
  });
});

describe('one page', () => {
  const more = vaults(['a', 'b'], { hasNextPage: true, endCursor: 'B' });

  test('default: await', async () => {
    const service = await startService(more);
    expect(await clientOf(service).listEarnVaults({ caip19 })).toEqual((more as { body: unknown }).body);
    expect(service.requests).toHaveLength(1);
  });

  test('behavior: await and for await ask for the first page once', async () => {
    const service = await startService(more, vaults(['c']));
    const pages = clientOf(service).listEarnVaults({ caip19 });
    await pages;
    expect(await collect(pages)).toHaveLength(3);
    expect(service.requests).toHaveLength(2);
  });

  test('behavior: break asks for nothing more', async () => {
    const stamper = createCountingStamper();
    const client = clientOf(await startService(more), { stamper });
    for await (const { name } of client.listEarnVaults({ caip19 })) if (name === 'b') break;
    await new Promise(setImmediate);
    expect(stamper.bodies).toHaveLength(1);
  });

  test('error: the first', async () => {
    const client = clientOf(await startService(refusal(400, 'INVALID_CURSOR')));
    expect(await failureOf(client.listEarnVaults({ caip19 }), ApiError)).toMatchObject({ code: 'INVALID_CURSOR' });
    expect(await failureOf(collect(client.listEarnVaults({ caip19 })), ApiError)).toMatchObject({ status: 400 });
  });

  test('error: the second, after the items of the first', async () => {
    const service = await startService(more, refusal(400, 'INVALID_CURSOR'));
    const names: unknown[] = [];
    const walk = async () => {
      for await (const { name } of clientOf(service).listEarnVaults({ caip19 })) names.push(name);
    };
    expect(await failureOf(walk(), ApiError)).toMatchObject({ code: 'INVALID_CURSOR' });
    expect(names).toEqual(['a', 'b']);
  });
});

describe('invalid pages', () => {
  test('error: cursors that repeat', async () => {
    const to = (endCursor: string) => vaults([], { hasNextPage: true, endCursor });
    const service = await startService(to('A'), to('B'), to('A'), to('B'));
    const error = await failureOf(collect(clientOf(service).listEarnVaults({ caip19 })), TransportError);
    expect([error.code, service.requests.length]).toEqual(['UNEXPECTED_RESPONSE', 3]);
  });

  test.each([
    ['text instead of the list', { vaults: 'abc' }],
    ['a number instead of the list', { vaults: 5 }],
    ['a cursor that is not text', { vaults: [], pageInfo: { hasNextPage: true, endCursor: { a: 1 } } }],
  ])('error: %s', async (_, body) => {
    const service = await startService({ body });
    const error = await failureOf(collect(clientOf(service).listEarnVaults({ caip19 })), TransportError);
    expect([error.code, service.requests.length]).toEqual(['UNEXPECTED_RESPONSE', 1]);
  });
});

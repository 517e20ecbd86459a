import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StoreError } from '../../storage/store/store-error.ts';
import { LostOrganizations } from './lost-organizations.ts';

const away = async () => {
  throw new StoreError('UNAVAILABLE');
};

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let begun = 0;
  const work = () => {
    begun++;
    return promise;
  };
  return { work, end: () => resolve('answer'), begun: () => begun };
}

test('default: an organization is lost until its machine answers', async () => {
  const lost = new LostOrganizations();
  await expect(lost.ask('ada', away)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect([lost.has('ada'), lost.has('bob')]).toEqual([true, false]);
  expect(await lost.ask('ada', async () => 'answer')).toBe('answer');
  expect(lost.has('ada')).toBe(false);
});

test('behavior: a refusal by the machine is an answer', async () => {
  const lost = new LostOrganizations();
  const refused = async () => {
    throw new StoreError('QUERY_FAILED');
  };
  await expect(lost.ask('ada', refused)).rejects.toMatchObject({ code: 'QUERY_FAILED' });
  expect(lost.has('ada')).toBe(false);
});

test('behavior: while one asks for a lost organization, others are refused immediately', async () => {
  const lost = new LostOrganizations();
  await lost.ask('ada', away).catch(() => {});
  const first = held();
  const asking = lost.ask('ada', first.work);
  await expect(lost.ask('ada', async () => 'answer')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  first.end();
  expect(await asking).toBe('answer');
  expect(await lost.ask('ada', async () => 'answer')).toBe('answer');
});

test('behavior: few organizations are asked at the same time', async () => {
  const lost = new LostOrganizations();
  const works = Array.from({ length: 10 }, held);
  const asking = works.map(({ work }, index) => lost.ask(`organization ${index}`, work));
  await setImmediate();
  expect(works.filter(({ begun }) => begun() > 0)).toHaveLength(3);
  for (const { end } of works) end();
  expect(await Promise.all(asking)).toEqual(Array(10).fill('answer'));
});

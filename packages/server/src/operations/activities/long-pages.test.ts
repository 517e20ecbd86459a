import { createClient } from '@mintmark/client';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { fetchOf } from '../../runtime/http/in-process.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const maxBytes = 512 * 1024;

const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
const client = createClient({
  baseUrl: 'http://mintmark.local',
  fetch: fetchOf(service.app),
  organizationId: ada.organizationId,
  stamper: ada.stamper,
});
const feature = { name: 'FEATURE_NAME_SMS_AUTH' };

/** Submits an activity with a body of this many bytes. If approved, both users send the body, and each vote stores a copy. */
async function submit(bytes: number, isApproved: boolean): Promise<string> {
  const timestampMs = String(start - ++submitted);
  const { organizationId } = ada;
  const type = 'ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE';
  const body = JSON.stringify({ type, timestampMs, organizationId, parameters: feature }).padEnd(bytes);
  const { json } = await service.send(ada, 'set_organization_feature', body);
  if (isApproved) await service.send(bob, 'set_organization_feature', body);
  return json.activity.id;
}
let submitted = 0;
// No two bodies are the same, as two with the same time would be.
const start = Date.now();

const sizes = [
  0, 0, 200_000, 0, 100_000, 250_000, 250_000, 120_000, 0, 0, 0, 200_000, 200_000, 0, 60_000, 60_000, 60_000,
];
const ids: string[] = [];
for (const [index, size] of sizes.entries()) ids.unshift(await submit(size, index % 3 === 0));

interface Listed {
  readonly id: string;
  readonly votes: readonly { readonly message: string }[];
}
/** Long answers are limited: on a fast machine a page may have to be asked for again. */
const pageOf = async (paginationOptions: object): Promise<Listed[]> => {
  const page = await client.listActivities({ paginationOptions: { limit: '100', ...paginationOptions } });
  return page.activities;
};
/** The minimum stored for an activity: its body, and a copy for each vote. */
const bytesOf = ({ votes }: Listed) =>
  votes.reduce((sum, { message }) => sum + Buffer.byteLength(message), Buffer.byteLength(votes[0]?.message ?? ''));

/** Reads all pages in sequence, with the cursors that a caller would use. */
async function walk(direction: 'after' | 'before', start: object) {
  const pages: Listed[][] = [];
  for (let position = start; ; ) {
    const page = await pageOf(position);
    const last = page.at(direction === 'after' ? -1 : 0);
    if (!last) return pages;
    pages.push(page);
    position = { ...start, [direction]: last.id };
  }
}

describe('pages of large activities', () => {
  test.for<[string, 'after' | 'before', object, readonly string[]]>([
    ['from the newest on', 'after', {}, ids],
    ['from a cursor on', 'after', { after: ids[3] }, ids.slice(4)],
    ['up to the newest', 'before', { before: ids.at(-1) }, ids.slice(0, -1)],
    ['from one cursor to another', 'after', { after: ids[1], before: ids[14] }, ids.slice(2, 14)],
  ])(
    'default: each page ends before it would be too long, and no activity is missing %s',
    async ([, direction, start, expected]) => {
      const pages = await walk(direction, start);
      const inOrder = direction === 'after' ? pages : pages.toReversed();
      expect(inOrder.flat().map(({ id }) => id)).toEqual(expected);
      expect(pages.length).toBeGreaterThan(3);
      for (const page of pages) {
        const bytes = page.reduce((sum, activity) => sum + bytesOf(activity), 0);
        expect(page.length === 1 || bytes <= maxBytes, `${page.length} activities, ${bytes} bytes`).toBe(true);
      }
      // No page is shorter than necessary: with the next activity it would be too long.
      for (const [index, page] of pages.slice(0, -1).entries()) {
        const next = pages[index + 1]?.at(direction === 'after' ? 0 : -1) as Listed;
        const bytes = [...page, next].reduce((sum, activity) => sum + bytesOf(activity) + 4_000, 0);
        expect(bytes).toBeGreaterThan(maxBytes);
      }
    },
  );

  test('behavior: an activity that is longer than a page has a page to itself', async () => {
    const pages = await walk('after', {});
    expect(pages.filter((page) => page.length === 1 && bytesOf(page[0] as Listed) > maxBytes)).not.toEqual([]);
  });

  test.for<[string, object, readonly string[]]>([
    ['everything', {}, ids],
    ['what follows', { after: ids[3] }, ids.slice(4)],
    ['what is between', { after: ids[1], before: ids[14] }, ids.slice(2, 14)],
  ])('behavior: the client walks over %s', async ([, position, expected]) => {
    for (const limit of ['100', '2']) {
      const walked: string[] = [];
      for await (const { id } of client.listActivities({ paginationOptions: { limit, ...position } })) walked.push(id);
      expect(walked).toEqual(expected);
    }
  });

  test('behavior: the client walks backwards', async () => {
    const walked: string[] = [];
    const before = ids.at(-1) as string;
    for await (const { id } of client.listActivities({ paginationOptions: { limit: '100', before } })) walked.push(id);
    expect(walked.toSorted()).toEqual(ids.slice(0, -1).toSorted());
  });
});

import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser } from '../../../test/organizations.ts';
import { addPolicy, isBy } from '../../../test/policies.ts';
import { addPrivateKey } from '../../../test/private-keys.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { digestPayload } from '../../../test/signing.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;

const waiting = 30;
/** Together they take half of the steps that a request has. */
const policies = 8;

const [root] = await addOrganization(service);
const [ada, bob, eve] = [await addUser(service, root), await addUser(service, root), await addUser(service, root)];
const members: Actor[] = [];
for (let count = 0; count < 20; count++) members.push(await addUser(service, root));
const userIds = members.map(({ userId }) => userId);

/** It compares each user with each: some 5,000 steps. */
const condition =
  'activity.params.user_ids.all(one, activity.params.user_ids.all(other, one == other || one != other))';
const consensus = `${isBy(ada)} && ${isBy(bob)}`;
for (let count = 0; count < policies; count++) await addPolicy(service, root, { condition, consensus });
const ids: string[] = [];
for (let count = 0; count < waiting; count++) {
  const { json } = await submit(ada, 'create_user_tag', { userTagName: `Tag ${count}`, userIds });
  expect(json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  ids.unshift(json.activity.id);
}

interface Listed {
  readonly id: string;
  readonly canApprove: boolean;
}

const filterByStatus = ['ACTIVITY_STATUS_CONSENSUS_NEEDED'];
async function pageOf(actor: Actor, paginationOptions: object): Promise<Listed[]> {
  const { json } = await ask(actor, 'list_activities', {
    filterByStatus,
    paginationOptions: { limit: '100', ...paginationOptions },
  });
  return json.activities;
}

async function walk(actor: Actor, direction: 'after' | 'before', start: object) {
  const pages: Listed[][] = [];
  for (let position = start; ; ) {
    const page = await pageOf(actor, position);
    const last = page.at(direction === 'after' ? -1 : 0);
    if (!last) return pages;
    pages.push(page);
    position = { [direction]: last.id };
  }
}

test('behavior: where policies take too many steps, a page is shorter, and exact', async () => {
  const pages = await walk(bob, 'after', {});
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat().map(({ id }) => id)).toEqual(ids);
  expect(pages.flat().every(({ canApprove }) => canApprove)).toBe(true);
  const { json } = await ask(bob, 'get_activity', { activityId: ids[0] });
  expect(json.activity.canApprove).toBe(true);
});

test('behavior: so is the page before a cursor, whose nearest activities stay', async () => {
  const pages = await walk(bob, 'before', { before: ids.at(-1) });
  expect(pages.length).toBeGreaterThan(1);
  expect(
    pages
      .toReversed()
      .flat()
      .map(({ id }) => id),
  ).toEqual(ids.slice(0, -1));
});

test('behavior: a user whom no policy counts costs no evaluation, and gets the whole page', async () => {
  const page = await pageOf(eve, {});
  expect(page.map(({ id }) => id)).toEqual(ids);
  expect(page.some(({ canApprove }) => canApprove)).toBe(false);
});

test('behavior: a root user gets the whole page', async () => {
  const page = await pageOf(root, {});
  expect(page.map(({ id }) => id)).toEqual(ids);
  expect(page.every(({ canApprove }) => canApprove)).toBe(true);
});

test('behavior: a key that several activities of a page name is read once', async () => {
  await using own = await startService();
  const [admin] = await addOrganization(own);
  const [proposer, approver] = [await addUser(own, admin), await addUser(own, admin)];
  const key = await addPrivateKey(own, admin);
  const condition = `private_key.id == '${key}'`;
  await addPolicy(own, admin, { condition, consensus: `${isBy(proposer)} && ${isBy(approver)}` });
  for (let count = 0; count < 5; count++) {
    const payload = String(count).padStart(64, '0');
    const { json } = await own.submit(proposer, 'sign_raw_payload', { signWith: key, ...digestPayload, payload });
    expect(json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  }
  let reads = 0;
  const unwatch = own.watchStatements((text) => {
    if (/from private_keys .*\bid = any/s.test(text)) reads++;
  });
  const { json } = await own.ask(approver, 'list_activities', { filterByStatus });
  unwatch();
  expect(json.activities.map(({ canApprove }: Listed) => canApprove)).toEqual(Array(5).fill(true));
  expect(reads).toBe(1);
});

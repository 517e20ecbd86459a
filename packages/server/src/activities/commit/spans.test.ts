import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { whileLocked } from '../../../test/lock-organization.ts';
import { addUser, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy } from '../../../test/policies.ts';
import { type Actor, type Service, startService } from '../../../test/service.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import type { Span } from '../../core/spans/span.ts';
import { Tracer } from '../../runtime/traces/tracer.ts';

const kept: Span[] = [];
const tracer = new Tracer({ keep: (span) => kept.push(span) });
let service: Service;
let ada: Actor;
let signWith: string;

beforeAll(async () => {
  service = await startService({}, { tracer });
  const { root } = service;
  ada = await addUser(service, root);
  const accounts = [ethereumAccount()];
  const wallet = { walletName: 'Wallet', accounts };
  [signWith] = resultOf(await service.submit(root, 'create_wallet', wallet)).addresses;
  await addPolicy(service, root, { consensus: isBy(ada), condition: "activity.action == 'SIGN'" });
  return () => service[Symbol.asyncDispose]();
});
beforeEach(() => void kept.splice(0));

const sign = (actor: Actor) =>
  service.submit(actor, 'sign_raw_payload', {
    ...{ signWith, payload: 'abc', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
    hashFunction: 'HASH_FUNCTION_SHA256',
  });

interface Tree {
  readonly [name: string]: Tree;
}

/** The names of spans by those of their parents, in the order of their beginnings. */
const treeOf = (spans: readonly Span[], parentId?: string): Tree =>
  Object.fromEntries(
    spans
      .filter((span) => span.parentId === parentId)
      .toSorted((one, other) => one.startMs - other.startMs)
      .map(({ name, id }) => [name, treeOf(spans, id)]),
  );

const attributesOf = (name: string) => kept.filter((span) => span.name === name).map(({ attributes }) => attributes);

/** A commit may decide more than once. */
const decisions = () => new Set(attributesOf('decide').map(({ decision }) => decision));

test('default: an activity with slow work has every phase', async () => {
  expect((await sign(ada)).status).toBe(200);
  expect(treeOf(kept)).toEqual({
    sign_raw_payload: {
      authenticate: {},
      look: { decide: {} },
      prepare: { sign: {} },
      commit: { decide: {} },
    },
  });
  const { requestId, organizationId } = service.logged.at(-1) ?? expect.fail();
  expect(attributesOf('sign_raw_payload')).toEqual([
    {
      ...{ operation: 'sign_raw_payload', requestId, organizationId, status: 200 },
      activityStatus: 'ACTIVITY_STATUS_COMPLETED',
    },
  ]);
  expect(decisions()).toEqual(new Set(['run']));
  expect(attributesOf('sign')).toEqual([{ curve: 'CURVE_SECP256K1', signatures: 1 }]);
  expect(service.logged.at(-1)).toMatchObject({ traceId: kept[0]?.traceId });
});

test('behavior: an activity without slow work begins with the commit, and a query has no phase', async () => {
  await service.submit(service.root, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
  expect(treeOf(kept)).toEqual({ create_user_tag: { authenticate: {}, commit: { decide: {} } } });
  kept.splice(0);
  await service.ask(ada, 'whoami');
  expect(treeOf(kept)).toEqual({ whoami: { authenticate: {} } });
});

test('behavior: a denial', async () => {
  const { status } = await service.submit(ada, 'create_user_tag', { userTagName: 'Denied', userIds: [] });
  expect(status).toBe(403);
  expect(decisions()).toEqual(new Set(['deny']));
  expect(kept.at(-1)).toMatchObject({
    attributes: { status: 403, errorCode: 'REQUEST_NOT_AUTHORIZED' },
    isError: false,
  });
});

test('behavior: activities that are committed together have their own spans', async () => {
  const { root } = service;
  const isRecorded = (index: number) => index % 2 === 0;
  const begin = tracer.beginRequest.bind(tracer);
  let count = 0;
  tracer.beginRequest = (traceparent) => (isRecorded(count++) ? begin(traceparent) : undefined);
  onTestFinished(() => {
    tracer.beginRequest = begin;
  });
  const names = Array.from({ length: 8 }, (_, index) => `Together ${index}`);
  const replies = await whileLocked(service, root, () =>
    names.map((userTagName) => service.submit(root, 'create_user_tag', { userTagName, userIds: [] })),
  );
  expect(replies.map(({ status }) => status)).toEqual(names.map(() => 200));
  const traces = Map.groupBy(kept, ({ traceId }) => traceId);
  expect([...traces.values()].map((spans) => treeOf(spans))).toEqual(
    names
      .filter((_, index) => isRecorded(index))
      .map(() => ({
        create_user_tag: { authenticate: {}, commit: { decide: {} } },
      })),
  );
});

test('behavior: a refused stamp, and a page', async () => {
  const { status } = await service.ask(
    { ...ada, stamper: service.root.stamper, organizationId: crypto.randomUUID() },
    'whoami',
  );
  expect(status).toBe(401);
  expect(treeOf(kept)).toEqual({ whoami: { authenticate: {} } });
  expect(attributesOf('authenticate')).toEqual([{ errorCode: 'PUBLIC_KEY_NOT_FOUND' }]);
  const headers = { host: ['x'] } as Readonly<Record<string, readonly string[]>>;
  const readBody = async () => new Uint8Array();
  const request = { method: 'GET', address: '', header: (name: string) => headers[name] ?? [], readBody };
  await service.app({ ...request, path: '/health' });
  await service.app({ ...request, path: '/nowhere' });
  expect(attributesOf('health')).toEqual([]);
  expect(kept).toHaveLength(2);
});

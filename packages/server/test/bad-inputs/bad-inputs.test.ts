import { effort, repetitions } from '@mintmark/testing/effort';
import { patience } from '@mintmark/testing/patience';
import { createRandom } from '@mintmark/testing/random';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { verifyAudit } from '../../src/activities/audit-proof/verify-audit.ts';
import { isVote } from '../../src/core/handlers/activity-types.ts';
import type { App } from '../../src/runtime/http/exchange.ts';
import { listen } from '../../src/runtime/http/listen.ts';
import { isForUser } from '../authorization/rules.ts';
import { addPlace, type Place } from '../authorization/world.ts';
import { type Answer, newAddress, sendBytes, sendOverSocket, stampFor } from '../exchange.ts';
import { trustingServices } from '../link-rows.ts';
import { startCompleteService } from '../passcodes.ts';
import { fieldsOf, withValue } from '../requests/fields.ts';
import { idFieldsOf } from '../requests/id-fields.ts';
import { type Operation, operations, withInnerRequest } from '../requests/operations.ts';
import type { Service } from '../service.ts';
import { countActivities, readTables, type TableState } from '../table-state.ts';
import { type BadBody, badBodies, buildDraft, longBodies } from './bad-bodies.ts';
import { badStamps } from './bad-stamps.ts';
import { checkAnswer } from './check-answer.ts';
import { isOfContract } from './oracle.ts';

// All of them with TEST_EFFORT=100.
const { seed } = effort;
const rounds = repetitions({ usual: 1_000, full: 10_500 });
/** How many percent of the long values and of the bad stamps each operation gets. */
const percent = repetitions({ usual: 10, full: 100 });
/** How many bodies each operation gets over a socket. */
const overSocket = repetitions({ usual: 1, full: 10 });

/** How many tests share a service. The more they leave in its database, the longer it takes to read. */
const testsOfService = 30;
let tests = 0;
let service: Service;
let app: App;
beforeEach(async () => {
  if (tests++ % testsOfService !== 0) return;
  await endService();
  service = await startCompleteService(trustingServices);
  app = service.app;
}, patience);
afterAll(endService, patience);

async function endService(): Promise<void> {
  if (!service) return;
  expect((await verifyAudit(service)).problems).toEqual([]);
  await service[Symbol.asyncDispose]();
}

const counts = {
  bodies: 0,
  'long bodies': 0,
  'not of the contract': 0,
  'carried out': 0,
  stamps: 0,
  'over a socket': 0,
};
const random = createRandom(seed);
const isDrawn = () => percent >= 100 || random(100) < percent;
const named = operations.map((operation) => [operation.name, operation] as const);
const total = operations.reduce((sum, operation) => sum + [...badBodies(operation, operation.buildBody())].length, 0);

/** The sign-up proxy of the service acts in its sub-organizations. */
const newPlace = ({ unit }: Operation): Promise<Place> =>
  addPlace(
    service,
    unit.kind === 'proxy' || unit.name === 'delete_sub_organization' ? service.root.organizationId : null,
  );

function goodBody(operation: Operation, place: Place): unknown {
  const { unit, request, buildBody } = operation;
  let body: unknown = buildBody();
  const ids = isForUser(operation) ? { ...place.ids, user: place.callers.root.userId } : place.ids;
  if (namesOrganization(operation)) body = withValue(body, ['organizationId'], place.id);
  for (const { path, kind, isCursor } of idFieldsOf(unit, request))
    if (!isCursor) body = withValue(body, path, ids[kind]);
  return JSON.parse(JSON.stringify(withInnerRequest(operation, body)));
}

/** The handlers of these refuse values that match the schema. */
const withRulesOfTheirOwn: readonly string[] = [
  'dry_run_activity',
  'init_otp',
  'list_suborgs',
  'list_verified_suborgs',
  'set_organization_feature',
  'update_auth_proxy_config',
  'update_user_tag',
];

/** Operations that accept an attested stamp. They verify its token after its signature. */
const acceptsAttested: readonly string[] = ['stamp_login'];

type Send = (path: string, body: Buffer, headers: Readonly<Record<string, readonly string[]>>) => Promise<Answer>;
const sendHere: Send = (path, body, headers) => sendBytes(app, path, body, headers);

/** The header that admits a body: a valid stamp, or the configuration of the sign-up proxy. */
const admission = async ({ unit }: Operation, place: Place, bytes: Buffer) =>
  unit.kind === 'proxy'
    ? { 'x-auth-proxy-config-id': [service.authProxyConfigId] }
    : await stampFor(place.callers.root, bytes);

/** The interface of a contract may be longer than a whole request. */
const largestBody = 256 * 1024;

/** Sends a body that is admitted, and checks what holds for every answer. */
async function ask(operation: Operation, input: BadBody, place: Place, send = sendHere): Promise<Answer> {
  const { bytes } = input;
  const answer = await send(operation.unit.path, bytes, await admission(operation, place, bytes));
  try {
    const code = checkAnswer(operation, answer);
    if (isOfContract(operation, input)) {
      if (!withRulesOfTheirOwn.includes(operation.unit.name)) expect(code, answer.body).not.toBe('REQUEST_INVALID');
      return answer;
    }
    expect(answer.status, answer.body).toBe(bytes.length > largestBody ? 413 : 400);
  } catch (error) {
    throw new Error(`${operation.name}, ${input.change}, seed ${seed}, body ${shown(bytes)}`, { cause: error });
  }
  counts['not of the contract']++;
  return answer;
}

/** What matches the contract may be carried out, however odd it is. Queries change nothing. */
const isRisky = (operation: Operation, input: BadBody) =>
  operation.unit.kind !== 'query' && isOfContract(operation, input);

const shown = (bytes: Buffer) => (bytes.length > 2_000 ? `${bytes.subarray(0, 2_000)}…` : `${bytes}`);

test.for(named)(
  'behavior: %s accepts nothing outside the contract, and changes nothing',
  { timeout: patience },
  async ([, operation]) => {
    const place = await newPlace(operation);
    const drafts = [...badBodies(operation, goodBody(operation, place))].filter(() => random(total) < rounds);
    const inputs = drafts.map(buildDraft);
    counts.bodies += inputs.length;
    await tryAll(operation, inputs, place);
  },
);

test.for(named)('behavior: %s accepts or refuses long values', { timeout: patience }, async ([, operation]) => {
  const place = await newPlace(operation);
  const inputs = [...longBodies(operation, goodBody(operation, place), random)].filter(isDrawn);
  counts['long bodies'] += inputs.length;
  await tryAll(operation, inputs, place);
});

/** Sends bodies that were made for an organization, and checks that only activities that are carried out change rows. */
async function tryAll(operation: Operation, inputs: readonly BadBody[], first: Place): Promise<void> {
  const risky = inputs.filter((input) => isRisky(operation, input));
  const harmless = inputs.filter((input) => !isRisky(operation, input));
  let state = await readTables(service.database);
  await inBatches(harmless, (input) => ask(operation, input, first));
  expect(await readTables(service.database)).toEqual(state);

  let place = first;
  let isUsed = false;
  /** Sends a body to the present place, and tells whether it was carried out. */
  const tryInput = async (input: BadBody) => {
    const { status } = await ask(operation, { ...input, bytes: moved(input.bytes, first, place) }, place);
    if (status !== 200) {
      const after = await readTables(service.database);
      expect([input.change, comparable(operation, after)]).toEqual([input.change, comparable(operation, state)]);
      state = after;
      return false;
    }
    isUsed = true;
    counts['carried out']++;
    expect(await countActivities(service.database)).toBe(
      state.activities + (isLookUp(operation) || isVoteOn(operation) ? 0n : 1n),
    );
    // A delivery changes rows, too.
    await service.outbox.idle();
    state = await readTables(service.database);
    return true;
  };
  const move = async () => {
    place = await newPlace(operation);
    isUsed = false;
    state = await readTables(service.database);
  };
  // Some changes give the same body, and the same body is the same activity.
  for (const input of new Map(risky.map((input) => [input.bytes.toString('latin1'), input])).values()) {
    // The caller may not be root any more, and a denial would be kept.
    if (isUsed && operation.unit.name === 'update_root_quorum') await move();
    if ((await tryInput(input)) || !isUsed) continue;
    // What was carried out before may be the reason, for example if it has deleted what the body names.
    await move();
    await tryInput(input);
  }
}

test.for(named.filter(([, { unit }]) => unit.kind !== 'proxy'))(
  'behavior: %s is refused if the stamp is not valid',
  { timeout: patience },
  async ([, operation]) => {
    const place = await newPlace(operation);
    const body = Buffer.from(JSON.stringify(goodBody(operation, place)));
    const before = await readTables(service.database);
    for await (const { change, headers, attestedError } of badStamps(place.callers.root, body, random)) {
      if (!isDrawn()) continue;
      counts.stamps++;
      const answer = await sendHere(operation.unit.path, body, headers);
      const code = checkAnswer(operation, answer);
      const isAttested = attestedError && acceptsAttested.includes(operation.name);
      const expected = isAttested ? [change, 400, attestedError] : [change, 401, code];
      expect([change, answer.status, code], `seed ${seed}, headers ${JSON.stringify(headers)}`).toEqual(expected);
    }
    expect(await readTables(service.database)).toEqual(before);
  },
);

test.for(named.filter(([, { unit }]) => unit.kind === 'proxy'))(
  'behavior: %s names the field that is missing or that it does not know',
  async ([, operation]) => {
    const place = await newPlace(operation);
    const good = goodBody(operation, place) as Record<string, unknown>;
    const required = [...fieldsOf(operation.request)].filter(
      ({ path, isOptional }) => path.length === 1 && !isOptional,
    );
    expect(required).not.toEqual([]);
    const bodies = [
      ...required.map(({ name }) => [name, { ...good, [name]: undefined }] as const),
      ['unexpected', { ...good, unexpected: true }] as const,
    ];
    for (const [field, body] of bodies) {
      const bytes = Buffer.from(JSON.stringify(body));
      const answer = await sendHere(operation.unit.path, bytes, await admission(operation, place, bytes));
      expect(checkAnswer(operation, answer)).toBe('REQUEST_INVALID');
      const [, { fieldViolations }] = JSON.parse(answer.body).details;
      expect(fieldViolations).toEqual([{ field, description: expect.any(String) }]);
    }
  },
);

test('behavior: the same over a socket', { timeout: patience }, async () => {
  await using server = await listenHere();
  const send: Send = (...message) => sendOverSocket(server.url, ...message);
  for (const operation of operations) {
    const place = await newPlace(operation);
    const drafts = [...badBodies(operation, goodBody(operation, place))];
    const some: BadBody[] = [];
    while (some.length < overSocket) {
      const input = buildDraft(drafts[random(drafts.length)] as (typeof drafts)[number]);
      if (!isRisky(operation, input)) some.push(input);
    }
    const before = await readTables(service.database);
    await Promise.all(some.map((input) => ask(operation, input, place, send)));
    expect(await readTables(service.database)).toEqual(before);
    counts['over a socket'] += some.length;
  }
  const [[, operation] = []] = named;
  if (!operation) throw new Error('no operation');
  const place = await newPlace(operation);
  const body = Buffer.from(JSON.stringify(goodBody(operation, place)));
  for await (const { change, headers } of badStamps(place.callers.root, body, random)) {
    // Headers that are too large are refused before there is a request.
    if (JSON.stringify(headers).length > 30_000) continue;
    const { status } = await send(operation.unit.path, body, headers);
    expect([change, status], `seed ${seed}, headers ${JSON.stringify(headers)}`).toEqual([change, 401]);
    counts['over a socket']++;
  }
});

async function listenHere() {
  const { url, close } = await listen((request) => app({ ...request, address: newAddress() }), {
    port: 0,
    host: '127.0.0.1',
  });
  return { url, [Symbol.asyncDispose]: close };
}

test('behavior: nothing is left behind', () => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  const words = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  console.log(`bad inputs: ${words.join(', ')}; seed ${seed}`);
  expect(counts['carried out']).toBeLessThan((counts.bodies + counts['long bodies']) / 10);
});

async function inBatches<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += 25) await Promise.all(items.slice(start, start + 25).map(work));
}

/** A body that was made for one place, for another. */
function moved(bytes: Buffer, from: Place, to: Place): Buffer {
  const ids = Object.entries({ ...from.ids, root: from.callers.root.userId, organization: from.id });
  const others: Record<string, string | undefined> = { ...to.ids, root: to.callers.root.userId, organization: to.id };
  const text = ids.reduce((text, [kind, id]) => {
    const other = others[kind] ?? id;
    return text.replaceAll(id, other).replaceAll(id.toUpperCase(), other.toUpperCase());
  }, bytes.toString('latin1'));
  return Buffer.from(text, 'latin1');
}

const isVoteOn = ({ unit }: Pick<Operation, 'unit'>) => unit.kind === 'activity' && isVote(unit);

/** Without the times of sign-ups: the time of a refused one is kept, so that a repetition is the same request. */
const comparable = ({ unit }: Operation, { tables, ...counts }: TableState): TableState => ({
  ...counts,
  tables: tables.filter(({ name }) => !('repeatable' in unit) || name !== 'sign_ups'),
});

/** The one operation of the sign-up proxy that submits no activity. */
const isLookUp = ({ unit }: Pick<Operation, 'unit'>) => unit.name === 'account';

const namesOrganization = ({ request }: Pick<Operation, 'request'>) =>
  [...fieldsOf(request)].some(({ path }) => path.join() === 'organizationId');

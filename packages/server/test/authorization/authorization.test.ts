import { randomUUID } from 'node:crypto';
import { ApiError, errors } from '@mintmark/schema';
import { effort, repetitions } from '@mintmark/testing/effort';
import { createRandom } from '@mintmark/testing/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../../src/activities/audit-proof/verify-audit.ts';
import { RateLimit } from '../../src/core/limits/rate-limit.ts';
import { createApp } from '../../src/runtime/app.ts';
import { createCounts } from '../../src/runtime/auth/counts.ts';
import type { App } from '../../src/runtime/http/exchange.ts';
import { type Answer, sendBytes, stampFor } from '../exchange.ts';
import { trustingServices } from '../link-rows.ts';
import { startCompleteService } from '../passcodes.ts';
import { idFieldsOf } from '../requests/id-fields.ts';
import { type Operation, operations } from '../requests/operations.ts';
import type { Actor, Service } from '../service.ts';
import { watched } from '../statements.ts';
import { readTables } from '../table-state.ts';
import { allQuestions, bodyOf, type PlacedQuestion, placeOf } from './questions.ts';
import { type Expectation, expectationOf } from './rules.ts';
import { addPlace, addWorld, enableProxy, type Place, type World } from './world.ts';

/** The same users are denied more than a user may be in so short a time. */
const counts = createCounts();
Object.assign(counts.rateLimits, { denials: new RateLimit({ perSecond: 10_000, burst: 10_000 }) });

let service: Service;
let app: App;
let world: World;
/** The configuration of the sign-up proxy of the parent. */
let configId: string;
beforeAll(async () => {
  service = await startCompleteService(trustingServices);
  const { database, services, outbox } = service;
  const created = createApp({ database, services, outbox, counts });
  app = (request) => watched(() => created(request));
  world = await addWorld(service);
  configId = await enableProxy(service, world.parent);
});
afterAll(() => service[Symbol.asyncDispose]());

const tally = { questions: 0, answered: 0, refused: 0, kept: 0 };
/** How many percent of the questions with an id from elsewhere are asked. */
const percent = repetitions({ usual: 25, full: 100 });
const random = createRandom(effort.seed);
const questions = [...allQuestions()].filter(({ other }) => !other || random(100) < percent);

async function ask(question: PlacedQuestion, inWorld: World): Promise<(Answer & { sent: string }) | undefined> {
  const sent = bodyOf(inWorld, question);
  const caller = placeOf(inWorld, question.named, question.from)?.callers[question.callerKind];
  if (sent === undefined || !caller) return undefined;
  const body = Buffer.from(sent);
  return { ...(await sendBytes(app, question.operation.unit.path, body, await stampFor(caller, body))), sent };
}

const told = ({ operation, named, from, callerKind, isSelf, other }: PlacedQuestion) =>
  [
    `${operation.name} in ${named} by ${callerKind} of ${from}`,
    isSelf && 'on itself',
    other && `with ${other.field.path.join('.')} of ${other.origin}`,
  ]
    .filter(Boolean)
    .join(', ');

const isWrite = ({ operation }: PlacedQuestion) => operation.unit.kind === 'activity';

/** A question as text, with what was answered, for a comparison that shows both. */
const verdict = (question: PlacedQuestion, answer: string) => `${told(question)}: ${answer}`;

function expectedAnswer(expectation: Expectation): string {
  if (expectation.is === 'answered') return '200';
  return `${errors[expectation.error].httpStatus} ${expectation.error}${expectation.is === 'kept' ? ' kept' : ''}`;
}

function actualAnswer({ status, body }: Answer): string {
  const json = JSON.parse(body);
  if (status === 200) return '200';
  const [detail] = ApiError.parse(json).details;
  return `${status} ${detail?.errorCode}${detail?.activityId ? ' kept' : ''}`;
}

/** An answer without the ids in it. */
const wordsOf = ({ body }: Answer) => body.replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{64}/g, '…');

test.for(operations.map((operation) => [operation.name, operation] as const))(
  'behavior: %s is refused to unauthorized callers, in the same words, and changes nothing',
  async ([, operation]) => {
    const asked = questions.filter((question) => question.operation === operation);
    const refusals = asked.filter((question) => expectationOf(question).is !== 'answered' || !isWrite(question));
    const before = await readTables(service.database);
    const said = new Map<string, Set<string>>();
    let denials = 0n;
    for (let start = 0; start < refusals.length; start += 20) {
      await Promise.all(
        refusals.slice(start, start + 20).map(async (question) => {
          const answer = await ask(question, world);
          if (!answer) return;
          const expectation = expectationOf(question);
          tally.questions++;
          tally[expectation.is]++;
          if (expectation.is === 'kept') denials++;
          expect(verdict(question, actualAnswer(answer))).toBe(verdict(question, expectedAnswer(expectation)));
          expect(answer.headers['Content-Type']).toBe('application/json');
          if (expectation.is === 'answered') return expectNothingOfOthers(question, answer);
          const key = `${expectation.error} ${expectation.is} ${question.other?.field.path.join('.') ?? ''}`;
          said.set(key, (said.get(key) ?? new Set()).add(wordsOf(answer)));
        }),
      );
    }
    for (const [key, words] of said) expect([key, ...words]).toEqual([key, expect.any(String)]);
    const after = await readTables(service.database);
    expect(after).toEqual({
      ...before,
      activities: before.activities + denials,
      denials: before.denials + denials,
      auditEntries: before.auditEntries + denials,
    });
  },
);

test('behavior: a caller without a known credential gets the same error for every request', async () => {
  const words = new Set<string>();
  for (const question of questions) {
    const expectation = expectationOf(question);
    if (expectation.is !== 'refused' || expectation.error !== 'PUBLIC_KEY_NOT_FOUND' || question.other) continue;
    const answer = await ask(question, world);
    if (answer) words.add(answer.body);
  }
  expect(words.size).toBe(1);
});

/** How the activity of an operation ends for an authorized caller, where it is not completed. */
const endings: Readonly<Record<string, string>> = {
  reject_activity: 'REJECTED',
  // It began and failed: the services of these tests have no node.
  eth_send_transaction: 'FAILED',
  earn_deploy_wrapper: 'FAILED',
  earn_deposit: 'FAILED',
  earn_withdraw: 'FAILED',
};

/** What needs a sign-up proxy to change. */
const ofProxies: readonly string[] = ['disable_auth_proxy', 'update_auth_proxy_config'];

const submitted = operations.filter(
  ({ unit, isImplemented, refusal }) => unit.kind === 'activity' && isImplemented && !refusal,
);

test.for(submitted.map((operation) => [operation.name, operation] as const))(
  'behavior: %s is carried out for authorized callers',
  async ([, operation]) => {
    const asked = questions.filter((question) => question.operation === operation);
    const allowed = asked.filter((question) => expectationOf(question).is === 'answered');
    expect(allowed).not.toEqual([]);
    for (const question of allowed) {
      // In a new organization, unless the caller is of a sub-organization that exists.
      const fresh =
        question.from === 'child'
          ? world.parent
          : await addPlace(service, question.namesChild ? world.parent.id : null);
      if (ofProxies.includes(operation.unit.name)) await enableProxy(service, fresh);
      const answer = await ask(question, { ...world, [question.namesChild ? 'child' : 'parent']: fresh });
      if (!answer) throw new Error(`nothing to ask: ${told(question)}`);
      tally.questions++;
      tally.answered++;
      const { activity } = JSON.parse(answer.body);
      const status = endings[operation.unit.name] ?? 'COMPLETED';
      expect(verdict(question, activity?.status ?? answer.body)).toBe(verdict(question, `ACTIVITY_STATUS_${status}`));
    }
  },
);

/** What a request to the sign-up proxy gets where not 200: the tests have no code, and no token of a contact. */
const proxyAnswers: Readonly<Record<string, string>> = {
  otp_verify_v2: '400 INVALID_OTP_CODE',
  otp_login_v2: '400 INVALID_VERIFICATION_TOKEN',
};

const proxied = operations
  .filter(({ unit }) => unit.kind === 'proxy')
  .map((operation) => [operation.name, operation] as const);

/** Sends a request to a sign-up proxy, with a stamp if somebody makes it. */
async function askProxy(operation: Operation, more: object, config: string, caller?: Actor): Promise<Answer> {
  const body = Buffer.from(JSON.stringify({ ...operation.buildBody(), ...more }));
  const stamp = caller && (await stampFor(caller, body));
  const answer = await sendBytes(app, operation.unit.path, body, { ...stamp, 'x-auth-proxy-config-id': [config] });
  tally.questions++;
  tally[answer.status === 200 ? 'answered' : 'refused']++;
  return answer;
}

const takesOrganization = ({ unit }: Operation) => unit.kind === 'proxy' && 'organizationId' in unit.request.shape;

test.for(proxied)('behavior: %s is answered by the configuration, whoever stamps it', async ([name, operation]) => {
  const named = takesOrganization(operation) ? { organizationId: world.child.id } : {};
  const callers = [world.parent, world.child, world.stranger].flatMap((place) => Object.values(place.callers));
  for (const caller of [undefined, ...callers])
    expect(actualAnswer(await askProxy(operation, named, configId, caller))).toBe(proxyAnswers[name] ?? '200');
  // A delivery changes rows, too.
  await service.outbox.idle();
  const before = await readTables(service.database);
  for (const { id, callers } of Object.values(world))
    expect(actualAnswer(await askProxy(operation, named, id, callers.root))).toBe('401 AUTH_PROXY_CONFIG_NOT_FOUND');
  expect(await readTables(service.database)).toEqual(before);
});

test.for(proxied.filter(([, operation]) => takesOrganization(operation)))(
  'behavior: %s reaches the sub-organizations of its own organization, and no other',
  async ([name, operation]) => {
    const words = new Set<string>();
    const reach = async (organizationId: string) => {
      const answer = await askProxy(operation, { organizationId }, configId);
      if (answer.status !== 200) words.add(wordsOf(answer));
      return actualAnswer(answer);
    };
    for (const { id } of [world.child, world.sibling]) expect(await reach(id)).toBe(proxyAnswers[name] ?? '200');
    const before = await readTables(service.database);
    for (const id of [world.parent.id, world.stranger.id, randomUUID()])
      expect(await reach(id)).toBe(proxyAnswers[name] ?? '404 RESOURCE_NOT_FOUND');
    expect(await readTables(service.database)).toEqual(before);
    expect(words.size).toBe(1);
  },
);

test('behavior: the audit holds at the end', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
  console.log(
    `authorization: ${operations.length} operations and older types, ${tally.questions} questions: ` +
      `${tally.answered} answered, ${tally.refused} refused, ${tally.kept} denied and kept`,
  );
});

const idsOf = ({ id, ids, callers }: Place) => [
  id,
  ...Object.values(ids),
  ...Object.values(callers).flatMap((caller) => [caller.publicKey, ...Object.values(caller.ids)]),
];

/** No answer holds an id of another organization than the named one, except for its sub-organizations and the caller. */
function expectNothingOfOthers(question: PlacedQuestion, { body, sent }: Answer & { readonly sent: string }): void {
  const here = placeOf(world, question.named, 'own');
  const home = placeOf(world, question.named, question.from);
  const allowed = new Set([
    ...(here ? idsOf(here) : []),
    home?.id,
    ...Object.values(home?.callers[question.callerKind].ids ?? {}),
  ]);
  for (const id of Object.values(world).flatMap(idsOf))
    if (!allowed.has(id) && body.includes(id)) throw new Error(`${told(question)} tells of ${id}: ${sent}`);
}

test('behavior: the world has a resource of every kind that a request names', () => {
  const kinds = new Set(operations.flatMap(({ unit, request }) => idFieldsOf(unit, request).map(({ kind }) => kind)));
  expect(
    [...kinds].filter((kind) => world.parent.ids[kind] === undefined),
    'add an instance to world.ts',
  ).toEqual([]);
});

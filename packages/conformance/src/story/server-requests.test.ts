import { type Contract, createContract } from '@mintmark/mock/contract';
import { registry, type Unit } from '@mintmark/schema';
import type { Stamper } from '@mintmark/stamper';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedErrors } from '../contract/documented-examples.ts';
import { judgeNamedKey, startWitness, type Witness } from '../contract/witness.ts';
import { findServerTarget } from '../targets/server-target.ts';
import type { Target } from '../targets/target.ts';
import { commonRefusals } from './common-refusals.ts';
import { echoProblems } from './echo-problems.ts';
import { newPasskeys } from './new-passkeys.ts';
import { olderInputs } from './older-inputs.ts';
import { prepare } from './play.ts';
import { bodyOf, send, stamped } from './raw-request.ts';
import { refusals } from './refusals.ts';
import { type Actor, decide, type Stage, setStage } from './stage.ts';
import { stories } from './stories.ts';
import { unprovoked } from './unprovoked.ts';

const units = Object.values<Unit>(registry);
const told = units.filter(({ method }) => Object.hasOwn(stories, method));
const untold = units.filter(({ method }) => !Object.hasOwn(stories, method));
/** How many wrong stamps are more than any server lets pass from one address. */
const flood = 1000;

let target: Target;
let contract: Contract;
let open: () => Promise<Stage>;
beforeAll(async () => {
  target = await findServerTarget();
  contract = await createContract();
  const [baseUrl = ''] = target.urls;
  const { organizationId, userId, apiKey } = target;
  const passkeys = newPasskeys(60);
  open = () => setStage({ baseUrl, organizationId, userId, apiKey, passkeys });
});
afterAll(() => target[Symbol.asyncDispose]());

/** Before answers to requests that are wrong on purpose. */
const watchAnswers = (): Promise<Witness> => startWitness(target, contract, { answersOnly: true });

/** A user of an actor's organization who is no root user. */
async function addUser(stage: Stage, by: Actor, more: object = {}): Promise<Actor> {
  const user = stage.newUser({ userTags: [], ...more });
  const input = { users: [user] };
  const isCouncil = stage.council.includes(by);
  const { result } = await (isCouncil ? decide(stage.council, 'createUsers', input) : by.call('createUsers', input));
  return stage.newActor(by.organizationId, result.userIds[0], user.apiKeys[0]?.publicKey ?? '');
}

/** Waits until a key is over. */
async function expire({ call }: Actor): Promise<void> {
  const code = () =>
    call('whoami', {}).then(
      () => '',
      (error: { code: string }) => error.code,
    );
  await expect.poll(code).toBe('API_KEY_EXPIRED');
}

describe('the tables', () => {
  test.each(told.map((unit) => [unit.method, unit] as const))(
    'behavior: every documented error of %s is provoked, or there is a reason not to',
    (method, unit) => {
      const own = Object.keys(refusals[method] ?? {});
      const provoked = [...own, ...Object.keys(commonRefusals), 'RATE_LIMIT_EXCEEDED'];
      const documented = documentedErrors(unit);
      expect(documented.filter((error) => !provoked.includes(error) && !unprovoked[error])).toEqual([]);
      expect(own.filter((error) => !documented.includes(error))).toEqual([]);
    },
  );

  test('behavior: no story, refusal or reason is about nothing', () => {
    const documented = new Set(told.flatMap(documentedErrors));
    expect(Object.keys(stories).filter((method) => !told.some((unit) => unit.method === method))).toEqual([]);
    expect(Object.keys(refusals).filter((method) => !Object.hasOwn(stories, method))).toEqual([]);
    expect(Object.keys({ ...commonRefusals, ...unprovoked }).filter((error) => !documented.has(error))).toEqual([]);
  });
});

describe('requests to the server', () => {
  test('behavior: what has no story is not implemented, and says so', async () => {
    await using witness = await watchAnswers();
    const stage = await open();
    for (const unit of untold) {
      const { organizationId: _, ...request } = (unit.kind === 'activity' ? {} : unit.example.request) as Record<
        string,
        unknown
      >;
      const input = unit.kind === 'activity' ? unit.example.parameters : request;
      const asked = await stamped(stage.root.stamper, bodyOf(unit, stage.root.organizationId, input));
      const { status, error } = await send(witness.origin, unit, asked);
      expect({ operation: unit.name, status, error }).toEqual({
        operation: unit.name,
        status: 501,
        error: 'UNIMPLEMENTED',
      });
    }
    console.log(`not run, since the server answers 501: ${untold.map(({ name }) => name).join(', ')}`);
    expect(witness.problems).toEqual([]);
    await stage.strike();
  });

  test('behavior: every older type is answered in its own version', async () => {
    const options = { judgeStamp: judgeNamedKey, inspect: echoProblems };
    await using witness = await startWitness(target, contract, options);
    let answered = 0;
    for (const unit of told) {
      if (unit.kind !== 'activity') continue;
      for (const { type, resultKey } of unit.superseded) {
        const stage = await open();
        const { by, input } = await prepare(stage, unit.method);
        const older = olderInputs[type]?.(input) ?? {};
        const asked = await stamped(by.stamper, bodyOf(unit, by.organizationId, older, { type }));
        const { json } = await send(witness.origin, unit, asked);
        expect(json.activity).toMatchObject({ type, status: 'ACTIVITY_STATUS_COMPLETED' });
        expect(Object.keys(json.activity.result)).toEqual([resultKey]);
        answered++;
        const found = await by.call('getActivity', { activityId: json.activity.id });
        expect(found.activity).toEqual(json.activity);
        await stage.strike();
      }
    }
    const all = units.reduce((sum, unit) => sum + (unit.kind === 'activity' ? unit.superseded.length : 0), 0);
    console.log(`older types: ${answered} of ${all} answered in their own version`);
    expect(witness.problems).toEqual([]);
    expect(answered).toBe(Object.keys(olderInputs).length);
  });

  test('behavior: what is ignored in parameters is not echoed', async () => {
    await using witness = await watchAnswers();
    const stage = await open();
    const unit = registry.create_user_tag;
    const { by, input } = await prepare(stage, unit.method);
    const sent = { ...input, generateAppProofs: false, surplus: null };
    const asked = await stamped(by.stamper, bodyOf(unit, by.organizationId, sent, { generateAppProofs: null }));
    const { json } = await send(witness.origin, unit, asked);
    expect(json.activity?.intent).toEqual({ createUserTagIntent: input });
    expect(witness.problems).toEqual([]);
    await stage.strike();
  });

  test('error: the errors that are common to all operations', async () => {
    await using witness = await watchAnswers();
    const first = await open();
    const ended = await addUser(first, first.parent, {
      apiKeys: [first.newApiKey({ expirationSeconds: '1' })],
      userEmail: 'ada@example.com',
    });
    await expire(ended);
    const provoked: string[] = [];
    for (const unit of told) {
      const stage = await open();
      const call = await prepare(stage, unit.method);
      const documented = documentedErrors(unit);
      const plain: Actor = await addUser(stage, call.by);
      const scene = { ...call, unit, plain: plain.stamper, expired: ended.stamper };
      for (const [error, refusal] of Object.entries(commonRefusals)) {
        if (!documented.includes(error)) continue;
        const answer = await send(witness.origin, unit, await refusal(scene));
        expect(`${unit.name}: ${answer.error}`).toBe(`${unit.name}: ${error}`);
        provoked.push(error);
      }
      if (plain.organizationId === stage.parent.organizationId)
        await stage.parent.call('deleteUsersOrThrow', { userIds: [plain.userId] });
      if (unit.method !== 'deleteSubOrganization') await stage.strike();
    }
    await first.parent.call('deleteUsersOrThrow', { userIds: [ended.userId] });
    expect(witness.problems).toEqual([]);
    await first.strike();
    const own = told.flatMap(({ method }) => Object.keys(refusals[method] ?? {})).length;
    console.log(
      `common errors: ${provoked.length}, own: ${own}, of ${told.flatMap(documentedErrors).length} documented`,
    );
  });

  // The last one: the server has enough of this address afterwards.
  test('error: too many wrong stamps', async () => {
    await using witness = await watchAnswers();
    const stage = await open();
    const wrong: Stamper = { stamp: (body) => stage.root.stamper.stamp(`${body} `) };
    const calls = [];
    for (const unit of told) {
      const { by, input } = await prepare(stage, unit.method);
      calls.push({ unit, body: bodyOf(unit, by.organizationId, input) });
    }
    for (const { unit, body } of calls) {
      let answer = await send(witness.origin, unit, await stamped(wrong, body));
      for (let sent = 1; answer.status !== 429 && sent < flood; sent++)
        answer = await send(witness.origin, unit, await stamped(wrong, body));
      expect(`${unit.name}: ${answer.error}`).toBe(`${unit.name}: RATE_LIMIT_EXCEEDED`);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(witness.problems).toEqual([]);
  });
});

import { setTimeout } from 'node:timers/promises';
import type { Contract } from '@mintmark/mock/contract';
import { registry, type Unit } from '@mintmark/schema';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedErrors } from '../contract/documented-examples.ts';
import { sharedContract } from '../contract/shared-contract.ts';
import { judgeNamedKey, startWitness, type Witness } from '../contract/witness.ts';
import { draw } from '../draw.ts';
import { findServerTarget } from '../targets/server-target.ts';
import type { Target } from '../targets/target.ts';
import { answerProblems } from './answer-problems.ts';
import { commonRefusals } from './common-refusals.ts';
import { told as allTold } from './error-plan.ts';
import { newPasskeys } from './new-passkeys.ts';
import { prepare } from './play.ts';
import { bodyOf, type RawAnswer, send, stamped } from './raw-request.ts';
import { type Actor, decide, type Stage, setStage } from './stage.ts';
import { isPlayable, stories } from './stories.ts';

const units = Object.values<Unit>(registry);
const untold = units.filter((unit) => !allTold.includes(unit));
/** More unknown keys than a server accepts from one address. */
const flood = 1000;
/** So many at the same time that a busy machine also sends them faster than a server accepts them. */
const together = 25;

/** The first answer that refuses a request because there were too many. */
async function whenRefused(send: () => Promise<RawAnswer>): Promise<RawAnswer | undefined> {
  for (let sent = 0; sent < flood; ) {
    const answers = await Promise.all(Array.from({ length: together }, send));
    const refused = answers.find(({ status }) => status === 429);
    if (refused) return refused;
    // A service whose database stands still for a moment answers without looking at the key.
    if (answers.some(({ status }) => status === 503)) await setTimeout(100);
    else sent += together;
  }
  return undefined;
}

let target: Target;
let contract: Contract;
/** The operations whose stories can be played against the target. */
let told: readonly Unit[];
let open: () => Promise<Stage>;
let codes: Witness;
beforeAll(async () => {
  target = await findServerTarget();
  contract = await sharedContract();
  const [baseUrl = ''] = target.urls;
  const passkeys = newPasskeys(60);
  codes = await startWitness(target, contract);
  open = () => setStage({ ...target, baseUrl, codesUrl: codes.origin, passkeys });
  told = allTold.filter(({ method }) => isPlayable(target, method));
});
afterAll(async () => {
  await codes[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

/** Starts a witness for requests that are wrong on purpose. */
const watchAnswers = (): Promise<Witness> =>
  startWitness(target, contract, { answersOnly: true, inspect: answerProblems });

/** The example inputs of an operation and of its older types in the contract. */
function examplesOf(unit: Unit): [input: object, more: object][] {
  if (unit.kind === 'activity')
    return [
      [unit.example.parameters, {}],
      ...unit.superseded.map(({ type, example }): [object, object] => [example as object, { type }]),
    ];
  const { organizationId: _, ...request } = unit.example.request as { organizationId?: string };
  return [[request, {}]];
}

/** The errors of an operation that are common to all. Some stories have their own way to provoke one. */
function commonErrorsOf(unit: Unit) {
  const documented = documentedErrors(unit);
  const own = stories[unit.method]?.refusals ?? {};
  return Object.entries(commonRefusals).filter(([error]) => documented.includes(error) && !Object.hasOwn(own, error));
}

/** A user of an actor's organization who is not a root user. */
async function addUser(stage: Stage, by: Actor, more: object = {}): Promise<Actor> {
  const user = stage.newUser({ userTags: [], ...more });
  const input = { users: [user] };
  const isCouncil = stage.council.includes(by);
  const { result } = await (isCouncil ? decide(stage.council, 'createUsers', input) : by.call('createUsers', input));
  return stage.newActor(by.organizationId, result.userIds[0], user.apiKeys[0]?.publicKey ?? '');
}

/** Waits until a key has expired. */
async function expire({ call }: Actor): Promise<void> {
  const code = () =>
    call('whoami', {}).then(
      () => '',
      (error: { code: string }) => error.code,
    );
  await expect.poll(code).toBe('API_KEY_EXPIRED');
}

describe('requests to the server', () => {
  test('behavior: operations without a story are answered 501', async () => {
    await using witness = await watchAnswers();
    const stage = await open();
    for (const unit of untold) {
      for (const [input, more] of examplesOf(unit)) {
        const asked = await stamped(stage.root.stamper, bodyOf(unit, stage.root.organizationId, input, more));
        const { status, error } = await send(witness.origin, unit, asked);
        expect(`${unit.name}: ${status} ${error}`).toBe(`${unit.name}: 501 UNIMPLEMENTED`);
      }
    }
    console.log(`not run, since the server answers 501: ${untold.map(({ name }) => name).join(', ')}`);
    expect(witness.problems).toEqual([]);
    await stage.strike();
  });

  test('behavior: every older type is answered in its own version', async () => {
    const options = { judgeStamp: judgeNamedKey, inspect: answerProblems };
    await using witness = await startWitness(target, contract, options);
    const stage = await open();
    let answered = 0;
    for (const unit of told) {
      if (unit.kind !== 'activity') continue;
      for (const { type, resultKey } of unit.superseded) {
        const { by, input } = await prepare({ ...stage, root: await stage.newOrganization() }, unit.method);
        const older = stories[unit.method]?.older?.[type]?.(input) ?? {};
        const asked = await stamped(by.stamper, bodyOf(unit, by.organizationId, older, { type }));
        const { json } = await send(witness.origin, unit, asked);
        expect(json.activity).toMatchObject({ type, status: 'ACTIVITY_STATUS_COMPLETED' });
        expect(Object.keys(json.activity.result)).toEqual([resultKey]);
        answered++;
        const found = await by.call('getActivity', { activityId: json.activity.id });
        expect(found.activity).toEqual(json.activity);
      }
    }
    await stage.strike();
    console.log(`older types: ${answered} answered in their own version`);
    expect(witness.problems).toEqual([]);
    expect(answered).toBe(told.flatMap(({ method }) => Object.keys(stories[method]?.older ?? {})).length);
  });

  test('behavior: the same body is the same activity, and from another user an approval', async () => {
    const options = { judgeStamp: judgeNamedKey, inspect: answerProblems };
    await using witness = await startWitness(target, contract, options);
    const stage = await open();
    const [first, second] = stage.council;
    const unit = registry.create_users;
    const body = bodyOf(unit, first.organizationId, { users: [stage.newUser({ userTags: [] })] });
    const sendBy = async ({ stamper }: Actor) => (await send(witness.origin, unit, await stamped(stamper, body))).json;
    const submitted = await sendBy(first);
    expect(submitted.activity).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', canApprove: false });
    expect((await sendBy(first)).activity.id).toBe(submitted.activity.id);
    const approved = await sendBy(second);
    expect(approved.activity).toMatchObject({ id: submitted.activity.id, status: 'ACTIVITY_STATUS_COMPLETED' });
    expect(approved.activity.votes).toHaveLength(2);
    expect(await sendBy(first)).toEqual(approved);
    expect(witness.problems).toEqual([]);
    await stage.strike();
  });

  test('behavior: ignored members of parameters are not echoed', async () => {
    await using witness = await startWitness(target, contract, { answersOnly: true });
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
    let provoked = 0;
    const planned = told.flatMap((unit) => commonErrorsOf(unit).map(([error, refusal]) => ({ unit, error, refusal })));
    const drawn = draw(planned, ({ error }) => error, 'common errors of operations');
    for (const [unit, errors] of Map.groupBy(drawn, ({ unit }) => unit)) {
      const before = { provoked, at: performance.now() };
      const stage = { ...first, root: await first.newOrganization() };
      const call = await prepare(stage, unit.method);
      const plain: Actor = await addUser(stage, unit.kind === 'proxy' ? stage.root : call.by);
      const scene = { ...call, unit, plain: plain.stamper, expired: ended.stamper };
      for (const { error, refusal } of errors) {
        const answer = await send(witness.origin, unit, await refusal(scene));
        expect(`${unit.name}: ${answer.error}`).toBe(`${unit.name}: ${error}`);
        provoked++;
      }
      if (plain.organizationId === stage.parent.organizationId)
        await stage.parent.call('deleteUsersOrThrow', { userIds: [plain.userId] });
      // The server allows an address 20 refusals a second, and a fast machine would provoke more.
      await setTimeout(Math.max(0, (provoked - before.provoked) * 50 - (performance.now() - before.at)));
    }
    await first.parent.call('deleteUsersOrThrow', { userIds: [ended.userId] });
    expect(witness.problems).toEqual([]);
    await first.strike();
    console.log(`common errors: ${provoked} provoked`);
  });

  // Last, because the server then refuses this address for a while.
  test('error: too many unknown keys', async () => {
    await using witness = await watchAnswers();
    const stage = await open();
    const stranger = createP256Stamper(generatePrivateKey('p256').toApiKey());
    const calls = [];
    for (const unit of draw(told, ({ kind }) => kind, 'operations with too many unknown keys')) {
      // What all stories create together is more than one organization may have.
      const root = await stage.newOrganization();
      const { by, input } = await prepare({ ...stage, root }, unit.method);
      calls.push({ unit, body: bodyOf(unit, by.organizationId, input) });
    }
    for (const { unit, body } of calls) {
      const asked = await stamped(stranger, body);
      const refused = await whenRefused(() => send(witness.origin, unit, asked));
      expect(`${unit.name}: ${refused?.error}`).toBe(`${unit.name}: RATE_LIMIT_EXCEEDED`);
      expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(witness.problems).toEqual([]);
    await expect.poll(() => stage.strike().then(() => 'struck', String)).toBe('struck');
  });
});

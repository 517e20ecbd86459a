import createPrivateKeyTag from '@mintmark/schema/operations/private-keys/create-private-key-tag';
import upsertSwapConfig from '@mintmark/schema/operations/swap/upsert-swap-config';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy, outcomeOf } from '../../../test/policies.ts';
import { type Actor, type Reply, startService } from '../../../test/service.ts';
import { implement } from '../../core/handlers/implement.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import { policySetOf } from '../../policies/sets/policy-set.ts';
import { WeightedMap } from '../../storage/cache/weighted-map.ts';

const numbers = (count: number) => `[${Array.from({ length: count }, (_, index) => index).join()}]`;
/** Reads the label of the wallet for each pair of numbers, and takes about ten times as many steps. */
const longCondition = (count: number) =>
  `${numbers(count)}.all(x, ${numbers(count)}.any(y, x == y && wallet.label == 'Open'))`;
const isLong = longCondition(60);
const pairs = 60 * 60;

let label = 'Open';
let now: Date | undefined;
/** Done between the look and the commit. */
let meanwhile = async () => {};
/** How often policies read the label while a connection was held, and while none was. */
let reads = { held: 0, free: 0 };

const policyViews = async () => {
  const seen = label;
  return [
    {
      wallet: {
        get label() {
          reads[service.database.connections.busy > 0 ? 'held' : 'free']++;
          return seen;
        },
      },
    },
  ];
};
/** How many connections were held when parameters were read ahead. */
let readsAhead: number[] = [];
/** How many connections were held when policies had been compiled. */
let compilations: number[] = [];
class WatchedPolicySets extends WeightedMap<PolicySet> {
  override set(...compiled: Parameters<WeightedMap<PolicySet>['set']>): void {
    compilations.push(service.database.connections.busy);
    super.set(...compiled);
  }
}

const service = await startService(
  { clock: () => now ?? new Date(), policySets: new WatchedPolicySets(1_000_000) },
  {
    handlers: {
      create_private_key_tag: implement(
        createPrivateKeyTag,
        async () => ({ privateKeyTagId: 'id', privateKeyIds: [] }),
        {
          policyViews,
        },
      ),
      upsert_swap_config: implement(upsertSwapConfig, {
        readAhead: async (_, inTurns) => {
          readsAhead.push(...(await inTurns([service.database.connections], ({ busy }) => busy)));
        },
        policyViews,
        inputs: async () => undefined,
        prepare: async () => meanwhile(),
        execute: async (_, parameters) => parameters,
      }),
    },
  },
);
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
beforeEach(() => {
  label = 'Open';
  now = undefined;
  meanwhile = async () => {};
  reads = { held: 0, free: 0 };
  readsAhead = [];
  compilations = [];
});

let submissions = 0;
const operations = {
  create_private_key_tag: () => ({ privateKeyTagName: `Tag ${++submissions}`, privateKeyIds: [] }),
  upsert_swap_config: () => ({ feeBps: `${++submissions}` }),
};
type Operation = keyof typeof operations;
const run = (by: Actor, operation: Operation) => submit(by, operation, operations[operation]());
const approve = (by: Actor, { json }: Reply) =>
  submit(by, 'approve_activity', { fingerprint: json.activity.fingerprint });

async function newOrganization() {
  const [root] = await addOrganization(service);
  return { root, ada: await addUser(service, root), bob: await addUser(service, root) };
}

describe('where policies are evaluated', () => {
  test('behavior: without a connection, and not again under the lock', async () => {
    const { root, ada } = await newOrganization();
    await addPolicy(service, root, { condition: isLong, consensus: isBy(ada) });
    expect(outcomeOf(await run(ada, 'upsert_swap_config'))).toBe('COMPLETED');
    expect(reads.free).toBeGreaterThanOrEqual(pairs);
    expect(reads.free).toBeLessThan(2 * pairs);
    // What the policies see is compared with what they saw.
    expect(reads.held).toBeLessThan(10);
  });

  test('behavior: an activity without slow work is looked at too, once its policies turn out to take long', async () => {
    const { root, ada } = await newOrganization();
    await addPolicy(service, root, { condition: isLong, consensus: isBy(ada) });
    expect(outcomeOf(await run(ada, 'create_private_key_tag'))).toBe('COMPLETED');
    expect(reads.free).toBeGreaterThanOrEqual(pairs);
    expect(reads.held).toBeLessThan(1_500);
  });

  test('behavior: so are votes, and several activities at the same time', async () => {
    const { root, ada, bob } = await newOrganization();
    await addPolicy(service, root, { condition: isLong, consensus: `${isBy(ada)} && ${isBy(bob)}` });
    const waiting = await Promise.all(Array.from({ length: 5 }, () => run(ada, 'create_private_key_tag')));
    expect(new Set(waiting.map(outcomeOf))).toEqual(new Set(['CONSENSUS_NEEDED']));
    expect(reads.free).toBeGreaterThanOrEqual(5 * pairs);
    const approved = await Promise.all(waiting.map((one) => approve(bob, one)));
    expect(new Set(approved.map(outcomeOf))).toEqual(new Set(['COMPLETED']));
    expect(reads.free).toBeGreaterThanOrEqual(10 * pairs);
    const { policyEvaluations } = (
      await ask(ada, 'get_policy_evaluations', { activityId: waiting[0]?.json.activity.id })
    ).json;
    expect(policyEvaluations.map((one: never) => one['policyEvaluations'][0]['outcome'])).toEqual([
      'OUTCOME_REQUIRES_CONSENSUS',
      'OUTCOME_ALLOW',
    ]);
  });

  test('behavior: queries about votes, and dry runs, hold no connection meanwhile', async () => {
    const { root, ada, bob } = await newOrganization();
    await addPolicy(service, root, { condition: isLong, consensus: `${isBy(ada)} && ${isBy(bob)}` });
    const waiting = await run(ada, 'create_private_key_tag');
    const activityId = waiting.json.activity.id;
    reads = { held: 0, free: 0 };
    expect((await ask(bob, 'get_activity', { activityId })).json.activity.canApprove).toBe(true);
    expect(reads.free).toBeGreaterThanOrEqual(pairs);
    const { activities } = (await ask(bob, 'list_activities')).json;
    expect(activities.find(({ id }: { id: string }) => id === activityId).canApprove).toBe(true);
    const dryRuns = [
      await ask(ada, 'dry_run_activity', { request: waiting.body.replace('Tag ', 'New ') }),
      await ask(ada, 'dry_run_activity', { activityId }),
    ];
    for (const { json } of dryRuns)
      expect(json).toMatchObject({
        outcome: 'OUTCOME_REQUIRES_CONSENSUS',
        policies: [{ outcome: 'OUTCOME_REQUIRES_CONSENSUS' }],
        missingApprovals: [{}, { userIds: [bob.userId] }],
      });
    expect(reads.held).toBe(0);
  });
});

test('behavior: what takes long to read is read once, without a connection', async () => {
  const { root, ada } = await newOrganization();
  await addPolicy(service, root, { condition: isLong, consensus: isBy(ada) });
  const reply = await run(ada, 'upsert_swap_config');
  expect(outcomeOf(reply)).toBe('COMPLETED');
  expect(readsAhead).toEqual([0]);
  expect((await ask(ada, 'dry_run_activity', { request: reply.body })).status).toBe(200);
  expect(readsAhead).toHaveLength(2);
});

describe('where policies are compiled', () => {
  /** Each time with other policies, whose expressions have more than 20,000 characters. */
  async function newLongOrganization() {
    const { root, ada, bob } = await newOrganization();
    const condition = `wallet.label in [${Array.from({ length: 400 }, (_, index) => `'${index}'`).join()}]`;
    const policies = Array.from({ length: 12 }, (_, index) => ({
      ...{ policyName: `Long ${index}`, effect: 'EFFECT_ALLOW', condition, notes: '' },
    }));
    resultOf(await submit(root, 'create_policies', { policies }));
    await addPolicy(service, root, { consensus: isBy(ada) });
    return { root, ada, bob };
  }

  test.for(Object.keys(operations) as Operation[])('behavior: without a connection, for %s', async (operation) => {
    const { ada } = await newLongOrganization();
    const replies = await Promise.all(Array.from({ length: 8 }, () => run(ada, operation)));
    expect(new Set(replies.map(outcomeOf))).toEqual(new Set(['COMPLETED']));
    // Once for all of them.
    expect(compilations).toHaveLength(1);
  });

  test('behavior: alone, no connection is held at all', async () => {
    const { ada } = await newLongOrganization();
    expect(outcomeOf(await run(ada, 'upsert_swap_config'))).toBe('COMPLETED');
    expect(compilations).toEqual([0]);
  });

  test('behavior: nor for queries', async () => {
    const { root, ada, bob } = await newLongOrganization();
    const waiting = await run(bob, 'create_private_key_tag');
    expect(outcomeOf(waiting)).toBe('CONSENSUS_NEEDED');
    const activityId = waiting.json.activity.id;
    const queries = [
      () => ask(ada, 'get_activity', { activityId }),
      () => ask(ada, 'list_activities'),
      () => ask(ada, 'dry_run_activity', { request: waiting.body.replace('Tag ', 'New ') }),
      () => ask(ada, 'dry_run_activity', { activityId }),
      () => ask(ada, 'dry_run_activity', { activityId, withoutPolicyIds: [] }),
    ];
    for (const query of queries) {
      await addPolicy(service, root, {});
      compilations = [];
      expect((await query()).status).toBe(200);
      expect(compilations).toEqual([0]);
    }
  });

  test('behavior: policies that were forgotten are still those of the request', async () => {
    const { ada } = await newLongOrganization();
    // Takes the place of all others.
    meanwhile = async () => service.services.policySets.set('large', policySetOf([]), 1_000_000);
    expect(outcomeOf(await run(ada, 'upsert_swap_config'))).toBe('COMPLETED');
  });
});

describe('what changes after the look decides', () => {
  test('default: nothing does', async () => {
    const { root, ada } = await newOrganization();
    await addPolicy(service, root, { condition: isLong, time: "time.now < Timestamp('2030-01-01T00:00:00Z')" });
    let looks = 0;
    meanwhile = async () => void looks++;
    expect(outcomeOf(await run(ada, 'upsert_swap_config'))).toBe('COMPLETED');
    expect(looks).toBe(1);
  });

  interface Situation {
    readonly root: Actor;
    readonly ada: Actor;
    readonly policyId: string;
  }
  const minute = 60_000;
  const end = new Date(Date.now() + 10 * minute);
  const changes: [what: string, outcome: string, change: (situation: Situation) => Promise<unknown>][] = [
    [
      'what the policies see',
      'REQUEST_NOT_AUTHORIZED',
      async () => {
        label = 'Closed';
      },
    ],
    [
      'a policy',
      'CONSENSUS_NEEDED',
      ({ root, policyId }) => submit(root, 'update_policy', { policyId, policyConsensus: isBy(root) }),
    ],
    [
      'that there is a policy',
      'REQUEST_NOT_AUTHORIZED',
      ({ root, policyId }) => submit(root, 'delete_policy', { policyId }),
    ],
    ['a further policy', 'REQUEST_NOT_AUTHORIZED', ({ root }) => addPolicy(service, root, { effect: 'EFFECT_DENY' })],
    [
      'a tag of the caller',
      'CONSENSUS_NEEDED',
      ({ root, ada }) => submit(root, 'update_user', { userId: ada.userId, userTagIds: [] }),
    ],
    [
      'the name of the caller',
      'CONSENSUS_NEEDED',
      ({ root, ada }) => submit(root, 'update_user', { userId: ada.userId, userName: 'Eve' }),
    ],
    [
      'the time',
      'REQUEST_NOT_AUTHORIZED',
      async () => {
        now = end;
      },
    ],
  ];

  test.for(changes)('behavior: a change of %s', async ([, outcome, change]) => {
    const { root, ada } = await newOrganization();
    const tag = { userTagName: 'Swappers', userIds: [ada.userId] };
    const { userTagId: tagId } = resultOf(await submit(root, 'create_user_tag', tag));
    const policyId = await addPolicy(service, root, {
      condition: isLong,
      consensus: `approvers.any(user, user.tags.contains('${tagId}') && user.alias != 'Eve')`,
      time: `time.now < Timestamp('${end.toISOString()}')`,
    });
    expect(outcomeOf(await run(ada, 'upsert_swap_config'))).toBe('COMPLETED');
    meanwhile = async () => {
      meanwhile = async () => {};
      await change({ root, ada, policyId });
    };
    expect(outcomeOf(await run(ada, 'upsert_swap_config'))).toBe(outcome);
  });

  test('error: it changes so often that the steps of the request are used up', async () => {
    const { root, ada } = await newOrganization();
    for (const count of [59, 60]) await addPolicy(service, root, { condition: longCondition(count) });
    let names = 0;
    meanwhile = async () =>
      void (await submit(root, 'update_user', { userId: ada.userId, userName: `Ada ${++names}` }));
    const reply = await run(ada, 'upsert_swap_config');
    expect(refusalOf(reply)[1]).toBe('CONCURRENT_CHANGE');
    const { activities } = (await ask(root, 'list_activities')).json;
    expect(activities.some(({ type }: { type: string }) => type.includes('SWAP'))).toBe(false);
    meanwhile = async () => {};
    // The caller tries again with the same bytes.
    expect(outcomeOf(await service.send(ada, 'upsert_swap_config', reply.body))).toBe('COMPLETED');
  });
});

describe('more steps than a request has', () => {
  const never = `${longCondition(60)} && wallet.label == 'Closed'`;

  /** Policies that take more than 100,000 steps, and then one that allows everything. */
  async function newOrganizationWith(last: Parameters<typeof addPolicy>[2] = {}) {
    const { root, ada, bob } = await newOrganization();
    for (let count = 0; count < 4; count++) await addPolicy(service, root, { condition: never });
    return { root, ada, bob, lastId: await addPolicy(service, root, last) };
  }

  test('error: the request is denied, and the evaluations and a dry run say why', async () => {
    const { root, ada, lastId } = await newOrganizationWith();
    for (const operation of ['create_private_key_tag', 'upsert_swap_config'] as const) {
      const reply = await run(ada, operation);
      expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
      const { activityId } = reply.json.details[0];
      const { policyEvaluations } = (await ask(ada, 'get_policy_evaluations', { activityId })).json;
      expect(policyEvaluations[0].policyEvaluations.at(-1)).toEqual({ policyId: lastId, outcome: 'OUTCOME_ERROR' });
      const { json } = await ask(ada, 'dry_run_activity', { request: reply.body.replace('Tag ', 'New ') });
      if (operation === 'create_private_key_tag')
        expect(json.policies.at(-1)).toMatchObject({ outcome: 'OUTCOME_ERROR' });
      // The root quorum does not ask policies.
      expect(outcomeOf(await run(root, operation))).toBe('COMPLETED');
    }
  });

  test('error: a vote that could count is refused, and nobody is told to vote', async () => {
    const { root, ada, bob } = await newOrganization();
    const policyId = await addPolicy(service, root, { condition: isLong, consensus: `${isBy(ada)} && ${isBy(bob)}` });
    const waiting = await run(ada, 'create_private_key_tag');
    expect(outcomeOf(waiting)).toBe('CONSENSUS_NEEDED');
    // What comes first takes all steps.
    resultOf(await submit(root, 'delete_policy', { policyId }));
    for (let count = 0; count < 4; count++) await addPolicy(service, root, { condition: never });
    await addPolicy(service, root, { condition: "wallet.label == 'Open'", consensus: `${isBy(ada)} && ${isBy(bob)}` });
    const { json } = await ask(bob, 'get_activity', { activityId: waiting.json.activity.id });
    expect(json.activity.canApprove).toBe(false);
    expect(refusalOf(await approve(bob, waiting))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  });
});

import { effort, repetitions } from '@mintmark/testing/effort';
import { patience } from '@mintmark/testing/patience';
import { createRandom } from '@mintmark/testing/random';
import { afterAll, expect, test } from 'vitest';
import { verifyAudit } from '../../src/activities/audit-proof/verify-audit.ts';
import { resultOf } from '../organizations.ts';
import { newPasskey } from '../passkey.ts';
import { type Actor, newKey, type Reply } from '../service.ts';
import { isPermanent, type OrganizationState, readState, type UserState } from './organization-state.ts';
import { pick, shuffle, steps } from './walk-steps.ts';
import { outcomeOf, startWorld } from './world.ts';

const length = repetitions({ usual: 1_000, full: 1_000 });
const { seed } = effort;

/** An organization that the walk goes through. */
interface Place {
  readonly tenantId: string;
  readonly id: string;
  /** Fingerprints of activities that wait for approvals. */
  readonly pending: string[];
  /** Whether it has ever had permanent access, which it must keep from then on. */
  wasPermanent: boolean;
}

const world = await startWorld();
afterAll(() => world[Symbol.asyncDispose]());
const { service, submit, pass, now } = world;
const random = createRandom(seed);
const stampers = new Map<string, Actor['stamper']>();
const tally: Record<string, number> = {};
const weighted = Object.entries(steps).flatMap(([operation, [weight]]) => Array<string>(weight).fill(operation));

/** A top-level organization, or a sub-organization with as many root users and this threshold. */
async function addPlace(roots: 'top-level' | ((index: number) => object)[], threshold = 1): Promise<Place> {
  if (roots === 'top-level') {
    const { organizationId: id, publicKey, stamper } = await world.addOrganization();
    stampers.set(publicKey, stamper);
    return { tenantId: id, id, pending: [], wasPermanent: true };
  }
  const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
  const rootUsers = roots.map((build, index) => ({ userName: `0 ${index}`, ...lists, ...build(index) }));
  const parameters = { subOrganizationName: 'Sub', rootUsers, rootQuorumThreshold: threshold };
  const { subOrganizationId: id } = resultOf(await submit([service.root], 'create_sub_organization', parameters));
  const tenantId = service.root.organizationId;
  return { tenantId, id, pending: [], wasPermanent: await isPermanent(service, id) };
}
const withKey = (more: object) => () => {
  const { apiKey, stamper } = newKey();
  stampers.set(apiKey.publicKey, stamper);
  return { apiKeys: [{ ...apiKey, ...more }] };
};
const lasting = withKey({});
const temporary = withKey({ expirationSeconds: '7200' });
const passkey = () => {
  const { authenticator, stamper } = newPasskey('0');
  stampers.set(authenticator.attestation.credentialId, stamper);
  return { authenticators: [authenticator] };
};

/** The actors of a user: one for each credential that the service should accept now. */
function actorsOf(place: Place, { origins }: OrganizationState, { id: userId, credentials }: UserState): Actor[] {
  const soon = new Date(now().getTime() + 1000);
  return credentials
    .filter(({ isPasskey, expiresAt }) =>
      isPasskey ? !origins || origins.includes('//app.example.com') : !expiresAt || new Date(expiresAt) > soon,
    )
    .map(({ known: publicKey }) => {
      const stamper = stampers.get(publicKey) as Actor['stamper'];
      return { organizationId: place.id, userId, publicKey, stamper };
    });
}

/** Approves or rejects an activity, and returns the outcome. */
const vote = (by: Actor, operation: 'approve_activity' | 'reject_activity', fingerprint: string) =>
  submit([by], operation, { fingerprint });

async function decide(place: Place, reply: Reply, others: readonly Actor[]): Promise<Reply> {
  if (outcomeOf(reply) !== 'CONSENSUS_NEEDED') return reply;
  const { fingerprint } = reply.json.activity;
  const what = random(8);
  if (what === 0) {
    place.pending.push(fingerprint);
    return reply;
  }
  let last = reply;
  for (const actor of others)
    last = await vote(actor, what === 1 ? 'reject_activity' : 'approve_activity', fingerprint);
  return last;
}

/** One operation in one organization: its name and outcome, or undefined if no user has access any more. */
async function step(place: Place): Promise<readonly [operation: string, outcome: string] | undefined> {
  const state = await readState(service, place.tenantId, place.id);
  const roots = state.users.filter(({ isRoot }) => isRoot).map((user) => actorsOf(place, state, user));
  const able = shuffle(
    random,
    roots.filter(({ length }) => length > 0).map((actors) => pick(random, actors)),
  );
  const [first, ...others] = able;
  if (!first || able.length < state.threshold) return undefined;
  if (place.pending.length > 0 && random(4) === 0) {
    const fingerprint = pick(random, place.pending);
    const operation = random(4) === 0 ? 'reject_activity' : 'approve_activity';
    const outcome = outcomeOf(await vote(first, operation, fingerprint));
    if (outcome !== 'CONSENSUS_NEEDED') place.pending.splice(place.pending.indexOf(fingerprint), 1);
    return [operation, outcome];
  }
  const operation = pick(random, weighted);
  const isTopLevel = place.tenantId === place.id;
  const request = steps[operation]?.[1]({ state, isTopLevel, random, stampers });
  if (!request) return [operation, 'left out'];
  const own = request.own ? actorsOf(place, state, request.own) : [];
  const by = own.length > 0 && random(3) === 0 ? pick(random, own) : first;
  const reply = await submit([by], operation, request.parameters);
  const rest = others.filter(({ userId }) => userId !== by.userId).slice(0, state.threshold - 1);
  return [operation, outcomeOf(await decide(place, reply, rest))];
}

const sumOf = (outcome: string) =>
  Object.entries(tally)
    .filter(([entry]) => entry.endsWith(` ${outcome}`))
    .reduce((sum, [, times]) => sum + times, 0);

/** The allowed outcomes of a step. Any other, such as INTERNAL or a credential that is not found, is a bug. */
const expected = [
  'left out',
  'COMPLETED',
  'CONSENSUS_NEEDED',
  'REJECTED',
  'QUORUM_UNREACHABLE',
  'MISSING_CREDENTIAL',
  'FEATURE_NOT_FOUND',
  'RESOURCE_NOT_FOUND',
  'RESOURCE_LIMIT_EXCEEDED',
  'INVALID_ATTESTATION',
  'ACTIVITY_NOT_OPEN',
];

test('default: operations at random lock no organization out', { timeout: patience }, async () => {
  const places = [
    await addPlace('top-level'),
    await addPlace('top-level'),
    await addPlace([lasting]),
    await addPlace([lasting, passkey, lasting], 2),
    await addPlace([passkey, passkey, lasting, temporary], 3),
    await addPlace([temporary]),
  ];
  for (let taken = 0; taken < length; ) {
    const index = random(places.length);
    const place = places[index] as Place;
    const result = await step(place);
    if (!result) {
      // Access that was only temporary may end with time.
      expect(place.wasPermanent, `step ${taken}`).toBe(false);
      places[index] = await addPlace([temporary]);
      continue;
    }
    const [operation, outcome] = result;
    if (outcome === 'left out') continue;
    taken++;
    tally[`${operation} ${outcome}`] = (tally[`${operation} ${outcome}`] ?? 0) + 1;
    expect(expected, `step ${taken}: ${operation}`).toContain(outcome);
    const holds = await isPermanent(service, place.id);
    if (place.wasPermanent) expect(holds, `step ${taken}: ${operation} ${outcome}`).toBe(true);
    place.wasPermanent = holds;
    if (random(20) === 0) pass(random(3 * 60 * 60));
  }
  // By then every expiring key has expired.
  pass(30 * 24 * 60 * 60);
  for (const place of places.filter(({ wasPermanent }) => wasPermanent)) {
    const state = await readState(service, place.tenantId, place.id);
    const able = state.users
      .filter(({ isRoot }) => isRoot)
      .flatMap((user) => actorsOf(place, state, user).slice(0, 1))
      .slice(0, state.threshold);
    const reply = await submit(able, 'set_organization_feature', { name: 'FEATURE_NAME_AUTH_PROXY' });
    expect(outcomeOf(reply)).toBe('COMPLETED');
  }
  const outcomes = ['COMPLETED', 'MISSING_CREDENTIAL', 'QUORUM_UNREACHABLE'];
  console.log(
    `of ${length} operations, seed ${seed}: ${outcomes.map((outcome) => `${sumOf(outcome)} ${outcome}`).join(', ')}`,
  );
});

test('behavior: every operation was carried out, and each that takes access away was also refused', () => {
  const completed = [...Object.keys(steps), 'approve_activity'].filter((operation) => !tally[`${operation} COMPLETED`]);
  expect(completed).toEqual([]);
  const refusals = {
    delete_api_keys: 'MISSING_CREDENTIAL',
    delete_authenticators: 'MISSING_CREDENTIAL',
    delete_users: 'QUORUM_UNREACHABLE',
    update_root_quorum: 'QUORUM_UNREACHABLE',
    set_organization_feature: 'QUORUM_UNREACHABLE',
  };
  expect(Object.entries(refusals).filter((entry) => !tally[entry.join(' ')])).toEqual([]);
});

test('behavior: the audit holds at the end', { timeout: patience }, async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});

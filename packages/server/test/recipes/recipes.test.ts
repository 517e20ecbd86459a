import { readFileSync } from 'node:fs';
import { effort, repetitions } from '@mintmark/testing/effort';
import { createRandom } from '@mintmark/testing/random';
import { afterAll, expect, test } from 'vitest';
import { RateLimit } from '../../src/core/limits/rate-limit.ts';
import { createCounts } from '../../src/runtime/auth/counts.ts';
import { trustingServices } from '../link-rows.ts';
import { startPasscodeService } from '../passcodes.ts';
import type { PolicyParameters } from '../policies.ts';
import { operations } from '../requests/operations.ts';
import { attack, type Spoils } from './attack.ts';
import { type Gain, signers } from './gains.ts';
import { page, readRecipes } from './recipes.ts';
import { createTreasury, delegatesOf, type Name } from './treasury.ts';

// An attack is refused more often than the rate limits allow. They only slow it down.
const counts = createCounts();
const unlimited = new RateLimit({ perSecond: 1e9, burst: 1e9 });
const rateLimits = { ...counts.rateLimits, calls: unlimited, denials: unlimited, failures: unlimited };
const rig = await startPasscodeService(
  { ...trustingServices, allowsOtpV1: true },
  { counts: { ...counts, rateLimits } },
);
const tried = { attacks: 0, requests: 0, completed: 0 };
afterAll(async () => {
  await rig.service[Symbol.asyncDispose]();
  console.info(
    `${tried.attacks} attacks sent ${tried.requests} requests, of which ${tried.completed} were carried out`,
  );
});

type Question = Parameters<typeof attack>[3];

/** Answered by anything but this. */
const isOther =
  (expected: ReadonlySet<Gain>): Question =>
  (gains) =>
    [...gains].some((gain) => !expected.has(gain));

/** Answered by all of this too. */
const isAll =
  (expected: ReadonlySet<Gain>): Question =>
  (gains) =>
    isOther(expected)(gains) || gains.size === expected.size;

/** How many percent of the requests are sent that should gain nothing. */
const percent = repetitions({ usual: 10, full: 100 });
const random = createRandom(effort.seed);
const isDrawn = () => random(100) < percent;
type Draw = Parameters<typeof attack>[4];

/** Attacks an organization that has these policies as one of its users. */
async function attackAs(
  name: Name,
  policies: readonly PolicyParameters[],
  isEnough: Question,
  draw?: Draw,
): Promise<Spoils> {
  const treasury = await createTreasury(rig.service, policies);
  const spoils = await attack(rig, treasury, treasury.users[name], isEnough, draw);
  const outcomes = [...spoils.outcomes.values()].flat();
  tried.attacks++;
  tried.requests += outcomes.length;
  tried.completed += outcomes.filter((outcome) => outcome === 'COMPLETED').length;
  return spoils;
}

const recipes = readRecipes();
/** What is allowed at some time is attacked at that time. */
const atAnyTime = ({ time: _, ...policy }: PolicyParameters): PolicyParameters => policy;
const sorted = (gains: ReadonlySet<Gain>) => [...gains].toSorted();

test('default: every policy of the page is a recipe', () => {
  const policies = readFileSync(page, 'utf8').match(/^```json$/gm);
  expect(recipes).toHaveLength(policies?.length ?? 0);
  expect(recipes.length).toBeGreaterThan(50);
});

test('error: the page says what a recipe gives away in its first sentence, and in these words', () => {
  const recipe = (text: string) => readRecipes(`# Recipes\n\n${text}\n\n\`\`\`json\n{}\n\`\`\`\n`)[0]?.gives;
  expect(recipe('A user signs.')).toEqual(new Set());
  expect(recipe('**This gives away root and settings: it does.** A user signs.')).toEqual(
    new Set(['root', 'settings']),
  );
  expect(() => recipe('A user signs. **This gives away root: it does.**')).toThrow('first sentence');
  expect(() => recipe('**This gives away a lot: it does.** A user signs.')).toThrow('"a lot" is none of');
});

test.for(
  recipes.flatMap(({ policy, ...recipe }) =>
    delegatesOf(policy).map((name) => [recipe.name, name, { policy, ...recipe }] as const),
  ),
)('behavior: "%s" gives the %s what the page says, and nothing else', async ([, name, { policy, gives }]) => {
  const { gains } = await attackAs(name, [atAnyTime(policy)], isOther(gives), gives.size > 0 ? undefined : isDrawn);
  expect(sorted(gains)).toEqual(sorted(gives));
});

test('behavior: all recipes together give nothing to a user whom none of them names', async () => {
  const allowing = recipes.filter(({ policy }) => policy.effect === 'EFFECT_ALLOW');
  const { gains } = await attackAs(
    'bystander',
    allowing.map(({ policy }) => atAnyTime(policy)),
    isOther(new Set()),
  );
  expect(sorted(gains)).toEqual([]);
});

const named = (name: string) => recipes.filter((recipe) => recipe.name === name).map(({ policy }) => policy);

test('behavior: where only passkeys sign, the API key of a user who may sign is worth nothing', async () => {
  const both = [...named('One user signs'), ...named('Only passkeys sign')];
  const { gains } = await attackAs('person', both, isOther(new Set()));
  expect(sorted(gains)).toEqual([]);
});

/** A policy that lets the person do these kinds of activities. */
const allowing = (...kinds: readonly string[]): PolicyParameters => ({
  policyName: 'Too much',
  effect: 'EFFECT_ALLOW',
  condition: `activity.kind in [${kinds.map((kind) => `'${kind}'`).join(', ')}]`,
  consensus: "approvers.any(user, user.id == '11111111-1111-4111-8111-111111111111')",
  notes: '',
});
const codes = ['INIT_OTP', 'VERIFY_OTP', 'OTP_LOGIN'];

// Without these, an attack that finds nothing would say nothing.
test.for<[kinds: readonly string[], gains: readonly Gain[]]>([
  [['CREATE_API_KEYS'], ['a protected payment', 'an approver']],
  [['CREATE_AUTHENTICATORS'], ['a protected payment', 'an approver']],
  [['CREATE_OAUTH_PROVIDERS'], ['an approver']],
  [
    ['CREATE_OAUTH_PROVIDERS', 'OAUTH_LOGIN'],
    ['a protected payment', 'an approver'],
  ],
  [['UPDATE_USER_EMAIL'], ['an approver']],
  [
    ['UPDATE_USER_EMAIL', ...codes],
    ['a protected payment', 'an approver'],
  ],
  [['UPDATE_USER_TAG'], ['an approver']],
  [
    ['UPDATE_USER_TAG', 'CREATE_USERS'],
    ['a protected payment', 'an approver'],
  ],
  [['CREATE_OAUTH2_CREDENTIAL'], ['settings']],
  [['UPDATE_AUTH_PROXY_CONFIG'], ['settings']],
  [['DELETE_POLICY'], ['root']],
  [['SIGN_RAW_PAYLOAD'], signers.map((name): Gain => `signatures of ${name}`)],
])('behavior: the attack finds that %j gives %j', async ([kinds, gains]) => {
  const draw: Draw = ({ operation }) => [...kinds, 'SIGN_TRANSACTION'].includes(operation.toUpperCase()) || isDrawn();
  const spoils = await attackAs('person', [allowing(...kinds)], isAll(new Set(gains)), draw);
  expect(sorted(spoils.gains)).toEqual(gains.toSorted());
});

test('behavior: the attack tries every version of every activity with a request that the service understands', async () => {
  const { gains, outcomes } = await attackAs('person', [allowing('CREATE_POLICY')], isAll(new Set(['root'])));
  expect(gains).toContain('root');
  const types = operations.filter(({ unit }) => unit.kind === 'activity').map(({ buildBody }) => buildBody()['type']);
  const understood = [...outcomes].filter(([, how]) => how.some((outcome) => outcome !== 'REQUEST_INVALID'));
  expect(understood.map(([type]) => type).toSorted()).toEqual(types.toSorted());
});

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nonceOf } from '../../src/delivery/adapters/oidc/nonce.ts';
import { organizationsTable } from '../../src/identity/organizations/organizations-table.ts';
import { usersTable } from '../../src/identity/users/users-table.ts';
import { arrangeRows } from '../arrange-rows.ts';
import { trustingServices } from '../link-rows.ts';
import { addUser, resultOf } from '../organizations.ts';
import { type PasscodeService, signLogin, startPasscodeService } from '../passcodes.ts';
import { addPolicy, isBy } from '../policies.ts';
import { withValue } from '../requests/fields.ts';
import { idFieldsOf } from '../requests/id-fields.ts';
import { type Operation, operations } from '../requests/operations.ts';
import { type Actor, newKey, type Reply } from '../service.ts';
import { newTestToken } from '../test-issuer.ts';
import { aboutUsers, namesUser, type Rule, type Target, tableText } from './about-users.ts';
import { addPlace, type Place } from './world.ts';

let rig: PasscodeService;
beforeAll(async () => {
  rig = await startPasscodeService({ ...trustingServices, allowsOtpV1: true });
});
afterAll(() => rig.service[Symbol.asyncDispose]());

test('behavior: every version of every operation that names a user has a rule, and nothing else has one', () => {
  const naming = operations.filter(namesUser).map(({ name }) => name);
  expect(Object.keys(aboutUsers).toSorted()).toEqual(naming.toSorted());
});

test('behavior: the documentation has the same table', () => {
  const page = readFileSync(new URL('../../../../docs/acting-on-users.md', import.meta.url), 'utf8');
  expect(page).toContain(tableText());
});

/** Who asks, and who approves it. */
type Grant = 'no policy' | 'policy' | 'policy, then that user' | 'one root user' | 'the root quorum' | 'that user';
type Outcome = 'allowed' | 'waits' | 'denied';

/** What each rule leads to. A root user of two cannot decide alone. */
const outcomes: Readonly<Partial<Record<Rule, Readonly<Partial<Record<Target, Partial<Record<Grant, Outcome>>>>>>>> = {
  'own credentials': {
    self: { 'no policy': 'allowed', policy: 'allowed' },
    other: { 'no policy': 'denied', policy: 'allowed', 'one root user': 'waits', 'the root quorum': 'allowed' },
    root: {
      'no policy': 'denied',
      policy: 'waits',
      'policy, then that user': 'allowed',
      'one root user': 'waits',
      'the root quorum': 'allowed',
      'that user': 'allowed',
    },
  },
  change: {
    self: { 'no policy': 'denied', policy: 'allowed' },
    other: { 'no policy': 'denied', policy: 'allowed', 'one root user': 'waits', 'the root quorum': 'allowed' },
    root: {
      'no policy': 'denied',
      policy: 'waits',
      'policy, then that user': 'allowed',
      'one root user': 'waits',
      'the root quorum': 'allowed',
      'that user': 'waits',
    },
  },
  'own session': {
    self: { 'no policy': 'allowed', policy: 'allowed' },
    other: { 'no policy': 'denied', policy: 'denied', 'one root user': 'denied' },
    root: { 'no policy': 'denied', policy: 'denied', 'one root user': 'denied', 'that user': 'allowed' },
  },
  import: {
    self: { 'no policy': 'denied', policy: 'allowed' },
    other: { 'no policy': 'denied', policy: 'denied', 'one root user': 'denied' },
    root: { 'no policy': 'denied', policy: 'denied', 'one root user': 'denied', 'that user': 'waits' },
  },
  message: {
    other: { 'no policy': 'denied', policy: 'allowed', 'one root user': 'waits', 'the root quorum': 'allowed' },
    root: { 'no policy': 'denied', policy: 'allowed', 'one root user': 'waits', 'the root quorum': 'allowed' },
  },
  'new users': {
    other: { 'no policy': 'denied', policy: 'allowed', 'one root user': 'waits', 'the root quorum': 'allowed' },
  },
  'root quorum': {
    self: { 'no policy': 'denied', policy: 'denied' },
    root: { policy: 'denied', 'one root user': 'waits', 'the root quorum': 'allowed', 'that user': 'waits' },
  },
};

/** An organization in which two of three root users decide, and nobody else may do anything. */
interface Scene {
  readonly place: Place;
  readonly council: readonly [Actor, Actor];
}

const emails = { self: 'self@example.com', other: 'other@example.com', root: 'root@example.com' };

async function addScene(): Promise<Scene> {
  const { service } = rig;
  const place = await addPlace(service);
  const { root, member } = place.callers;
  const council = [await addUser(service, root), await addUser(service, root)] as const;
  const targets = { self: member.userId, other: place.ids.user ?? '', root: root.userId };
  for (const [target, id] of Object.entries(targets))
    await arrangeRows(service, usersTable, { id }, { email: emails[target as Target] });
  const userIds = [root, ...council].map(({ userId }) => userId);
  resultOf(await service.submit(root, 'update_root_quorum', { threshold: 2, userIds }));
  return { place, council };
}

/** The ids of a user and of its credentials. */
const idsOf = ({ callers, ids }: Place, target: Target) =>
  target === 'other' ? ids : { ...ids, ...callers[target === 'self' ? 'member' : 'root'].ids };

/** A request about a user. */
function bodyAbout({ unit, request, buildBody }: Operation, { place }: Scene, target: Target): string {
  let body: unknown = withValue(buildBody(), ['organizationId'], place.id);
  for (const { path, kind } of idFieldsOf(unit, request)) body = withValue(body, path, idsOf(place, target)[kind]);
  if (unit.name === 'update_root_quorum')
    body = withValue(body, ['parameters', 'userIds'], [idsOf(place, target).user]);
  const { parameters } = body as { parameters: object };
  const byEmail = { email: emails[target], contact: emails[target], otpType: 'OTP_TYPE_EMAIL' };
  for (const [name, value] of Object.entries(byEmail))
    if (name in parameters) body = withValue(body, ['parameters', name], value);
  return JSON.stringify(body);
}

/** Allows a user everything that policies can allow. */
async function allowAll({ place, council }: Scene): Promise<void> {
  const { service } = rig;
  await arrangeRows(service, organizationsTable, { id: place.id }, { rootThreshold: 1 });
  await addPolicy(service, council[0], { consensus: isBy(place.callers.member) });
  await arrangeRows(service, organizationsTable, { id: place.id }, { rootThreshold: 2 });
}

/** What deletes a tag is about the users who have it. */
async function putTagOn({ place, council }: Scene, target: Target): Promise<void> {
  const { service } = rig;
  const [by] = council;
  const tagging = { userTagId: place.ids.userTag, addUserIds: [idsOf(place, target).user], removeUserIds: [] };
  await arrangeRows(service, organizationsTable, { id: place.id }, { rootThreshold: 1 });
  resultOf(await service.submit(by, 'update_user_tag', tagging));
  await arrangeRows(service, organizationsTable, { id: place.id }, { rootThreshold: 2 });
}

/** Asks, and approves what waits if the grant says so. */
async function askAs(grant: Grant, operation: Operation, scene: Scene, target: Target): Promise<Reply> {
  const { send } = rig.service;
  const { place, council } = scene;
  const { name } = operation.unit;
  const { member, root } = place.callers;
  if (name === 'delete_user_tags') await putTagOn(scene, target);
  if (grant.startsWith('policy')) await allowAll(scene);
  const body = bodyAbout(operation, scene, target);
  if (grant === 'that user') return send(root, name, body);
  if (grant === 'one root user') return send(council[0], name, body);
  if (grant === 'the root quorum') {
    await send(council[0], name, body);
    return send(council[1], name, body);
  }
  const asked = await send(member, name, body);
  // The same body from another user is that user's approval.
  return grant === 'policy, then that user' ? send(root, name, body) : asked;
}

/** The caller has no import key, and nobody has a code. So what passes the authorization is refused after it. */
const refusedLater = ['IMPORT_NOT_PREPARED', 'INVALID_OTP_CODE'];

function outcomeOf({ status, json, error }: Reply): string {
  if (error === 'REQUEST_NOT_AUTHORIZED') return 'denied';
  if (error !== undefined) return refusedLater.includes(error) ? 'allowed' : `${status} ${error}`;
  const { status: activityStatus, failure } = json.activity;
  // What was approved first fails instead.
  if (refusedLater.includes(failure?.details?.[0]?.errorCode)) return 'allowed';
  if (activityStatus === 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return 'waits';
  return activityStatus === 'ACTIVITY_STATUS_COMPLETED' ? 'allowed' : activityStatus;
}

const cells = operations.flatMap((operation) => {
  const rule = aboutUsers[operation.name];
  return Object.entries((rule && outcomes[rule]) ?? {}).flatMap(([target, grants]) =>
    Object.entries(grants).map(
      ([grant, expected]) => [operation.name, target as Target, grant as Grant, expected, operation] as const,
    ),
  );
});

test.for(cells)('behavior: %s about %s, with %s, is %s', async ([, target, grant, expected, operation]) => {
  const scene = await addScene();
  expect(outcomeOf(await askAs(grant, operation, scene, target))).toBe(expected);
});

/** The parameters of a login as a user, with a token of that user. */
const logins: Readonly<Record<string, (by: Actor, userId: string, email: string) => Promise<object>>> = {
  async otp_login(by, _, email) {
    const { publicKey } = newKey();
    const held = await rig.obtainToken(by, email);
    const clientSignature = await signLogin(held, publicKey);
    return { verificationToken: held.verificationToken, publicKey, clientSignature };
  },
  async ACTIVITY_TYPE_OTP_LOGIN(by, _, email) {
    const { verificationToken, client } = await rig.obtainToken(by, email);
    return { verificationToken, publicKey: client.publicKey.hex };
  },
  async oauth_login(_, sub) {
    const { publicKey } = newKey();
    return { oidcToken: newTestToken({ sub, nonce: nonceOf(publicKey) }), publicKey };
  },
};

test.for(
  operations
    .filter(({ name }) => aboutUsers[name] === 'login')
    .flatMap((operation) =>
      (['self', 'other', 'root'] as const).map((target) => [operation.name, target, operation] as const),
    ),
)('behavior: %s about %s needs a policy and a token of that user', async ([name, target, { unit, buildBody }]) => {
  const { service } = rig;
  const scene = await addScene();
  const { place, council } = scene;
  const { member } = place.callers;
  const policyFor = async (resource: string) => {
    await arrangeRows(service, organizationsTable, { id: place.id }, { rootThreshold: 1 });
    await addPolicy(service, council[0], {
      condition: `activity.resource == '${resource}'`,
      consensus: isBy(member),
    });
    await arrangeRows(service, organizationsTable, { id: place.id }, { rootThreshold: 2 });
  };
  const { type, parameters: example } = buildBody() as { type: string; parameters: object };
  const logInWith = (parameters: object) => service.submit(member, unit.name, parameters, { type });
  const { user = '' } = idsOf(place, target);
  const proved = async () => (await logins[name]?.(member, user, emails[target])) ?? {};
  await policyFor('OTP');
  expect(outcomeOf(await logInWith(await proved()))).toBe('denied');
  await policyFor('AUTH');
  const { session } = resultOf(await logInWith(await proved()));
  const claims = JSON.parse(Buffer.from(session.split('.')[1], 'base64url').toString());
  expect(claims).toMatchObject({ user_id: user });
  // A token of nobody in the organization.
  const unproved = name === 'oauth_login' ? await logins[name]?.(member, randomUUID(), '') : example;
  expect(outcomeOf(await logInWith(unproved ?? {}))).toMatch(/^40\d (INVALID_VERIFICATION_TOKEN|RESOURCE_NOT_FOUND)$/);
});

test('behavior: stamp_login is a login of the caller, without any policy', async () => {
  const { service } = rig;
  const { place } = await addScene();
  const { member } = place.callers;
  const { session } = resultOf(await service.submit(member, 'stamp_login', { publicKey: newKey().publicKey }));
  const claims = JSON.parse(Buffer.from(session.split('.')[1], 'base64url').toString());
  expect(claims).toMatchObject({ user_id: member.userId });
});

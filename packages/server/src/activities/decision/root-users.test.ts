import { afterAll, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { signLogin, startPasscodeService } from '../../../test/passcodes.ts';
import { addPolicy, isBy, outcomeOf } from '../../../test/policies.ts';
import { keepRow } from '../../../test/put-back.ts';
import { type Actor, newKey, type Reply } from '../../../test/service.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import { verifyAudit } from '../audit-proof/verify-audit.ts';

const rig = await startPasscodeService();
const { service } = rig;
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;

const approve = (by: Actor, { json }: Reply) =>
  submit(by, 'approve_activity', { fingerprint: json.activity.fingerprint });

/** An organization in which two of three root users decide, with a user whom a policy allows some kinds of activities. */
async function addDelegate(...kinds: string[]) {
  const [one, two, three] = (await addOrganization(service, {
    roots: 3,
    features: ['FEATURE_NAME_OTP_EMAIL_AUTH'],
  })) as [Actor, Actor, Actor];
  const delegate = await addUser(service, one, { userEmail: 'delegate@example.com' });
  const condition = `activity.kind in [${kinds.map((kind) => `'${kind}'`).join(', ')}]`;
  if (kinds.length > 0) await addPolicy(service, one, { condition, consensus: isBy(delegate) });
  const other = await addUser(service, one);
  const quorum = { threshold: 2, userIds: [one, two, three].map(({ userId }) => userId) };
  resultOf(await submit(one, 'update_root_quorum', quorum));
  return { one, two, three, delegate, other };
}

test('behavior: who may change e-mail addresses cannot log in as a root user', async () => {
  const { one, delegate } = await addDelegate('UPDATE_USER_EMAIL', 'INIT_OTP', 'VERIFY_OTP', 'OTP_LOGIN');
  const userEmail = 'thief@example.com';
  const changed = await submit(delegate, 'update_user_email', { userId: one.userId, userEmail });
  expect(outcomeOf(changed)).toBe('CONSENSUS_NEEDED');
  const held = await rig.obtainToken(delegate, userEmail);
  const { publicKey } = newKey();
  const login = {
    verificationToken: held.verificationToken,
    publicKey,
    clientSignature: await signLogin(held, publicKey),
  };
  expect(refusalOf(await submit(delegate, 'otp_login', login))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  // The root user accepts the change.
  expect(outcomeOf(await approve(one, changed))).toBe('COMPLETED');
});

test('behavior: who may create API keys gives none to a root user', async () => {
  const { one, two, three, delegate, other } = await addDelegate('CREATE_API_KEYS');
  const add = (userId: string) => submit(delegate, 'create_api_keys', { userId, apiKeys: [newKey().apiKey] });
  expect(outcomeOf(await add(other.userId))).toBe('COMPLETED');
  const waiting = await add(one.userId.toUpperCase());
  expect(outcomeOf(waiting)).toBe('CONSENSUS_NEEDED');
  expect(waiting.json.activity).toMatchObject({ canApprove: false });
  // One other root user is neither that user nor the quorum; two are the quorum.
  const approved = await approve(two, waiting);
  expect(outcomeOf(approved)).toBe('CONSENSUS_NEEDED');
  expect(outcomeOf(await approve(three, waiting))).toBe('COMPLETED');
  expect(
    outcomeOf(await submit(one, 'reject_activity', { fingerprint: (await add(one.userId)).json.activity.fingerprint })),
  ).toBe('REJECTED');
});

test('behavior: two root users have to approve a change of both, or the quorum', async () => {
  const { one, two, delegate } = await addDelegate('DELETE_USERS', 'CREATE_USER_TAG');
  const tag = await submit(delegate, 'create_user_tag', { userTagName: 'Tag', userIds: [one.userId, two.userId] });
  expect(outcomeOf(tag)).toBe('CONSENSUS_NEEDED');
  expect(outcomeOf(await approve(one, tag))).toBe('CONSENSUS_NEEDED');
  expect(outcomeOf(await approve(two, tag))).toBe('COMPLETED');
});

test('behavior: deleting a tag that a root user has changes the root user', async () => {
  const { one, two, delegate } = await addDelegate('DELETE_USER_TAGS', 'UPDATE_USER_TAG');
  const waiting = await submit(one, 'create_user_tag', { userTagName: 'Tag', userIds: [one.userId] });
  const { userTagId } = resultOf(await approve(two, waiting));
  const empty = await submit(one, 'create_user_tag', { userTagName: 'Empty', userIds: [] });
  const { userTagId: emptyId } = resultOf(await approve(two, empty));
  const remove = (id: string) => submit(delegate, 'delete_user_tags', { userTagIds: [id] });
  expect(outcomeOf(await remove(emptyId))).toBe('COMPLETED');
  expect(outcomeOf(await remove(userTagId))).toBe('CONSENSUS_NEEDED');
});

test('behavior: a dry run says whose approval is missing', async () => {
  const { one, two, three, delegate } = await addDelegate('UPDATE_USER');
  const body = {
    type: 'ACTIVITY_TYPE_UPDATE_USER',
    timestampMs: String(Date.now()),
    organizationId: delegate.organizationId,
    parameters: { userId: one.userId, userName: 'Renamed' },
  };
  const { json } = await ask(delegate, 'dry_run_activity', { request: JSON.stringify(body) });
  expect(json).toMatchObject({
    outcome: 'OUTCOME_REQUIRES_CONSENSUS',
    missingApprovals: [
      { consensus: '', threshold: 2, userIds: expect.arrayContaining([one, two, three].map(({ userId }) => userId)) },
      { consensus: '', threshold: 1, userIds: [one.userId] },
    ],
  });
});

test('behavior: in a quorum of one, a root user changes another one alone', async () => {
  const [one, two] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  expect(outcomeOf(await submit(one, 'update_user', { userId: two.userId, userName: 'Two' }))).toBe('COMPLETED');
});

test('behavior: nobody gives a tag by creating or updating a user who may not update the tag', async () => {
  const { one, two, delegate, other } = await addDelegate('CREATE_USERS', 'UPDATE_USER');
  const waiting = await submit(one, 'create_user_tag', { userTagName: 'Treasurers', userIds: [] });
  const { userTagId } = resultOf(await approve(two, waiting));
  const newUser = (userTags: string[]) => {
    const user = { userName: 'New', apiKeys: [newKey().apiKey], authenticators: [], oauthProviders: [], userTags };
    return submit(delegate, 'create_users', { users: [user] });
  };
  const tag = (userId: string, userTagIds: string[]) => submit(delegate, 'update_user', { userId, userTagIds });
  expect(refusalOf(await newUser([userTagId]))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(refusalOf(await tag(other.userId, [userTagId]))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(refusalOf(await tag(delegate.userId, [userTagId]))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(outcomeOf(await newUser([]))).toBe('COMPLETED');
  const giving = await submit(one, 'update_user_tag', { userTagId, addUserIds: [other.userId], removeUserIds: [] });
  resultOf(await approve(two, giving));
  // It keeps the tag that it has; taking it off may end a denial.
  expect(outcomeOf(await tag(other.userId, [userTagId.toUpperCase()]))).toBe('COMPLETED');
  expect(refusalOf(await tag(other.userId, []))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  const allowing = await submit(one, 'create_policy', {
    policyName: 'The delegate gives one tag',
    effect: 'EFFECT_ALLOW',
    condition: `activity.kind == 'UPDATE_USER_TAG' && activity.params.user_tag_id == '${userTagId}'`,
    consensus: isBy(delegate),
    notes: '',
  });
  resultOf(await approve(two, allowing));
  expect(outcomeOf(await newUser([userTagId]))).toBe('COMPLETED');
  expect(outcomeOf(await tag(other.userId, []))).toBe('COMPLETED');
  const another = await submit(two, 'create_user_tag', { userTagName: 'Administrators', userIds: [] });
  const { userTagId: anotherId } = resultOf(await approve(one, another));
  expect(refusalOf(await newUser([userTagId, anotherId]))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});

test('behavior: a policy that lets a tag go to some users lets it go to no new user', async () => {
  const { one, two, delegate, other } = await addDelegate('CREATE_USERS');
  const { userTagId } = resultOf(
    await approve(two, await submit(one, 'create_user_tag', { userTagName: 'Treasurers', userIds: [] })),
  );
  const ofTag = `activity.kind == 'UPDATE_USER_TAG' && activity.params.user_tag_id == '${userTagId}'`;
  const newUser = () => {
    const user = { userName: 'New', apiKeys: [newKey().apiKey], authenticators: [], oauthProviders: [] };
    return submit(delegate, 'create_users', { users: [{ ...user, userTags: [userTagId] }] });
  };
  const add = async (effect: string, condition: string) => {
    const policy = { policyName: effect, effect, condition, consensus: isBy(delegate), notes: '' };
    return resultOf(await approve(two, await submit(one, 'create_policy', policy))).policyId;
  };
  const policyId = await add('EFFECT_ALLOW', `${ofTag} && activity.params.user_ids.all(id, id == '${other.userId}')`);
  expect(outcomeOf(await newUser())).toBe('REQUEST_NOT_AUTHORIZED');
  resultOf(await approve(two, await submit(one, 'delete_policy', { policyId })));
  await add('EFFECT_ALLOW', ofTag);
  expect(outcomeOf(await newUser())).toBe('COMPLETED');
  await add('EFFECT_DENY', `${ofTag} && activity.params.user_ids.any(id, id != '${other.userId}')`);
  expect(outcomeOf(await newUser())).toBe('REQUEST_NOT_AUTHORIZED');
});

test('behavior: deleting a tag needs what taking it off its users needs', async () => {
  const { one, two, delegate } = await addDelegate('DELETE_USER_TAGS');
  const tag = await submit(one, 'create_user_tag', { userTagName: 'Suspended', userIds: [delegate.userId] });
  const { userTagId } = resultOf(await approve(two, tag));
  const remove = () => submit(delegate, 'delete_user_tags', { userTagIds: [userTagId] });
  expect(outcomeOf(await remove())).toBe('REQUEST_NOT_AUTHORIZED');
});

test('behavior: nobody gives the contact of a root user to another user', async () => {
  const { one, delegate, other } = await addDelegate('CREATE_USERS', 'UPDATE_USER', 'UPDATE_USER_EMAIL');
  const userEmail = 'chief@example.com';
  await arrangeRows(service, usersTable, { id: one.userId }, { email: userEmail });
  const user = { userName: 'New', apiKeys: [newKey().apiKey], authenticators: [], oauthProviders: [], userTags: [] };
  for (const taking of [
    await submit(delegate, 'create_users', { users: [{ ...user, userEmail }] }),
    await submit(delegate, 'update_user', { userId: other.userId, userEmail }),
    await submit(delegate, 'update_user_email', { userId: other.userId, userEmail }),
  ])
    expect(outcomeOf(taking)).toBe('CONSENSUS_NEEDED');
});

test('behavior: nobody becomes root with a user who gets a credential while the promotion waits', async () => {
  const { one, two, three, delegate, other } = await addDelegate('CREATE_API_KEYS', 'UPDATE_USER_EMAIL');
  const userIds = [one, two, three, other].map(({ userId }) => userId);
  const promote = () => submit(one, 'update_root_quorum', { threshold: 2, userIds });
  const waiting = await promote();
  const key = { userId: other.userId, apiKeys: [newKey().apiKey] };
  resultOf(await submit(delegate, 'create_api_keys', key));
  const { activity } = (await approve(two, waiting)).json;
  expect([activity.status, activity.failure.details[0].errorCode]).toEqual([
    'ACTIVITY_STATUS_FAILED',
    'QUORUM_USER_CHANGED',
  ]);
  const again = await promote();
  resultOf(await submit(delegate, 'update_user_email', { userId: other.userId, userEmail: 'thief@example.com' }));
  expect((await approve(two, again)).json.activity.status).toBe('ACTIVITY_STATUS_FAILED');
  // A login of the user changes nothing.
  const last = await promote();
  resultOf(await submit(other, 'stamp_login', { publicKey: newKey().publicKey }));
  expect(outcomeOf(await approve(two, last))).toBe('COMPLETED');
});

test('behavior: the audit notices a root user whose row was replaced by one from before it was root', async () => {
  const { one, two, three, delegate, other } = await addDelegate('CREATE_API_KEYS');
  const { database } = service;
  const putBackUser = await keepRow(database, 'users', other.userId);
  const quorum = { threshold: 2, userIds: [one, two, three, other].map(({ userId }) => userId) };
  resultOf(await approve(two, await submit(one, 'update_root_quorum', quorum)));
  const putBackRoot = await keepRow(database, 'users', other.userId);
  await putBackUser();
  const apiKeys = [newKey().apiKey];
  expect(outcomeOf(await submit(delegate, 'create_api_keys', { userId: other.userId, apiKeys }))).toBe('COMPLETED');
  await putBackRoot();
  const { problems } = await verifyAudit(service);
  expect(problems.map(({ problem }) => problem)).toEqual([`was decided with another version of users/${other.userId}`]);
});

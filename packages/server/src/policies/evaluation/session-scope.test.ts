import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy, outcomeOf } from '../../../test/policies.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask, root } = service;

let profiles = 0;
const addProfile = async (scope: string): Promise<string> =>
  resultOf(await submit(root, 'create_session_profile', { sessionProfileName: `Profile ${++profiles}`, scope }))
    .sessionProfileId;

/** A session of a user with a profile. */
async function logIn(user: Actor, sessionProfileId: string): Promise<Actor> {
  const key = newKey();
  resultOf(await submit(user, 'stamp_login', { publicKey: key.publicKey, sessionProfileId }));
  return { ...user, ...key };
}

const tag = (by: Actor, userTagName: string) => submit(by, 'create_user_tag', { userTagName, userIds: [] });
const privateKeyTag = (by: Actor, privateKeyTagName: string) =>
  submit(by, 'create_private_key_tag', { privateKeyTagName, privateKeyIds: [] });

test('default: a session does what its scope covers and nothing else, even for a root user', async () => {
  const session = await logIn(root, await addProfile("activity.resource == 'USER'"));
  expect(outcomeOf(await tag(session, 'Within'))).toBe('COMPLETED');
  expect(outcomeOf(await privateKeyTag(session, 'Without'))).toBe('REQUEST_NOT_AUTHORIZED');
  expect(outcomeOf(await privateKeyTag(root, 'Without'))).toBe('COMPLETED');
  // Queries are not limited.
  expect((await ask(session, 'list_user_tags')).status).toBe(200);
});

test('behavior: in a sub-organization, with the profile of its parent', async () => {
  const user = await addSubOrganization(service, 'Ada');
  const session = await logIn(user, await addProfile("activity.kind == 'CREATE_USER_TAG'"));
  expect(outcomeOf(await tag(session, 'Within'))).toBe('COMPLETED');
  expect(outcomeOf(await privateKeyTag(session, 'Without'))).toBe('REQUEST_NOT_AUTHORIZED');
});

test('behavior: a scope does not allow what no policy allows', async () => {
  const user = await addUser(service, root);
  const session = await logIn(user, await addProfile("activity.resource == 'USER'"));
  expect(outcomeOf(await tag(session, 'Not allowed'))).toBe('REQUEST_NOT_AUTHORIZED');
  await addPolicy(service, root, { condition: "activity.resource == 'USER'" });
  expect(outcomeOf(await tag(session, 'Allowed'))).toBe('COMPLETED');
});

test('behavior: a scope about what the activity does not have does not cover it', async () => {
  const scope = "eth.tx.chain_id == 1 || activity.resource == 'USER'";
  const session = await logIn(root, await addProfile(scope));
  expect(outcomeOf(await tag(session, 'No transaction'))).toBe('REQUEST_NOT_AUTHORIZED');
});

test('behavior: a scope that covers some of what an activity is about does not cover it', async () => {
  const addWallet = async (walletName: string): Promise<string> =>
    resultOf(await submit(root, 'create_wallet', { walletName, accounts: [] })).walletId;
  const [within, without] = [await addWallet('Within'), await addWallet('Without')];
  const session = await logIn(root, await addProfile(`wallet.id == '${within}'`));
  const remove = (...walletIds: string[]) =>
    submit(session, 'delete_wallets', { walletIds, deleteWithoutExport: true });
  expect(outcomeOf(await remove(within, without))).toBe('REQUEST_NOT_AUTHORIZED');
  expect(outcomeOf(await remove(within))).toBe('COMPLETED');
});

test('behavior: it limits votes too, by what is voted on', async () => {
  const [one, two] = (await addOrganization(service, { roots: 2, threshold: 2, parentId: root.organizationId })) as [
    Actor,
    Actor,
  ];
  const key = newKey();
  const sessionProfileId = await addProfile("activity.resource == 'USER' || activity.resource == 'AUTH'");
  const waiting = await submit(two, 'stamp_login', { publicKey: key.publicKey, sessionProfileId });
  expect(outcomeOf(waiting)).toBe('COMPLETED');
  const session = { ...two, ...key };
  const vote = (operation: string, fingerprint: string) => submit(session, operation, { fingerprint });
  const [user, key1, key2] = [await tag(one, 'Tag'), await privateKeyTag(one, 'One'), await privateKeyTag(one, 'Two')];
  expect(refusalOf(await vote('approve_activity', key1.json.activity.fingerprint))[1]).toBe('REQUEST_NOT_AUTHORIZED');
  expect(refusalOf(await vote('reject_activity', key2.json.activity.fingerprint))[1]).toBe('REQUEST_NOT_AUTHORIZED');
  expect(outcomeOf(await service.send(session, 'create_private_key_tag', key1.body))).toBe('REQUEST_NOT_AUTHORIZED');
  expect(outcomeOf(await vote('approve_activity', user.json.activity.fingerprint))).toBe('COMPLETED');
});

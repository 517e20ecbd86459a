import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { keepTables } from '../../../test/kept-tables.ts';
import { addUser, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { addPrivateKey } from '../../../test/private-keys.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { askProxy, nobody } from '../../../test/sign-up.ts';
import { watched } from '../../../test/statements.ts';
import { addSubOrganization, setQuorum } from '../../../test/sub-organizations.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import { readHeads, writeHeads } from '../../activities/audit-proof/audit-heads.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { chainAssets } from '../../funds/history/chain-assets.ts';
import { addChain, movePosition, takeLease } from '../../funds/history/chain-position.ts';
import { bootstrap } from '../../runtime/bootstrap/bootstrap.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import { auditHeadsTable } from '../audit/audit-heads-table.ts';
import type { ChainAssets } from '../ports/chain-assets.ts';
import type { RowOf } from '../tables/define-table.ts';
import { RowWriter } from './row-writer.ts';

const followedAssets = new Map([['eip155:1', chainAssets('eip155:1', {}) as ChainAssets]]);
const service = await startService({ followedAssets });
afterAll(() => service[Symbol.asyncDispose]());
const { database, root, submit, ask } = service;

const ada = await addSubOrganization(service, 'Ada');
const kim = await addSubOrganization(service, 'Kim');
const passkey = newPasskey();
const bob: Actor = { ...(await addUser(service, ada, { authenticators: [passkey.authenticator] })), ...passkey };
const eve = await addUser(service, ada, { userEmail: 'eve@example.com', userPhoneNumber: '+14155550100' });
const spare = newKey();
resultOf(await submit(eve, 'create_api_keys', { userId: eve.userId, apiKeys: [spare.apiKey] }));
const ended = newKey();
const { apiKeyIds } = resultOf(await submit(eve, 'create_api_keys', { userId: eve.userId, apiKeys: [ended.apiKey] }));
const expiring = { ...newKey() };
resultOf(
  await submit(eve, 'create_api_keys', {
    userId: eve.userId,
    apiKeys: [{ ...expiring.apiKey, expirationSeconds: '900' }],
  }),
);
await setQuorum(service, ada, 2, [ada, bob]);
resultOf(await submit(eve, 'delete_api_keys', { userId: eve.userId, apiKeyIds }));
const origins = { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value: 'https://app.example.com' };
resultOf(await submit(root, 'set_organization_feature', origins));
const tag = resultOf(await submit(root, 'create_user_tag', { userTagName: 'Tag', userIds: [root.userId] })).userTagId;
const [hotKey, coldKey] = [await addPrivateKey(service, root), await addPrivateKey(service, root)];
resultOf(await submit(root, 'create_private_key_tag', { privateKeyTagName: 'Hot', privateKeyIds: [hotKey] }));
const noExports = {
  policyName: 'No exports',
  effect: 'EFFECT_DENY',
  condition: "activity.action == 'EXPORT'",
  notes: '',
};
resultOf(await submit(root, 'create_policy', noExports));
const asked = { generateAppProofs: true };
const { json: proved } = await submit(root, 'create_wallet', { walletName: 'Proved', accounts: [] }, asked);
const { json: alsoProved } = await submit(root, 'create_wallet', { walletName: 'Also', accounts: [] }, asked);
// The last entry in the chain of ada's organization, which changed no other row.
const { json: waiting } = await submit(ada, 'create_user_tag', { userTagName: 'Waiting', userIds: [] });
// After this the passkey has a count, and the body that it was counted for.
expect((await ask(bob, 'whoami')).status).toBe(200);

const wallet = { walletName: 'Followed', accounts: [ethereumAccount()] };
const [followed] = resultOf(await submit(root, 'create_wallet', wallet)).addresses;
await database.transaction(async (sql) => {
  await addChain(sql, service.macs, 'eip155:1');
  const position = await takeLease(sql, service.macs, 'eip155:1', 0);
  if (position)
    await movePosition(sql, { macs: service.macs, leaseMs: 0 }, position, { firstNumber: 1n, headNumber: 9n });
});
const history = async () =>
  (await ask(root, 'list_eth_transaction_history', { address: followed, caip2: 'eip155:1' })).error;

const restore = await keepTables(database);
afterEach(restore);

const whoami = (actor: Actor) => async () => (await ask(actor, 'whoami')).error;
const withKey = (actor: Actor, key: Pick<Actor, 'publicKey' | 'stamper'>): Actor => ({ ...actor, ...key });
/** A key that is not registered. */
const foreign = newKey();
const start = () =>
  bootstrap({ database, vault: service.vault, now: new Date() }).then(
    () => undefined,
    (error) => error.code as string,
  );

interface Tampering {
  readonly tamper: (sql: TransactionSql) => PromiseLike<{ readonly count: number }>;
  /** A request that must fail, with its error; without it, no request reads the row. */
  readonly use?: readonly [attempt: () => Promise<unknown>, refusal: unknown];
  /** A problem that verification must report. */
  readonly verify: RegExp;
}

/** Names the parent, so that the directory is searched. */
const throughParent = { ...ada, organizationId: root.organizationId };
const listedKeys = (sql: TransactionSql) => sql`kind = 'publicKey' and organization_id = ${ada.organizationId}`;
const byEmail = { filterType: 'EMAIL', filterValue: 'ada@example.com' };

const listPolicies = async () => (await ask(root, 'list_policies')).error;
const signUp = async () => (await askProxy(service, 'signup_v2', { ...nobody, apiKeys: [newKey().apiKey] })).error;
const ofUser = (sql: TransactionSql, { userId }: Actor) => sql`id = ${userId}`;
const changed = (table: string) => new RegExp(`^${table}/\\S+ was not written by this service$`);
const gone = (table: string) => new RegExp(`^${table}/\\S+ is missing$`);
const refused = 'PUBLIC_KEY_NOT_FOUND';

const proofsOf = async ({ id: activityId }: { readonly id: string }) =>
  (await ask(root, 'list_app_proofs', { activityId })).json.appProofs;
const latestBootProof = async () => (await ask(root, 'get_latest_boot_proof', { appName: 'mintmark-server' })).error;

const table: Readonly<Record<string, Tampering>> = {
  'users: root flag given': {
    tamper: (sql) => sql`update users set is_root = true where ${ofUser(sql, eve)}`,
    use: [whoami(eve), refused],
    verify: changed('users'),
  },
  'users: root flag taken': {
    tamper: (sql) => sql`update users set is_root = false where ${ofUser(sql, ada)}`,
    use: [whoami(ada), refused],
    verify: changed('users'),
  },
  'users: name': {
    tamper: (sql) => sql`update users set name = 'Mallory' where ${ofUser(sql, eve)}`,
    use: [whoami(eve), refused],
    verify: changed('users'),
  },
  'users: e-mail': {
    tamper: (sql) => sql`update users set email = 'mallory@example.com' where ${ofUser(sql, eve)}`,
    use: [whoami(eve), refused],
    verify: changed('users'),
  },
  'users: e-mail verified': {
    tamper: (sql) => sql`update users set email_verified = true where ${ofUser(sql, eve)}`,
    use: [whoami(eve), refused],
    verify: changed('users'),
  },
  'users: phone number': {
    tamper: (sql) => sql`update users set phone_number = '+14155550101' where ${ofUser(sql, eve)}`,
    use: [whoami(eve), refused],
    verify: changed('users'),
  },
  'users: phone number verified': {
    tamper: (sql) => sql`update users set phone_number_verified = true where ${ofUser(sql, eve)}`,
    use: [whoami(eve), refused],
    verify: changed('users'),
  },
  'users: deleted_at': {
    tamper: (sql) => sql`update users set deleted_at = now() where ${ofUser(sql, eve)}`,
    use: [whoami(eve), refused],
    verify: changed('users'),
  },
  'users: an infinite deleted_at': {
    tamper: (sql) => sql`update users set deleted_at = 'infinity' where ${ofUser(sql, eve)}`,
    use: [whoami(eve), refused],
    verify: changed('users'),
  },
  'users: a root user inserted, with a key': {
    tamper: async (sql) => {
      const [copy] = await sql<[{ id: string }]>`
        insert into users
        select organization_id, gen_random_uuid(), name, email, email_verified, phone_number,
          phone_number_verified, is_root, created_at, updated_at, deleted_at, mac
        from users where ${ofUser(sql, ada)} returning id`;
      return sql`
        insert into api_keys
        select organization_id, gen_random_uuid(), ${copy.id}, name, type, curve, ${foreign.publicKey},
          lifetime_seconds, expires_at, created_at, updated_at, deleted_at, mac
        from api_keys where user_id = ${ada.userId}`;
    },
    use: [whoami(withKey(ada, foreign)), refused],
    verify: changed('users'),
  },
  'users: a voter removed': {
    tamper: async (sql) => {
      await sql`delete from authenticators where user_id = ${bob.userId}`;
      await sql`delete from api_keys where user_id = ${bob.userId}`;
      return sql`delete from users where ${ofUser(sql, bob)}`;
    },
    verify: gone('users'),
  },
  'users: moved to another organization': {
    tamper: async (sql) => {
      await sql`delete from api_keys where user_id = ${kim.userId}`;
      return sql`update users set organization_id = ${ada.organizationId} where ${ofUser(sql, kim)}`;
    },
    use: [async () => (await ask(ada, 'get_user', { userId: kim.userId })).error, 'RESOURCE_NOT_FOUND'],
    verify: changed('users'),
  },
  'api_keys: one inserted for a root user': {
    tamper: (sql) => sql`
      insert into api_keys
      select organization_id, gen_random_uuid(), user_id, name, type, curve, ${foreign.publicKey},
        lifetime_seconds, expires_at, created_at, updated_at, deleted_at, mac
      from api_keys where user_id = ${ada.userId}`,
    use: [whoami(withKey(ada, foreign)), refused],
    verify: changed('api_keys'),
  },
  'api_keys: another public key in an unused one': {
    tamper: (sql) => sql`update api_keys set public_key = ${foreign.publicKey} where public_key = ${spare.publicKey}`,
    use: [whoami(withKey(eve, foreign)), refused],
    verify: changed('api_keys'),
  },
  'api_keys: of another user': {
    tamper: (sql) => sql`update api_keys set user_id = ${ada.userId} where public_key = ${spare.publicKey}`,
    use: [whoami(withKey(eve, spare)), refused],
    verify: changed('api_keys'),
  },
  'api_keys: deleted_at set': {
    tamper: (sql) => sql`update api_keys set deleted_at = now() where public_key = ${spare.publicKey}`,
    use: [whoami(withKey(eve, spare)), refused],
    verify: changed('api_keys'),
  },
  'api_keys: deleted_at cleared': {
    tamper: (sql) => sql`update api_keys set deleted_at = null where public_key = ${ended.publicKey}`,
    use: [whoami(withKey(eve, ended)), refused],
    verify: changed('api_keys'),
  },
  'api_keys: expiry': {
    tamper: (sql) => sql`update api_keys set expires_at = null where public_key = ${expiring.publicKey}`,
    use: [whoami(withKey(eve, expiring)), refused],
    verify: changed('api_keys'),
  },
  'api_keys: removed': {
    tamper: (sql) => sql`delete from api_keys where public_key = ${spare.publicKey}`,
    use: [whoami(withKey(eve, spare)), refused],
    verify: gone('api_keys'),
  },
  'api_keys: name': {
    tamper: (sql) => sql`update api_keys set name = 'Mine' where public_key = ${spare.publicKey}`,
    verify: /^api_keys\/\S+ does not match its last entry$/,
  },
  'authenticators: sign_count': {
    tamper: (sql) => sql`update authenticators set sign_count = sign_count + 1 where user_id = ${bob.userId}`,
    use: [whoami(bob), 'CREDENTIAL_NOT_FOUND'],
    verify: changed('authenticators'),
  },
  'authenticators: counted_body': {
    tamper: (sql) => sql`update authenticators set counted_body = '\\x00' where user_id = ${bob.userId}`,
    use: [whoami(bob), 'CREDENTIAL_NOT_FOUND'],
    verify: changed('authenticators'),
  },
  'organizations: threshold': {
    tamper: (sql) => sql`update organizations set root_threshold = 1 where id = ${ada.organizationId}`,
    use: [whoami(ada), refused],
    verify: changed('organizations'),
  },
  'organizations: name': {
    tamper: (sql) => sql`update organizations set name = 'Mallory' where id = ${ada.organizationId}`,
    use: [whoami(ada), refused],
    verify: changed('organizations'),
  },
  'organizations: a complete forged one, with its own chain': {
    tamper: async (sql) => {
      const id = randomUUID();
      await sql`
        insert into organizations
        select ${id}, null, name, root_threshold, created_at, updated_at, null, mac
        from organizations where id = ${root.organizationId}`;
      await sql`insert into audit_heads select ${id}, sequence, hash, mac from audit_heads
        where organization_id = ${root.organizationId}`;
      await sql`
        insert into users
        select ${id}, id, name, email, email_verified, phone_number, phone_number_verified, is_root, created_at,
          updated_at, deleted_at, mac
        from users where ${ofUser(sql, root)}`;
      theirs = { ...root, ...foreign, organizationId: id };
      return sql`
        insert into api_keys
        select ${id}, gen_random_uuid(), user_id, name, type, curve, ${foreign.publicKey}, lifetime_seconds,
          expires_at, created_at, updated_at, deleted_at, mac
        from api_keys where user_id = ${root.userId}`;
    },
    use: [async () => [await whoami(theirs)(), (await bootstrapped()).organizationId], [refused, root.organizationId]],
    verify: changed('organizations'),
  },
  'directory: an entry removed': {
    tamper: (sql) => sql`delete from directory where ${listedKeys(sql)}`,
    use: [whoami(throughParent), refused],
    verify: gone('directory/publicKey'),
  },
  'directory: an entry of another organization': {
    tamper: (sql) => sql`update directory set organization_id = ${kim.organizationId} where ${listedKeys(sql)}`,
    use: [whoami(throughParent), refused],
    verify: changed('directory/publicKey'),
  },
  'directory: an entry inserted': {
    tamper: (sql) => sql`
      insert into directory select parent_id, 'email', sha256('ada@example.com'), organization_id, row_id, mac
      from directory where ${listedKeys(sql)}`,
    use: [async () => (await ask(root, 'list_suborgs', byEmail)).json.organizationIds, []],
    verify: changed('directory/email'),
  },
  'features: value': {
    tamper: (sql) => sql`update features set value = 'https://evil.example.com' where name = ${origins.name}`,
    use: [whoami(bob), 'SIGNATURE_INVALID'],
    verify: changed('features'),
  },
  'features: inserted': {
    tamper: (sql) => sql`
      insert into features select organization_id, 'FEATURE_NAME_SMS_AUTH', value, mac from features
      where organization_id = ${root.organizationId} and name = 'FEATURE_NAME_AUTH_PROXY'`,
    use: [
      async () => JSON.stringify((await ask(root, 'get_organization_configs')).json).includes('FEATURE_NAME_SMS_AUTH'),
      false,
    ],
    verify: changed('features'),
  },
  'features: removed': {
    tamper: (sql) => sql`delete from features where name = ${origins.name}`,
    verify: gone('features'),
  },
  'tags: name': {
    tamper: (sql) => sql`update tags set name = 'Mine' where id = ${tag}`,
    use: [async () => (await ask(root, 'list_user_tags')).json.userTags, []],
    verify: changed('tags'),
  },
  'user_tags: a user tagged': {
    tamper: (sql) =>
      sql`
      insert into users
      select organization_id, gen_random_uuid(), name, email, email_verified, phone_number,
        phone_number_verified, is_root, created_at, updated_at, deleted_at, mac
      from users where ${ofUser(sql, root)}`.then(
        () => sql`
        insert into user_tags select users.organization_id, user_tags.tag_id, users.id, user_tags.mac
        from users, user_tags where users.organization_id = ${root.organizationId} and users.id <> ${root.userId}`,
      ),
    verify: changed('user_tags'),
  },
  'user_tags: a tag taken off': {
    tamper: (sql) => sql`delete from user_tags`,
    use: [async () => (await submit(root, 'create_wallet', wallet)).error, 'INTERNAL'],
    verify: gone('user_tags'),
  },
  'user_tags: a tag taken off, with the digest of all tags': {
    tamper: async (sql) => {
      await sql`delete from user_tags`;
      return sql`update users set tags_digest = null where ${ofUser(sql, root)}`;
    },
    use: [whoami(root), refused],
    verify: changed('users'),
  },
  'private_key_tags: a private key tagged': {
    tamper: (sql) => sql`
      insert into private_key_tags select organization_id, tag_id, ${coldKey}, mac from private_key_tags`,
    verify: changed('private_key_tags'),
  },
  'private_key_tags: a tag taken off': {
    tamper: (sql) => sql`delete from private_key_tags`,
    verify: gone('private_key_tags'),
  },
  'policies: effect': {
    tamper: (sql) => sql`update policies set effect = 'EFFECT_ALLOW'`,
    use: [listPolicies, 'INTERNAL'],
    verify: changed('policies'),
  },
  'policies: condition': {
    tamper: (sql) => sql`update policies set condition = 'false'`,
    use: [listPolicies, 'INTERNAL'],
    verify: changed('policies'),
  },
  'policies: removed': {
    tamper: (sql) => sql`delete from policies`,
    use: [listPolicies, 'INTERNAL'],
    verify: gone('policies'),
  },
  'policies: notes': {
    tamper: (sql) => sql`update policies set notes = 'Mine'`,
    use: [listPolicies, 'INTERNAL'],
    verify: /^policies\/\S+ does not match its last entry$/,
  },
  'policies: removed, with the digest of all policies': {
    tamper: async (sql) => {
      await sql`delete from policies`;
      return sql`update organizations set policies_digest = null where id = ${root.organizationId}`;
    },
    use: [listPolicies, refused],
    verify: changed('organizations'),
  },
  'app_proofs: moved to another activity': {
    tamper: (sql) => sql`update app_proofs set activity_id = ${waiting.activity.id}`,
    use: [() => proofsOf(proved.activity), []],
    verify: changed('app_proofs'),
  },
  'app_proofs: those of another activity': {
    tamper: (sql) => sql`
      update app_proofs set proofs = (select proofs from app_proofs where activity_id = ${alsoProved.activity.id})
      where activity_id = ${proved.activity.id}`,
    use: [() => proofsOf(proved.activity), []],
    verify: changed('app_proofs'),
  },
  'app_proofs: another key': {
    tamper: (sql) => sql`update app_proofs set public_key = reverse(public_key)`,
    use: [() => proofsOf(proved.activity), []],
    verify: changed('app_proofs'),
  },
  'app_proofs: removed': {
    tamper: (sql) => sql`delete from app_proofs`,
    use: [() => proofsOf(proved.activity), []],
    verify: gone('app_proofs'),
  },
  'boot_proofs: manifest': {
    tamper: (sql) => sql`update boot_proofs set manifest = '{"codeDigest":"other"}'`,
    use: [latestBootProof, 'BOOT_PROOF_NOT_FOUND'],
    verify: changed('boot_proofs'),
  },
  'boot_proofs: another key': {
    tamper: (sql) => sql`update boot_proofs set public_key = reverse(public_key)`,
    use: [latestBootProof, 'BOOT_PROOF_NOT_FOUND'],
    verify: changed('boot_proofs'),
  },
  'boot_proofs: an attestation document': {
    tamper: (sql) => sql`update boot_proofs set attestation = '\\x00', deployment_label = 'attested'`,
    use: [latestBootProof, 'BOOT_PROOF_NOT_FOUND'],
    verify: changed('boot_proofs'),
  },
  'boot_proofs: time': {
    tamper: (sql) => sql`update boot_proofs set created_at = created_at + interval '1 day'`,
    use: [latestBootProof, 'BOOT_PROOF_NOT_FOUND'],
    verify: changed('boot_proofs'),
  },
  'followed_chains: final block': {
    tamper: (sql) => sql`update followed_chains set finalized_number = 7`,
    use: [history, 'INTERNAL'],
    verify: changed('followed_chains'),
  },
  'followed_chains: another chain': {
    tamper: (sql) => sql`update followed_chains set caip2 = 'eip155:10'`,
    verify: changed('followed_chains'),
  },
  'service_keys: public key': {
    tamper: (sql) => sql`update service_keys set public_key = '04' || public_key where purpose = 'signer'`,
    use: [start, 'SERVICE_KEY_CHANGED'],
    verify: /^service_keys\/signer cannot be used/,
  },
  'service_keys: removed': {
    tamper: (sql) => sql`delete from service_keys where purpose = 'otp'`,
    use: [start, 'SERVICE_KEY_CHANGED'],
    verify: /^service_keys\/otp is missing$/,
  },
  'data_keys: changed': {
    tamper: (sql) => sql`update data_keys set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1)`,
    use: [start, 'NOT_OPENED'],
    verify: /^data_keys\/\S+ cannot be used/,
  },
  'data_keys: that of a tenant changed': {
    tamper: (sql) => sql`
      update data_keys set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1)
      where tenant_id = ${root.organizationId}`,
    use: [start, 'NOT_OPENED'],
    verify: /^data_keys\/\S+ cannot be used/,
  },
  'data_keys: that of the MACs removed': {
    tamper: (sql) => sql`delete from data_keys where purpose = 'authenticate'`,
    use: [start, 'DATA_KEY_MISSING'],
    verify: /^data_keys\/\S+ cannot be used/,
  },
  'auth_proxy_configs: inserted': {
    tamper: (sql) => sql`
      insert into auth_proxy_configs
      select organization_id, gen_random_uuid(), created_at, mac from auth_proxy_configs`,
    verify: changed('auth_proxy_configs'),
  },
  'auth_proxy_configs: removed': {
    tamper: (sql) => sql`delete from auth_proxy_configs`,
    verify: gone('auth_proxy_configs'),
  },
  'auth_proxies: user': {
    tamper: (sql) => sql`update auth_proxies set user_id = ${root.userId}`,
    use: [signUp, 'AUTH_PROXY_CONFIG_NOT_FOUND'],
    verify: changed('auth_proxies'),
  },
  'auth_proxies: private key': {
    tamper: (sql) =>
      sql`update auth_proxies set private_key = set_byte(private_key, 20, get_byte(private_key, 20) # 1)`,
    use: [signUp, 'AUTH_PROXY_CONFIG_NOT_FOUND'],
    verify: changed('auth_proxies'),
  },
  'auth_proxies: settings': {
    tamper: (sql) => sql`update auth_proxies set settings = '{"allowedOrigins":["https://evil.example"]}'`,
    use: [signUp, 'AUTH_PROXY_CONFIG_NOT_FOUND'],
    verify: changed('auth_proxies'),
  },
  'auth_proxies: removed': {
    tamper: (sql) => sql`delete from auth_proxies`,
    use: [signUp, 'AUTH_PROXY_CONFIG_NOT_FOUND'],
    verify: gone('auth_proxies'),
  },
  'activities: status': {
    tamper: (sql) => sql`
      update activities set status = 'ACTIVITY_STATUS_COMPLETED' where id = ${waiting.activity.id}`,
    use: [
      async () => (await ask(ada, 'get_activity', { activityId: waiting.activity.id })).error,
      'ACTIVITY_NOT_FOUND',
    ],
    verify: /^activity \S+ was not written by this service$/,
  },
  'votes: id': {
    tamper: (sql) => sql`update votes set id = gen_random_uuid() where activity_id = ${waiting.activity.id}`,
    verify: /^vote \S+ does not match its entry: voteId$/,
  },
  'votes: an infinite time': {
    tamper: (sql) => sql`update votes set created_at = 'infinity' where activity_id = ${waiting.activity.id}`,
    verify: /^vote \S+ does not match its entry: at$/,
  },
  'audit_heads: an older one': {
    tamper: (sql) => sql`
      update audit_heads set sequence = entry.sequence, hash = entry.hash from audit_entries entry
      where audit_heads.organization_id = ${ada.organizationId} and entry.organization_id = ${ada.organizationId}
        and entry.sequence = 1`,
    use: [async () => (await submit(ada, 'create_user_tag', { userTagName: 'New', userIds: [] })).error, 'INTERNAL'],
    verify: /^chain has a head that was not written by this service$/,
  },
};

let theirs: Actor;
const bootstrapped = () => bootstrap({ database, vault: service.vault, now: new Date() });

const headsNow = () =>
  watched(async () => {
    let text = '';
    for await (const line of writeHeads(service, new Date())) text += line;
    return text;
  });

const problemsNow = async () =>
  (await verifyAudit(service)).problems.map(({ subject, problem }) => `${subject} ${problem}`);

test('default: unchanged rows are used, and the audit holds', async () => {
  expect(service.forged).toEqual([]);
  expect(
    await Promise.all([ada, bob, eve, withKey(eve, spare), withKey(eve, expiring)].map((actor) => whoami(actor)())),
  ).toEqual(Array(5).fill(undefined));
  expect(await start()).toBeUndefined();
  expect(await problemsNow()).toEqual([]);
});

describe('error: tampering with', () => {
  test.for(Object.entries(table))('%s', async ([, { tamper, use, verify }]) => {
    const { count } = await database.transaction(async (sql) => tamper(sql));
    expect(count).toBeGreaterThan(0);
    if (use) expect(await use[0]()).toEqual(use[1]);
    expect(await problemsNow()).toContainEqual(expect.stringMatching(verify));
  });
});

test('behavior: a refused row is reported', async () => {
  await database.transaction((sql) => sql`update users set is_root = true where ${ofUser(sql, eve)}`);
  const before = service.forged.length;
  await whoami(eve)();
  const { organizationId } = eve;
  expect(service.forged.slice(before)).toEqual([{ table: 'users', organizationId, row: `users/${eve.userId}` }]);
});

describe('what a MAC cannot show', () => {
  const keep = async (sql: TransactionSql, name: string) => {
    const [row] = await sql<[{ row: string }]>`
      select to_json(api_keys)::text as row from api_keys where public_key = ${name}`;
    return row.row;
  };

  test('behavior: an older row that is put back works again, but the audit does not hold', async () => {
    const row = await database.transaction((sql) => keep(sql, spare.publicKey));
    const { id } = JSON.parse(row);
    resultOf(await submit(eve, 'delete_api_keys', { userId: eve.userId, apiKeyIds: [id] }));
    expect(await whoami(withKey(eve, spare))()).toBe(refused);
    expect(await problemsNow()).toEqual([]);
    await database.transaction(async (sql) => {
      await sql`delete from api_keys where id = ${id}`;
      await sql`insert into api_keys select * from json_populate_record(null::api_keys, ${row}::text::json)`;
    });
    expect(await whoami(withKey(eve, spare))()).toBeUndefined();
    expect(await problemsNow()).toEqual([`api_keys/${id} does not match its last entry`]);
  });

  test('error: an older tag of a user that is put back', async () => {
    const change = { userTagId: tag, addUserIds: [], removeUserIds: [root.userId] };
    const [kept] = await database.query((sql) => sql<[{ mac: string }]>`select mac from user_tags`);
    resultOf(await submit(root, 'update_user_tag', change));
    expect((await ask(root, 'list_users')).error).toBeUndefined();
    await database.transaction(
      (sql) => sql`insert into user_tags values (${root.organizationId}, ${tag}, ${root.userId}, ${kept.mac})`,
    );
    expect((await ask(root, 'list_users')).error).toBe('INTERNAL');
    expect(await problemsNow()).toEqual([`user_tags/${tag}/${root.userId} has no audit entry`]);
  });

  test('behavior: an older entry of the directory that is put back finds nothing, and the audit does not hold', async () => {
    const [row] = await database.query(
      (sql) => sql<[{ row: string }]>`
        select to_json(directory)::text as row from directory
        where kind = 'publicKey' and digest = sha256(${spare.publicKey})`,
    );
    const { row_id: id } = JSON.parse(row.row);
    expect((await ask(withKey(root, spare), 'whoami')).status).toBe(200);
    resultOf(await submit(eve, 'delete_api_keys', { userId: eve.userId, apiKeyIds: [id] }));
    await database.transaction(
      (sql) => sql`insert into directory select * from json_populate_record(null::directory, ${row.row}::text::json)`,
    );
    expect(await whoami(withKey(root, spare))()).toBe(refused);
    expect(await problemsNow()).toEqual([`directory/publicKey/${id} is stale`]);
  });

  test('behavior: the audit of an older database holds, but does not continue the kept heads', async () => {
    resultOf(await submit(root, 'update_user', { userId: root.userId, userName: 'Newer' }));
    const { heads } = await readHeads(service, await headsNow());
    expect((await verifyAudit(service, heads)).problems).toEqual([]);
    await restore();
    expect(await problemsNow()).toEqual([]);
    const { problems } = await verifyAudit(service, heads);
    const { sequence } = heads.get(root.organizationId) ?? {};
    expect(problems).toEqual([
      {
        organizationId: root.organizationId,
        subject: 'chain',
        problem: `does not continue from the head in the heads file, entry ${sequence}`,
      },
    ]);
  });

  test('error: a chain that was cut off together with the rows of its last activity', async () => {
    const { heads } = await readHeads(service, await headsNow());
    const { organizationId } = ada;
    await database.transaction(async (sql) => {
      const [last] = await sql<[{ sequence: bigint }]>`
        delete from audit_entries
        where organization_id = ${organizationId} and content like ${`%${waiting.activity.id}%`} returning sequence`;
      await sql`delete from votes where activity_id = ${waiting.activity.id}`;
      await sql`delete from activities where id = ${waiting.activity.id}`;
      // The previous head, which an attacker may have kept.
      const [before] = await sql<[{ hash: Uint8Array }]>`
        select hash from audit_entries where organization_id = ${organizationId} and sequence = ${last.sequence - 1n}`;
      const [head] = await sql<[RowOf<typeof auditHeadsTable>]>`
        select * from audit_heads where organization_id = ${organizationId}`;
      const changes = { sequence: last.sequence - 1n, hash: Buffer.from(before.hash) };
      await new RowWriter(sql, service.macs, { id: organizationId, parentId: null }).change(
        auditHeadsTable,
        [head],
        changes,
      );
    });
    expect(await problemsNow()).toEqual([]);
    const { problems } = await verifyAudit(service, heads);
    expect(problems).toEqual([expect.objectContaining({ organizationId, subject: 'chain' })]);
  });

  test('error: a link that the service did not write is not signed', async () => {
    // Any chain would continue an empty head.
    await database.transaction(
      (sql) => sql`update audit_heads set sequence = 0 where organization_id = ${ada.organizationId}`,
    );
    await expect(headsNow()).rejects.toThrow('was not written by this service');
  });

  test('error: heads that were changed, cut off, or belong to another database', async () => {
    const text = await headsNow();
    const [first, head, ...rest] = text.split('\n');
    for (const other of [
      text.replace(/"sequence":"\d+"/, '"sequence":"777"'),
      [first, ...rest].join('\n'),
      text.replace(/"instanceId":"[0-9a-f]{8}/, '"instanceId":"00000000'),
      `${first}\n${head}\n`,
      '{}',
      'heads',
    ])
      await expect(readHeads(service, other)).rejects.toThrow();
    await expect(readHeads(service, text)).resolves.toBeDefined();
  });
});

import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createP256Stamper } from '@mintmark/stamper';
import { afterAll, describe, expect, test } from 'vitest';
import { refusalOf } from '../../../test/organizations.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { watched } from '../../../test/statements.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { readTables } from '../../../test/table-state.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { createMasterKeys } from '../../custody/secrets/master-keys.ts';
import { readMasterKeyUse, rotateMasterKey } from '../../custody/secrets/rotate-master-key.ts';
import { Vault } from '../../custody/secrets/vault.ts';
import { bootstrap } from './bootstrap.ts';
import { makeFurtherOrganization } from './make-further-organization.ts';
import type { Root } from './make-organization.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { database, root, ask, submit } = service;

/** Creates an organization, and returns what was kept of it. */
async function make(more: { readonly rootPublicKey?: string; readonly now?: Date } = {}): Promise<Root> {
  const kept: Root[] = [];
  const keep = async (root: Root) => void kept.push(root);
  const made = await watched(() =>
    makeFurtherOrganization({ ...service, name: 'Further', now: new Date(), ...more, keep }),
  );
  expect(kept).toEqual([made]);
  return made;
}

function actorOf({ organizationId, userId, apiPublicKey: publicKey, apiPrivateKey = '' }: Root): Actor {
  return { organizationId, userId, publicKey, stamper: createP256Stamper({ publicKey, privateKey: apiPrivateKey }) };
}

const startAgain = () => bootstrap({ database, vault: service.vault, now: new Date() });

test('default: an organization like that of the first start', async () => {
  const made = await make();
  const actor = actorOf(made);
  expect((await ask(actor, 'whoami')).json).toEqual({
    organizationId: made.organizationId,
    organizationName: 'Further',
    userId: made.userId,
    username: 'Root',
  });
  const features = async (of: Actor) => (await ask(of, 'get_organization_configs')).json.configs.features;
  expect(await features(actor)).toEqual(await features(root));
  const rowsOf = ({ organizationId }: Pick<Actor, 'organizationId'>) =>
    database.query(async (sql) => {
      const [counts] = await sql`
        select
          (select count(*) from users where organization_id = ${organizationId}) as users,
          (select count(*) from api_keys where organization_id = ${organizationId}) as api_keys,
          (select count(*) from features where organization_id = ${organizationId}) as features,
          (select count(*) from auth_proxy_configs where organization_id = ${organizationId}) as configs,
          (select count(*) from auth_proxies where organization_id = ${organizationId}) as proxies,
          (select count(*) from data_keys where tenant_id = ${organizationId}) as data_keys`;
      return counts;
    });
  expect(await rowsOf(made)).toEqual({
    // Root and the sign-up proxy.
    users: 2n,
    apiKeys: 2n,
    features: 2n,
    configs: 1n,
    proxies: 1n,
    dataKeys: 1n,
  });
  expect(await rowsOf(made)).toEqual(await rowsOf(root));
  expect((await startAgain()).organizationId).toBe(root.organizationId);
});

test('args: a public key of the operator', async () => {
  const { publicKey, stamper } = newKey();
  const made = await make({ rootPublicKey: publicKey });
  expect([made.apiPublicKey, made.apiPrivateKey]).toEqual([publicKey, undefined]);
  expect((await ask({ ...made, publicKey, stamper }, 'whoami')).status).toBe(200);
});

test('behavior: the first organization stays the first, even if the clock was put back', async () => {
  const { organizationId } = await make({ now: new Date(0) });
  expect(organizationId > root.organizationId).toBe(true);
  expect((await startAgain()).organizationId).toBe(root.organizationId);
});

test('error: what was created cannot be kept, and nothing is created', async () => {
  const before = await readTables(database);
  const keep = () => Promise.reject(new Error('not kept'));
  const making = makeFurtherOrganization({ ...service, name: 'Lost', now: new Date(), keep });
  await expect(making).rejects.toThrow('not kept');
  expect(await readTables(database)).toEqual(before);
});

describe('organizations of different families', async () => {
  const further = actorOf(await make());
  const child = await addSubOrganization(service, 'Child');
  const grown = await addSubOrganization({ ...service, root: further }, 'Grown');
  const tag = { userTagName: 'Tag', userIds: [] };

  test.each([
    ['the first organization', further, root],
    ['the further organization', root, further],
    ['a sub-organization of the first one', further, child],
    ['a sub-organization of the further one', root, grown],
    ['the first organization, by a sub-organization of the further one', grown, root],
    ['the further organization, by a sub-organization of the first one', child, further],
  ])('error: a credential of the other family is unknown in %s', async (_, actor, { organizationId }) => {
    const foreign = { ...actor, organizationId };
    for (const query of ['whoami', 'list_users', 'list_suborgs'])
      expect(refusalOf(await ask(foreign, query))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
    expect(refusalOf(await submit(foreign, 'create_user_tag', tag))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
  });

  test('behavior: each one lists only its own sub-organizations', async () => {
    const subOrganizations = async (of: Actor) => (await ask(of, 'list_suborgs')).json.organizationIds;
    expect(await subOrganizations(root)).toEqual([child.organizationId]);
    expect(await subOrganizations(further)).toEqual([grown.organizationId]);
  });

  test('behavior: the audit holds', async () => {
    expect((await verifyAudit(service)).problems).toEqual([]);
  });
});

test('behavior: a rotation of the master key waits for a new organization, and rewraps its data key', async () => {
  await using test = await createTestDatabase();
  const keys = [randomBytes(32)];
  const masterKeys = createMasterKeys(async () => keys);
  const vault = new Vault(masterKeys);
  const { macs } = await bootstrap({ database: test.database, vault, now: new Date() });
  let rotated: Promise<{ count: number }> | undefined;
  const keep = async () => {
    rotated = rotateMasterKey(test.database, masterKeys, async () => void keys.unshift(randomBytes(32)));
    // Without the lock, the rotation would end meanwhile.
    await Promise.race([rotated, setTimeout(500)]);
  };
  await makeFurtherOrganization({ database: test.database, vault, macs, name: 'Further', now: new Date(), keep });
  expect(await rotated).toMatchObject({ count: 4 });
  const [current] = await masterKeys.ids();
  expect(await test.database.query(readMasterKeyUse)).toEqual([{ masterKeyId: current, count: 4 }]);
});

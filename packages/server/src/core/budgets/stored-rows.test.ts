import { createRandom } from '@mintmark/testing/random';
import { describe, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../../../test/organizations.ts';
import { addPolicy } from '../../../test/policies.ts';
import { type Actor, newKey, type Reply, startService } from '../../../test/service.ts';
import { bytesInTables, countedBytes } from '../../../test/stored-bytes.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { ethereumAccount, keyMovements, solanaAccount } from '../../../test/wallets.ts';
import { countedTables } from '../../activities/tables.ts';
import { privateKeysTable } from '../../custody/keys/private-keys-table.ts';
import { featuresTable } from '../../identity/organizations/features-table.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import { bytesOf, rowBytes } from '../tables/bytes-of.ts';
import { countStoredBytes } from './earlier-bytes.ts';

test('default: a row counts its texts, and as much as any row', () => {
  const row = { name: 'Ä', email: null, phoneNumber: undefined, isRoot: true, createdAt: new Date() };
  expect(bytesOf(usersTable, row)).toBe(rowBytes + 2);
  const key = { name: 'k', publicKey: '02ab', addresses: ['0x1', '0x22'], secret: new Uint8Array(60) };
  expect(bytesOf(privateKeysTable, key)).toBe(rowBytes + 1 + 4 + 7 + 60);
  expect(bytesOf(featuresTable, { name: 'F', value: 'v' })).toBe(0);
});

describe('behavior: the count of an organization is what its rows add up to', () => {
  test('after any activities, one after the other', async () => {
    await using service = await startService();
    const { submit, database, root } = service;
    const random = createRandom(6);
    const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 1 })) as [Actor, Actor];
    const plain = await addUser(service, ada);
    const { importWallet } = keyMovements(service);
    const made: Record<string, string[]> = { wallets: [], policies: [], keys: [], tags: [] };
    const take = (kind: string) => made[kind]?.splice(random(made[kind].length || 1), 1) ?? [];
    const keep = (kind: string, reply: Reply, id: (result: never) => string) =>
      void made[kind]?.push(id(resultOf(reply) as never));
    let number = 0;
    const text = () => `${++number} ${'ß'.repeat(random(40))}`;
    const steps: (() => Promise<unknown>)[] = [
      async () =>
        keep(
          'wallets',
          await submit(ada, 'create_wallet', {
            walletName: text(),
            accounts: Array.from({ length: random(4) }, (_, index) => ethereumAccount(index, { name: text() })),
          }),
          ({ walletId }) => walletId,
        ),
      async () => {
        const [walletId] = made['wallets'] ?? [];
        await submit(ada, 'create_wallet_accounts', { walletId, accounts: [solanaAccount(++number)] });
        await submit(ada, 'update_wallet', { walletId, walletName: text() });
      },
      async () => submit(ada, 'delete_wallets', { walletIds: take('wallets'), deleteWithoutExport: true }),
      async () => importWallet(ada, 'abandon '.repeat(11).concat('about'), { walletName: text() }),
      async () => void made['policies']?.push(await addPolicy(service, ada, { condition: 'true', notes: text() })),
      async () => submit(ada, 'update_policy', { policyId: made['policies']?.[0], policyNotes: text() }),
      async () => submit(ada, 'delete_policy', { policyId: take('policies')[0] }),
      async () =>
        keep(
          'keys',
          await submit(ada, 'create_private_keys', {
            privateKeys: [
              {
                privateKeyName: text(),
                curve: 'CURVE_SECP256K1',
                addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COMPRESSED'],
                privateKeyTags: [],
              },
            ],
          }),
          ({ privateKeys: [key] }: { privateKeys: [{ privateKeyId: string }] }) => key.privateKeyId,
        ),
      async () => submit(ada, 'delete_private_keys', { privateKeyIds: take('keys'), deleteWithoutExport: true }),
      async () =>
        keep(
          'tags',
          await submit(ada, 'create_user_tag', { userTagName: text(), userIds: [bob.userId] }),
          ({ userTagId }) => userTagId,
        ),
      async () => submit(ada, 'update_user_tag', { userTagId: made['tags']?.[0], newUserTagName: text() }),
      async () => submit(ada, 'delete_user_tags', { userTagIds: take('tags') }),
      async () => submit(ada, 'update_user', { userId: plain.userId, userName: text() }),
      async () => {
        const { apiKey } = newKey();
        const reply = await submit(ada, 'create_api_keys', { userId: plain.userId, apiKeys: [apiKey] });
        const [id = ''] = reply.status === 200 ? resultOf(reply).apiKeyIds : [];
        await submit(ada, 'delete_api_keys', { userId: plain.userId, apiKeyIds: [id] });
      },
      // Denied, and then carried out by somebody else with the same body.
      async () => {
        const denied = await submit(plain, 'create_user_tag', { userTagName: text(), userIds: [] });
        if (random(2) === 0) await service.send(ada, 'create_user_tag', denied.body);
      },
      // Refused: nothing of it is stored.
      async () => submit(ada, 'delete_policy', { policyId: root.userId }),
    ];
    for (let count = 0; count < 70; count++) {
      await (steps[random(steps.length)] as () => Promise<unknown>)();
      if (count % 10 === 9)
        expect(await countedBytes(database, ada.organizationId)).toBe(
          await bytesInTables(database, ada.organizationId),
        );
    }
    const before = await bytesInTables(database, ada.organizationId);
    await submit(ada, 'update_root_quorum', { threshold: 2, userIds: [ada.userId, bob.userId] });
    for (const operation of ['approve_activity', 'reject_activity']) {
      const { json } = await submit(ada, 'create_user_tag', { userTagName: text(), userIds: [] });
      const { fingerprint } = json.activity;
      // A second approval of the same user replaces the first.
      await submit(ada, 'approve_activity', { fingerprint });
      expect((await submit(bob, operation, { fingerprint })).status).toBe(200);
    }
    const counted = await countedBytes(database, ada.organizationId);
    expect(counted).toBeGreaterThan(before);
    expect(counted).toBe(await bytesInTables(database, ada.organizationId));
    // The statements that count the rows of an older version agree.
    for (const rowsPerRead of [5_000, 7])
      expect(
        await database.query((sql) =>
          countStoredBytes(sql, ada.organizationId, { tables: countedTables, rowsPerRead }),
        ),
      ).toBe(BigInt(counted ?? 0));
    expect(await countedBytes(database, root.organizationId)).toBe(await bytesInTables(database, root.organizationId));
  });

  test('after concurrent activities, in groups and on their own', async () => {
    await using service = await startService();
    const { submit, database, root } = service;
    const wallets = Array.from({ length: 6 }, (_, index) =>
      submit(root, 'create_wallet', { walletName: `${index}`, accounts: [ethereumAccount()] }),
    );
    const tags = Array.from({ length: 60 }, (_, index) =>
      // Every third has the name of another: it is refused.
      submit(root, 'create_user_tag', { userTagName: `Tag ${index - (index % 3 === 2 ? 1 : 0)}`, userIds: [] }),
    );
    const organizations = Array.from({ length: 6 }, (_, index) => addSubOrganization(service, `${index}`));
    const replies = await Promise.all([...wallets, ...tags]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(46);
    for (const { organizationId } of [root, ...(await Promise.all(organizations))])
      expect(await countedBytes(database, organizationId)).toBe(await bytesInTables(database, organizationId));
  });
});

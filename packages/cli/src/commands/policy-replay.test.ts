import { bodyOf, postPatiently } from '@mintmark/server/test/load';
import { type Actor, newKey } from '@mintmark/server/test/service';
import { expect, test } from 'vitest';
import { createPreparedInstallation } from '../../test/installation.ts';
import { fileDirectory } from '../../test/policy-files.ts';
import { runMintmark } from '../../test/run-mintmark.ts';

const wallets = {
  policyName: 'Wallets',
  effect: 'EFFECT_ALLOW',
  condition: "activity.resource == 'WALLET'",
  notes: '',
};

test('default: explains and replays activities while the service runs', async () => {
  await using installation = await createPreparedInstallation();
  await using directory = await fileDirectory();
  const { env } = installation;
  await using service = await installation.startHere();
  const root = await installation.readRoot();
  const submit = async (actor: Actor, operation: string, parameters: object) =>
    (await postPatiently(service.url, { actor, operation, body: bodyOf(actor, operation, parameters) } as never))?.json;
  const { stamper, publicKey, apiKey } = newKey();
  const user = { userName: 'Ada', apiKeys: [apiKey], authenticators: [], oauthProviders: [], userTags: [] };
  const created = await submit(root, 'create_users', { users: [user] });
  const [userId] = created.activity.result.createUsersResult.userIds;
  const ada = { organizationId: root.organizationId, userId, publicKey, stamper };
  await submit(root, 'create_policy', wallets);
  const { activity } = await submit(ada, 'create_wallet', { walletName: 'Savings', accounts: [] });
  expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');

  const explained = await runMintmark(['policy', 'explain', '--activity', activity.id], env);
  expect([explained.code, explained.stderr]).toEqual([0, '']);
  expect(explained.stdout).toBe(`ACTIVITY_TYPE_CREATE_WALLET ACTIVITY_STATUS_COMPLETED
${activity.createdAt}, by Ada ${userId}
Policies, users, wallets and contract interfaces as they are now; approvals and time as they were.

OUTCOME_ALLOW: allowed by "Wallets"
└─ "Wallets" (EFFECT_ALLOW): OUTCOME_ALLOW
   └─ condition: activity.resource == 'WALLET' → true
      └─ activity.resource = 'WALLET'
`);

  const proposed = [
    { ...wallets, condition: `${wallets.condition} && activity.action != 'CREATE'` },
    { ...wallets, policyName: 'No wallets', effect: 'EFFECT_DENY' },
  ];
  const same = await directory.write('same.json', { policies: [wallets] });
  const other = await directory.write('other.json', { policies: proposed });
  const replay = (...words: string[]) => runMintmark(['policy', 'replay', ...words], env);
  const unchanged = await replay('--policies', same, '--exit-code');
  expect([unchanged.code, unchanged.stderr]).toEqual([0, '']);
  expect(unchanged.stdout).toMatch(
    /^organization \S+ "Mintmark", activities since \S+\nUsers, wallets and contract interfaces are taken as they are now\.\n\n3 activities: 0 would change, 3 would not, 0 cannot be compared\n$/,
  );
  const changed = await replay('--policies', other, '--exit-code', '--organization', root.organizationId.toUpperCase());
  expect([changed.code, changed.stderr]).toEqual([1, '']);
  expect(
    changed.stdout.slice(changed.stdout.indexOf('\n\n') + 2),
  ).toBe(`${activity.createdAt}  ${activity.id}  ACTIVITY_TYPE_CREATE_WALLET
  by Ada ${userId}
  OUTCOME_ALLOW → OUTCOME_DENY_EXPLICIT
  present: allowed by "Wallets"
  proposed: denied by "No wallets"

3 activities: 1 would change, 2 would not, 0 cannot be compared
`);
  const all = await replay('--policies', same, '--all', '--since', '2h');
  expect([all.code, all.stdout.match(/as before/g)?.length]).toEqual([0, 3]);

  const absent = '00000000-0000-4000-8000-000000000000';
  const nowhere = await replay('--policies', same, '--organization', absent);
  expect(nowhere).toMatchObject({ code: 2, stderr: `mintmark: there is no organization ${absent}\n` });
  const nothing = await runMintmark(['policy', 'explain', '--activity', absent], env);
  expect(nothing).toMatchObject({
    code: 2,
    stderr: `mintmark: the organization ${root.organizationId} has no activity ${absent}\n`,
  });
});

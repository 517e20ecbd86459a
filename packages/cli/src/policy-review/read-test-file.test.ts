import { activityHandler } from '@mintmark/server/operations/handlers';
import { afterAll, expect, test } from 'vitest';
import { account, ada, bob, exchange, fileDirectory, payment, policyFile } from '../../test/policy-files.ts';
import { readTestFile } from './read-test-file.ts';

const directory = await fileDirectory();
afterAll(() => directory[Symbol.asyncDispose]());

const absent = '00000000-0000-4000-8000-000000000000';
let files = 0;

async function mistakesIn(content: unknown): Promise<string[]> {
  const path = await directory.write(`${++files}.json`, content);
  const message = await readTestFile(path, activityHandler).then(
    () => '',
    (error: Error) => error.message,
  );
  return message.replaceAll(path, 'FILE').split('\n');
}

const withCase = (changes: object) =>
  policyFile({
    cases: [{ name: 'one', by: ada, activity: payment(exchange, 5), expect: 'OUTCOME_ALLOW', ...changes }],
  });
const withPolicy = (changes: object) =>
  policyFile({ policies: [{ policyName: 'One', effect: 'EFFECT_ALLOW', ...changes }], cases: withCase({}).cases });
const withAccount = (changes: object) =>
  policyFile({ wallets: [{ walletName: 'One', accounts: [{ ...account, ...changes }] }], cases: withCase({}).cases });
const withKey = (changes: object) => policyFile({ privateKeys: [{ privateKeyName: 'One', ...changes }] });

test('default', async () => {
  const path = await directory.write('default.json', policyFile({ $schema: 'policy-test.schema.json' }));
  const { cases, policies } = await readTestFile(path, activityHandler);
  expect(cases).toHaveLength(4);
  expect(policies.policies.map(({ name }) => name)).toEqual([
    'Small payments to the exchange',
    'Large payments need two',
  ]);
});

test.each([
  ['no JSON', '{', ['FILE is not valid JSON']],
  ['no object', '[]', ['FILE is not a JSON object']],
  ['a member twice', '{"users": [], "users": []}', ['FILE has the member "users" twice']],
])('error: %s', async (_, content, mistakes) => {
  expect(await mistakesIn(content)).toEqual(mistakes);
});

test.each([
  ['an unknown member', policyFile({ polices: [] }), 'polices: unknown member'],
  ['no cases', policyFile({ cases: [] }), 'cases: Too small: expected array to have >=1 items'],
  ['an unknown member of a policy', withPolicy({ conditions: '' }), 'policies[0].conditions: unknown member'],
  ['an unknown effect', withPolicy({ effect: 'ALLOW' }), /^policies\[0\]\.effect: /],
  [
    'a condition that does not compile',
    withPolicy({ condition: 'eth.tx.amount > 1' }),
    /^policies\[0\]\.condition: line 1, column 8: /,
  ],
  [
    'a consensus about the activity',
    withPolicy({ consensus: "activity.type == ''" }),
    /^policies\[0\]\.consensus: line 1/,
  ],
  [
    'two policies with one name',
    policyFile({
      policies: ['ALLOW', 'DENY'].map((effect) => ({ policyName: 'One', effect: `EFFECT_${effect}` })),
      cases: withCase({}).cases,
    }),
    'policies[1].policyName: another policy has this name',
  ],
  [
    'an id that is none',
    policyFile({ users: [{ userId: 'ada' }], cases: withCase({}).cases }),
    'users[0].userId: must be an id, in the form of a UUID',
  ],
  [
    'a user twice',
    policyFile({ users: [{ userId: ada }, { userId: ada.toUpperCase() }, { userId: bob }] }),
    'users[1].userId: another one has the same',
  ],
  [
    'a credential that two users have',
    policyFile({
      users: [ada, bob].map((userId) => ({
        userId,
        credentials: [{ type: 'CREDENTIAL_TYPE_API_KEY_P256', publicKey: '02' }],
      })),
    }),
    'users[1].credentials[0].publicKey: another one has the same',
  ],
  [
    'a tag of users and of private keys',
    policyFile({
      users: [{ userId: ada, tags: [absent] }, { userId: bob }],
      privateKeys: [{ privateKeyName: 'One', tags: [absent], publicKey: account.publicKey, curve: 'CURVE_SECP256K1' }],
    }),
    'privateKeys[0].tags[0]: is a tag of users, not of private keys',
  ],
  [
    'two wallets with one name',
    policyFile({ wallets: [...policyFile().wallets, { walletName: 'Treasury' }] }),
    'wallets[1].walletName: another one has the same',
  ],
  [
    'two cases with one name',
    policyFile({ cases: [...policyFile().cases, ...policyFile().cases.slice(0, 1)] }),
    'cases[4].name: another one has the same',
  ],
  ['an unknown user', withCase({ by: absent }), 'cases[0].by: is not one of the users'],
  ['an unknown approver', withCase({ approvedBy: [bob, absent] }), 'cases[0].approvedBy[1]: is not one of the users'],
  [
    'an unknown public key',
    withCase({ by: { userId: ada, publicKey: '02' } }),
    'cases[0].by.publicKey: is not the public key of a credential of the user',
  ],
  [
    'an unknown root user',
    policyFile({ rootQuorum: { threshold: 1, userIds: [absent] } }),
    'rootQuorum.userIds[0]: is not one of the users',
  ],
  [
    'an outcome that is none',
    withCase({ expect: 'ALLOW' }),
    'cases[0].expect: must be an outcome such as OUTCOME_ALLOW, or an object with an outcome',
  ],
  [
    'a user without an id',
    withCase({ by: { user: ada } }),
    'cases[0].by: must be the id of a user, or an object with userId and publicKey',
  ],
  [
    'an unknown policy',
    withCase({ expect: { outcome: 'OUTCOME_ALLOW', policies: { Nobody: 'OUTCOME_ALLOW' } } }),
    'cases[0].expect.policies.Nobody: is not one of the policies',
  ],
  ['a time that is none', withCase({ now: 'yesterday' }), 'cases[0].now: must be a time such as 2027-01-04T09:30:00Z'],
  [
    'no time, although a policy has one',
    withPolicy({ time: "time.now < Timestamp('2027-01-01T00:00:00Z')" }),
    'cases[0].now: is required, since a policy has a time',
  ],
  [
    'an unknown type',
    withCase({ activity: { type: 'ACTIVITY_TYPE_FLY', parameters: {} } }),
    'cases[0].activity.type: is not the type of an activity that can be submitted',
  ],
  [
    'a wrong parameter',
    withCase({ activity: { type: 'ACTIVITY_TYPE_CREATE_WALLET', parameters: { walletName: 5, accounts: [] } } }),
    /^cases\[0\]\.activity\.parameters\.walletName: /,
  ],
  [
    'a signer that is not in the file',
    withCase({ activity: payment(exchange, 5, '0x7e5f4552091a69125d5dfcb7b8c2659029395bde') }),
    'cases[0].activity.parameters.signWith: is not the address of an account or private key, or the id of a private key, in this file',
  ],
  [
    'wallets that are not in the file',
    withCase({ activity: { type: 'ACTIVITY_TYPE_DELETE_WALLETS', parameters: { walletIds: [absent] } } }),
    'cases[0].activity.parameters.walletIds[0]: is not a wallet in this file',
  ],
  [
    'no public key',
    withAccount({ publicKey: undefined }),
    'wallets[0].accounts[0].publicKey: is required, since an address in ADDRESS_FORMAT_ETHEREUM does not contain it',
  ],
  [
    'the public key of another address',
    withAccount({ publicKey: `03${account.publicKey.slice(2)}` }),
    `wallets[0].accounts[0].publicKey: does not have the address ${account.address} in ADDRESS_FORMAT_ETHEREUM`,
  ],
  [
    'an address of Solana that is none',
    policyFile({
      wallets: [
        ...policyFile().wallets,
        { walletName: 'Solana', accounts: [{ address: '0OIl', addressFormat: 'ADDRESS_FORMAT_SOLANA' }] },
      ],
    }),
    'wallets[1].accounts[0].publicKey: does not have the address 0OIl in ADDRESS_FORMAT_SOLANA',
  ],
  [
    'a private key without its curve',
    withKey({ publicKey: account.publicKey }),
    'privateKeys[0].curve: is required if there is no address',
  ],
  [
    'an interface that is none',
    policyFile({
      interfaces: [
        {
          smartContractAddress: exchange,
          type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
          smartContractInterface: 'transfer',
        },
      ],
    }),
    /^interfaces\[0\]\.smartContractInterface: /,
  ],
])('error: %s', async (_, content, mistake) => {
  const [first, ...mistakes] = await mistakesIn(content);
  expect(first).toBe('FILE is not valid:');
  expect(mistakes).toEqual([
    typeof mistake === 'string' ? `  ${mistake}` : expect.stringMatching(mistake.source.replace('^', '^  ')),
  ]);
});

test('error: every mistake is named', async () => {
  const { cases } = withCase({ by: absent, activity: payment(exchange, 5, absent) });
  expect(await mistakesIn(policyFile({ cases, privateKeys: [{ privateKeyName: 'One' }] }))).toHaveLength(5);
});

test('error: a file that does not exist', async () => {
  await expect(readTestFile(`${directory.path}/nowhere`, activityHandler)).rejects.toThrow(
    `${directory.path}/nowhere cannot be read: ENOENT`,
  );
});

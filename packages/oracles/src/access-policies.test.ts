import { describe, expect, test } from 'vitest';
import { approver, credential } from '../../policy/src/namespaces/approvers.ts';
import { privateKeyOf, walletAccountOf, walletOf } from '../../policy/src/namespaces/keys.ts';
import { type Example, type ExampleActivity, outcomeOf } from './policy-outcome.ts';

const id = (digit: number): string => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;
const [ada, bob, cyd, admins, traders, passkeyId] = [1, 2, 3, 4, 5, 6].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const user = (userId: string, ...tags: readonly string[]) =>
  approver({ id: userId, name: `User ${userId}`, email: null, tags: tags.map((tagId) => ({ tagId })) as never });
const by = (...approvers: readonly ReturnType<typeof user>[]) => ({ approvers });
const apiKey = credential(ada, { id: id(7), type: 'CREDENTIAL_TYPE_API_KEY_P256', publicKey: `02${'ab'.repeat(32)}` });
const otherKey = credential(ada, {
  id: id(8),
  type: 'CREDENTIAL_TYPE_API_KEY_P256',
  publicKey: `02${'cd'.repeat(32)}`,
});
const passkey = credential(ada, { id: passkeyId, credentialId: 'AAAA', publicKey: 'pQECAyYgASFYIA' });

const doing = (name: string, resource: string, action: string, version = ''): ExampleActivity => ({
  type: `ACTIVITY_TYPE_${name}${version}`,
  kind: name,
  resource,
  action,
});
const createWallet = doing('CREATE_WALLET', 'WALLET', 'CREATE');
const createUsers = doing('CREATE_USERS', 'USER', 'CREATE', '_V4');
const createPolicy = doing('CREATE_POLICY', 'POLICY', 'CREATE', '_V3');
const deleteUsers = doing('DELETE_USERS', 'USER', 'DELETE');
const createSubOrganization = doing('CREATE_SUB_ORGANIZATION', 'ORGANIZATION', 'CREATE', '_V8');
const stampLogin = doing('STAMP_LOGIN', 'AUTH', 'CREATE');
const initOtp = doing('INIT_OTP', 'OTP', 'CREATE', '_V3');
const verifyOtp = doing('VERIFY_OTP', 'OTP', 'VERIFY', '_V2');
const signPayload = (version = '_V2') => doing('SIGN_RAW_PAYLOAD', 'PRIVATE_KEY', 'SIGN', version);
const exportAccount = (address: string): ExampleActivity => ({
  ...doing('EXPORT_WALLET_ACCOUNT', 'WALLET', 'EXPORT'),
  view: { wallet_account: walletAccountOf({ address }) },
});

const isAda = `approvers.any(user, user.id == '${ada}')`;
const ownAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const otherAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const wallet = (walletId: string) => walletOf({ id: walletId, imported: false, exported: false, name: 'Main' });
const key = (keyId: string) => privateKeyOf({ id: keyId, imported: false, exported: false, name: 'Main' }, []);

const access: readonly Example[] = [
  [
    'a user may create wallets',
    { consensus: isAda, condition: `activity.resource == 'WALLET' && activity.action == 'CREATE'` },
    {
      allowed: [{ ...createWallet, ...by(user(ada)) }],
      denied: [
        { ...createUsers, ...by(user(ada)) },
        { ...exportAccount(ownAddress), ...by(user(ada)) },
      ],
    },
  ],
  [
    'users with a tag may create users',
    {
      consensus: `approvers.any(user, user.tags.contains('${admins}'))`,
      condition: `activity.resource == 'USER' && activity.action == 'CREATE'`,
    },
    { allowed: [{ ...createUsers, ...by(user(bob, admins)) }], denied: [{ ...deleteUsers, ...by(user(bob, admins)) }] },
  ],
  [
    'deletions denied to a tag',
    {
      effect: 'EFFECT_DENY',
      consensus: `approvers.any(user, user.tags.contains('${traders}'))`,
      condition: `activity.action == 'DELETE'`,
    },
    {
      allowed: [
        { ...deleteUsers, ...by(user(ada)) },
        { ...createUsers, ...by(user(bob, traders)) },
      ],
      denied: [{ ...deleteUsers, ...by(user(bob, traders)) }],
    },
  ],
  [
    'an API user may create sub-organizations',
    { consensus: isAda, condition: `activity.resource == 'ORGANIZATION' && activity.action == 'CREATE'` },
    { allowed: [{ ...createSubOrganization, ...by(user(ada)) }], denied: [{ ...createWallet, ...by(user(ada)) }] },
  ],
  [
    'an API user may start sessions',
    { consensus: isAda, condition: `activity.resource == 'AUTH' && activity.action == 'CREATE'` },
    { allowed: [{ ...stampLogin, ...by(user(ada)) }], denied: [{ ...initOtp, ...by(user(ada)) }] },
  ],
  [
    'an API user may do all of one-time passcodes',
    { consensus: isAda, condition: `activity.resource in ['AUTH', 'OTP'] && activity.action in ['CREATE', 'VERIFY']` },
    {
      allowed: [initOtp, verifyOtp, stampLogin].map((activity) => ({ ...activity, ...by(user(ada)) })),
      denied: [{ ...createWallet, ...by(user(ada)) }],
    },
  ],
  [
    'one exact type',
    { condition: `activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'` },
    { allowed: [signPayload()], denied: [signPayload(''), createWallet] },
  ],
  [
    'one kind, in all versions',
    { condition: `activity.kind == 'SIGN_RAW_PAYLOAD'` },
    { allowed: [signPayload(), signPayload('')], denied: [createWallet] },
  ],
  [
    'export of one account only',
    { condition: `activity.kind == 'EXPORT_WALLET_ACCOUNT' && wallet_account.address == '${ownAddress}'` },
    { allowed: [exportAccount(ownAddress)], denied: [exportAccount(otherAddress), createWallet] },
  ],
  [
    'signing with one wallet',
    { condition: `activity.action == 'SIGN' && wallet.id == '${id(1)}'` },
    {
      allowed: [{ ...signPayload(), view: { wallet: wallet(id(1)) } }],
      denied: [
        { ...signPayload(), view: { wallet: wallet(id(2)) } },
        { ...signPayload(), view: { private_key: key(id(1)) } },
      ],
    },
  ],
  [
    'signing with one account',
    { condition: `activity.action == 'SIGN' && wallet_account.address == '${ownAddress}'` },
    {
      allowed: [{ ...signPayload(), view: { wallet_account: walletAccountOf({ address: ownAddress }) } }],
      denied: [{ ...signPayload(), view: { wallet_account: walletAccountOf({ address: otherAddress }) } }],
    },
  ],
  [
    'signing with one private key',
    { condition: `activity.action == 'SIGN' && private_key.id == '${id(1)}'` },
    {
      allowed: [{ ...signPayload(), view: { private_key: key(id(1)) } }],
      denied: [{ ...signPayload(), view: { private_key: key(id(2)) } }],
    },
  ],
];

const at = (...times: readonly string[]): ExampleActivity[] => times.map((now) => ({ now }));
const businessHours = `CronSpan('0 9 * * 1-5', '8h', 'America/New_York')`;
const times: readonly Example[] = [
  [
    'a window of one month',
    { time: `time.now >= Timestamp('2026-07-01T00:00:00Z') && time.now < Timestamp('2026-08-01T00:00:00Z')` },
    {
      allowed: at('2026-07-01T00:00:00Z', '2026-07-31T23:59:59Z'),
      denied: at('2026-06-30T23:59:59Z', '2026-08-01T00:00:00Z'),
    },
  ],
  [
    'business hours in New York, in summer and in winter',
    { time: businessHours },
    {
      allowed: at('2026-07-01T13:00:00Z', '2026-07-01T20:59:59Z', '2026-12-01T14:00:00Z'),
      denied: at('2026-07-01T12:59:59Z', '2026-07-01T21:00:00Z', '2026-12-01T13:30:00Z', '2026-07-04T15:00:00Z'),
    },
  ],
  [
    'at night, over midnight',
    { time: `CronSpan('0 22 * * *', '8h', 'UTC')` },
    {
      allowed: at('2026-07-01T22:00:00Z', '2026-07-02T05:59:59Z'),
      denied: at('2026-07-01T21:59:59Z', '2026-07-02T06:00:00Z'),
    },
  ],
  [
    'business hours until the end of the year',
    { time: `${businessHours} && time.now < Timestamp('2027-01-01T00:00:00Z')` },
    { allowed: at('2026-07-01T15:00:00Z'), denied: at('2027-07-01T15:00:00Z', '2026-07-01T03:00:00Z') },
  ],
  [
    'outside of business hours, for one kind of activity',
    { time: `!${businessHours}`, condition: `activity.kind == 'SIGN_TRANSACTION'` },
    {
      allowed: at('2026-07-04T15:00:00Z'),
      denied: [...at('2026-07-01T15:00:00Z'), { ...createWallet, now: '2026-07-04T15:00:00Z' }],
    },
  ],
];

describe.each([...access, ...times])('%s', (_, policy, { allowed, denied }) => {
  test('default: allowed', async () => {
    expect(await Promise.all(allowed.map((activity) => outcomeOf(policy, activity)))).toEqual(
      allowed.map(() => 'OUTCOME_ALLOW'),
    );
  });

  test('error: denied', async () => {
    const expected = policy.effect === 'EFFECT_DENY' ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_DENY_IMPLICIT';
    expect(await Promise.all(denied.map((activity) => outcomeOf(policy, activity)))).toEqual(
      denied.map(() => expected),
    );
  });
});

/** Those whose condition holds wait for the consensus instead of being denied. */
describe('consensus', () => {
  const waits = 'OUTCOME_REQUIRES_CONSENSUS';
  const isTagged = (tag: string) => `user.tags.contains('${tag}')`;

  test.each<[string, string, ExampleActivity, ExampleActivity]>([
    [
      'two users with a tag add policies',
      `approvers.filter(user, ${isTagged(admins)}).count() >= 2`,
      by(user(ada, admins), user(bob, admins)),
      by(user(ada, admins), user(bob)),
    ],
    [
      'as many of each tag as each needs',
      `approvers.filter(user, ${isTagged(admins)}).count() >= 1 && approvers.filter(user, ${isTagged(traders)}).count() >= 2`,
      by(user(ada, admins), user(bob, traders), user(cyd, traders)),
      by(user(ada, admins), user(bob, traders)),
    ],
    [
      'both of two users',
      `approvers.any(user, user.id == '${ada}') && approvers.any(user, user.id == '${bob}')`,
      by(user(ada), user(bob)),
      by(user(ada)),
    ],
    [
      'a passkey',
      `credentials.any(credential, credential.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')`,
      { ...by(user(ada)), credentials: [passkey] },
      { ...by(user(ada)), credentials: [apiKey] },
    ],
    [
      'one public key',
      `credentials.any(credential, credential.user_id == '${ada}' && credential.public_key == '02${'AB'.repeat(32)}')`,
      { ...by(user(ada)), credentials: [apiKey] },
      { ...by(user(ada)), credentials: [otherKey] },
    ],
  ])('behavior: %s', async (_, consensus, agreed, open) => {
    expect(await outcomeOf({ consensus }, { ...createPolicy, ...agreed })).toBe('OUTCOME_ALLOW');
    expect(await outcomeOf({ consensus }, { ...createPolicy, ...open })).toBe(waits);
  });
});

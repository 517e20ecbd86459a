import { errors, examples, registry } from '@mintmark/schema';
import { afterAll, describe, expect, test } from 'vitest';
import { sendBytes, stampFor } from './exchange.ts';
import { addOrganization, addUser, resultOf } from './organizations.ts';
import { startPasscodeService } from './passcodes.ts';
import { newPasskey } from './passkey.ts';
import { type Actor, newKey, type Reply, startService } from './service.ts';
import { askProxy } from './sign-up.ts';
import { createPrivateKey, digestPayload } from './signing.ts';
import { rootUser } from './sub-organizations.ts';
import { keyMovements } from './wallets.ts';

// Clients and operators look for these phrases in the messages of errors: each must stay exactly as it is.

let time = Date.now();
/** How much time passes between two reads of the clock. */
let pace = 0;
const { service } = await startPasscodeService({
  clock: () => {
    const now = new Date(time);
    time += pace;
    return now;
  },
});
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, ask } = service;

type Answered = Pick<Reply, 'status' | 'json'>;
type Row = readonly [phrase: string, status: number, request: () => Promise<Answered>];

const unknownId = '57edc686-4d75-44c8-9591-a0fd76b2c95d';
const whoami = JSON.stringify({ organizationId: root.organizationId });
const manyOf = <T>(make: () => T) => Array.from({ length: 11 }, make);

/** Asks who the root user is, with these headers alone. */
async function askWith(headers: Readonly<Record<string, string>>, address?: string): Promise<Answered> {
  const values = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const { status, body } = await sendBytes(service.app, registry.whoami.path, Buffer.from(whoami), values, address);
  return { status, json: JSON.parse(body) };
}

/** Sends a body with the stamp of another one. */
async function askWithStampOf(other: string, actor: Pick<Actor, 'stamper'>): Promise<Answered> {
  const stamp = await stampFor(actor, Buffer.from(other));
  return askWith(Object.fromEntries(Object.entries(stamp).map(([name, [value]]) => [name, value as string])));
}

/** The root user, with a key that lives for a minute. */
async function withSession(): Promise<Actor> {
  const { apiKey, ...key } = newKey();
  const apiKeys = [{ ...apiKey, expirationSeconds: '60' }];
  resultOf(await submit(root, 'create_api_keys', { userId: root.userId, apiKeys }));
  return { ...root, ...key };
}

async function withPasskey(): Promise<Actor> {
  const { authenticator, stamper } = newPasskey();
  const user = await addUser(service, root, { authenticators: [authenticator] });
  return { ...user, stamper };
}

const addKeys = (more: object) =>
  submit(root, 'create_api_keys', { userId: root.userId, apiKeys: manyOf(() => ({ ...newKey().apiKey, ...more })) });

const addPasskey = (change: object) =>
  submit(root, 'create_authenticators', {
    userId: root.userId,
    authenticators: [{ ...newPasskey().authenticator, ...change }],
  });

const changeQuorum = (parameters: object) =>
  submit(root, 'update_root_quorum', { threshold: 1, userIds: [root.userId], ...parameters });

/** A policy that applies to nothing. */
const createPolicy = (change: object) => {
  const policy = { policyName: 'Policy', effect: 'EFFECT_ALLOW', condition: 'false', notes: '' };
  return submit(root, 'create_policy', { ...policy, ...change });
};

async function createPolicyTwice(): Promise<Reply> {
  resultOf(await createPolicy({}));
  return createPolicy({});
}

async function signPayload(change: object): Promise<Reply> {
  const { privateKeyId: signWith } = await createPrivateKey(service, root);
  return submit(root, 'sign_raw_payload', { signWith, ...digestPayload, ...change });
}

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

const withAccounts = (...changes: object[]) =>
  submit(root, 'create_sub_organization', {
    subOrganizationName: 'Ada',
    rootUsers: [rootUser(newKey().apiKey)],
    rootQuorumThreshold: 1,
    wallet: { walletName: 'Wallet', accounts: changes.map((change) => ({ ...account, ...change })) },
  });

/** Asks the parent about a credential that two of its sub-organizations have. */
async function askAboutConflict(): Promise<Answered> {
  const [parent] = await addOrganization(service);
  const { apiKey, stamper } = newKey();
  for (const _ of [1, 2]) {
    const [child] = await addOrganization(service, { parentId: parent.organizationId });
    resultOf(await submit(child, 'create_api_keys', { userId: child.userId, apiKeys: [apiKey] }));
  }
  return ask({ ...parent, stamper }, 'whoami');
}

async function voteFromTheParent(): Promise<Answered> {
  const [{ organizationId }] = await addOrganization(service, { parentId: root.organizationId });
  const fingerprint = `sha256:${'0'.repeat(64)}`;
  return submit(root, 'approve_activity', { fingerprint }, { organizationId });
}

const expired: readonly Row[] = [
  [
    'Unauthenticated desc = expired api key publicKey',
    401,
    async () => {
      const session = await withSession();
      time += 60_000;
      return ask(session, 'whoami');
    },
  ],
  [
    'could not find public key in organization or its parent organization',
    401,
    () => ask({ ...root, ...newKey() }, 'whoami'),
  ],
  [
    // The key expires between the check of its stamp and the execution.
    'could not find public key in organization or its parent organization',
    401,
    async () => {
      const session = await withSession();
      pace = 60_000;
      const reply = await submit(session, 'create_user_tag', { userTagName: 'Late', userIds: [] });
      pace = 0;
      return reply;
    },
  ],
];

const badRequests: readonly Row[] = [
  ['malformed organization ID: must be a UUID', 400, () => ask(root, 'whoami', { organizationId: 'none' })],
  ['bad request body', 400, () => service.send(root, 'whoami', '[]')],
  ['bad request body', 400, () => service.send(root, 'whoami', `${whoami.slice(0, -1)},"a":1,"a":1}`)],
  ['quorum threshold must be a non-zero integer', 400, () => changeQuorum({ threshold: 0 })],
  ['quorum threshold must be a non-zero integer', 400, () => changeQuorum({ threshold: 1.5 })],
  ['quorum users missing', 404, () => changeQuorum({ userIds: [root.userId, unknownId] })],
  ['invalid api key expiration: must be a positive integer string', 400, () => addKeys({ expirationSeconds: '0' })],
  ['invalid api key expiration: must be a positive integer string', 400, () => addKeys({ expirationSeconds: 60 })],
  ['missing authenticator attestation', 400, () => addPasskey({ attestation: undefined })],
  ['invalid authenticator attestation', 400, () => addPasskey({ challenge: 'another' })],
  [
    'invalid authenticator attestation',
    400,
    () => addPasskey({ attestation: { ...newPasskey().authenticator.attestation, attestationObject: 'oA' } }),
  ],
  ['invalid path format', 400, () => withAccounts({ pathFormat: 'PATH_FORMAT_BIP44' })],
  ['invalid path', 400, () => withAccounts({ path: '44/60' })],
  ['invalid path', 400, () => withAccounts({ path: 'm/2147483648' })],
  ['invalid path', 400, () => withAccounts({}, {})],
  ['invalid address format', 400, () => withAccounts({ addressFormat: 'ADDRESS_FORMAT_NONE' })],
  ['invalid address format', 400, () => withAccounts({ addressFormat: 'ADDRESS_FORMAT_SOLANA' })],
  ['invalid curve', 400, () => withAccounts({ curve: 'CURVE_NONE' })],
  ['curve required', 400, () => withAccounts({ curve: undefined })],
  ['missing wallet params', 400, () => submit(root, 'create_wallet', {}, { parameters: undefined })],
  ['invalid wallet account UUID', 400, () => submit(root, 'delete_wallet_accounts', { walletAccountIds: ['none'] })],
  ['invalid mnemonic', 400, () => keyMovements(service).importWallet(root, 'one two three')],
  ['invalid payload encoding', 400, () => signPayload({ encoding: 'PAYLOAD_ENCODING_NONE' })],
  ['invalid hash function', 400, () => signPayload({ hashFunction: 'HASH_FUNCTION_NONE' })],
  ['invalid hash function', 400, () => signPayload({ hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' })],
  ['invalid policy condition', 400, () => createPolicy({ condition: 'activity' })],
  ['invalid policy consensus', 400, () => createPolicy({ consensus: 'approvers' })],
  ['organization mismatch', 400, voteFromTheParent],
  ['invalid email', 400, () => submit(root, 'update_user_email', { userId: root.userId, userEmail: 'ada' })],
];

const unauthenticated: readonly Row[] = [
  ['no valid authentication signature found for request', 401, () => askWith({})],
  ['missing stamp headers', 401, () => askWith({})],
  [
    'no valid authentication signature found for request',
    401,
    () => askWith({ 'x-stamp': 'e30', 'x-stamp-webauthn': '{}' }),
  ],
  ['malformed stamp', 401, () => askWith({ 'x-stamp': '{' })],
  ['could not extract api key stamp', 401, () => askWith({ 'x-stamp': '{' })],
  ['malformed stamp', 401, () => askWith({ 'x-stamp-webauthn': '{' })],
  ['could not extract webauthn stamp', 401, () => askWith({ 'x-stamp-webauthn': '{' })],
  [
    'could not find credential ID in organization or its parent organization',
    401,
    () => ask({ ...root, ...newPasskey() }, 'whoami'),
  ],
  ['could not verify api key signature', 401, () => askWithStampOf('{}', root)],
  ['could not verify WebAuthn signature', 401, async () => askWithStampOf('{}', await withPasskey())],
  ['more than one suborg', 401, askAboutConflict],
];

const others: readonly Row[] = [
  ['policy label must be unique', 409, createPolicyTwice],
  [
    'request not authorized',
    403,
    async () => submit(await addUser(service, root), 'create_user_tag', { userTagName: 'Tag', userIds: [] }),
  ],
  [
    'wallet account not exported',
    400,
    async () => {
      const wallet = { walletName: 'Wallet', accounts: [account] };
      const { walletId } = resultOf(await submit(root, 'create_wallet', wallet));
      const { json } = await ask(root, 'list_wallet_accounts', { walletId });
      return submit(root, 'delete_wallet_accounts', { walletAccountIds: [json.accounts[0].walletAccountId] });
    },
  ],
  [
    'wallet account not part of your organization',
    404,
    () => submit(root, 'delete_wallet_accounts', { walletAccountIds: [unknownId] }),
  ],
  ['webauthn authenticator not found', 404, () => ask(root, 'get_authenticator', { authenticatorId: unknownId })],
  [
    'No activity found with fingerprint',
    404,
    () => submit(root, 'approve_activity', { fingerprint: `sha256:${'0'.repeat(64)}` }),
  ],
  ['too many long-lived api keys', 429, () => addKeys({})],
  ['too many short-lived api keys', 429, () => addKeys({ expirationSeconds: '60' })],
  [
    'too many authenticators',
    429,
    () =>
      submit(root, 'create_authenticators', {
        userId: root.userId,
        authenticators: manyOf(() => newPasskey().authenticator),
      }),
  ],
  [
    'too many requests, try again in a few seconds',
    429,
    async () => {
      let reply = await askWith({}, 'one address');
      for (let count = 0; count < 1000 && reply.status === 401; count++) reply = await askWith({}, 'one address');
      return reply;
    },
  ],
  [
    'internal server error',
    500,
    async () => {
      await using broken = await startService();
      await broken.database.query((sql) => sql`alter table tags rename to gone`);
      return await broken.ask(broken.root, 'list_user_tags');
    },
  ],
];

const initOtp = (more: object = {}) =>
  submit(root, 'init_otp', { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', appName: 'Acme', ...more });
const code = {
  oauth2CredentialId: unknownId,
  authCode: 'code',
  redirectUri: 'https://app.example.com',
  codeVerifier: 'v'.repeat(43),
  nonce: 'none',
};
const authenticate = (change: object) => submit(root, 'oauth2_authenticate', { ...code, ...change });

// No request causes "unreachable email": mail is sent after the answer.
const signingIn: readonly Row[] = [
  [
    'Max number of OTPs have been initiated',
    429,
    async () => {
      for (let count = 0; count < 3; count++) resultOf(await initOtp());
      return initOtp();
    },
  ],
  [
    'invalid magic link template',
    400,
    () => initOtp({ emailCustomization: { magicLinkTemplate: 'https://example.com/' } }),
  ],
  [
    'Invalid OTP code',
    400,
    () => submit(root, 'verify_otp', { otpId: unknownId, encryptedOtpBundle: examples.encryptedOtpBundle }),
  ],
  [
    'OAUTH disallowed',
    403,
    async () => {
      resultOf(await submit(root, 'update_auth_proxy_config', { allowedAuthMethods: ['AUTH_METHOD_PASSKEY'] }));
      const login = { oidcToken: examples.oidcToken, publicKey: newKey().publicKey };
      return askProxy(service, 'proxy_oauth_login', login);
    },
  ],
  ['auth_code must be set', 400, () => authenticate({ authCode: '' })],
  ['code_verifier must be set', 400, () => authenticate({ codeVerifier: undefined })],
  ['redirect_uri must be set', 400, () => authenticate({ redirectUri: '' })],
  ['oauth2_credential_id must be set', 400, () => authenticate({ oauth2CredentialId: undefined })],
  [
    'client_id must be set',
    400,
    () => {
      const { oauth2CredentialId: _, ...given } = code;
      return askProxy(service, 'proxy_oauth2_authenticate', { ...given, provider: 'OAUTH2_PROVIDER_ALPHA' });
    },
  ],
];

describe.each([
  ['the session is over', expired],
  ['a bad request', badRequests],
  ['no authentication', unauthenticated],
  ['other refusals', others],
  ['signing in', signingIn],
])('%s', (_, rows) => {
  test.each(rows)('error: %s (%i)', async (phrase, status, request) => {
    const reply = await request();
    expect([reply.status, reply.json.message]).toEqual([status, expect.stringContaining(phrase)]);
  });
});

// Phrases that no request of this test can cause.
test.each([
  ['no organization found', 'ORGANIZATION_NOT_FOUND'],
  ['invalid OIDC token', 'INVALID_OIDC_TOKEN'],
] as const)('behavior: the catalogue says %s', (phrase, name) => {
  expect(errors[name].message).toContain(phrase);
});

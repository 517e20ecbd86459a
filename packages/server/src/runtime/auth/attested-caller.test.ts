import {
  createAttestedStamper,
  createP256Signer,
  createP256Stamper,
  generatePrivateKey,
  type PrivateKey,
} from '@mintmark/stamper';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { claimsOf, type HeldToken, startPasscodeService } from '../../../test/passcodes.ts';
import { type Actor, newKey } from '../../../test/service.ts';
import { newPerson, startSignInService } from '../../../test/sign-in-service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { nonceOf } from '../../delivery/adapters/oidc/nonce.ts';

let passedMs = 0;
const { service, obtainToken } = await startPasscodeService({ clock: () => new Date(Date.now() + passedMs) });
afterAll(() => service[Symbol.asyncDispose]());
const { root } = service;

const signerOf = (key: PrivateKey) => createP256Signer(key.toApiKey());
const byToken = ({ verificationToken, client }: HeldToken, organizationId = root.organizationId): Actor => ({
  ...root,
  organizationId,
  stamper: createAttestedStamper({ signer: signerOf(client), verificationToken }),
});
const logIn = (by: Actor, more: object = {}) =>
  service.submit(by, 'stamp_login', { publicKey: newKey().publicKey, ...more });
let people = 0;
const newEmail = () => `person${++people}@example.com`;
/** A user of a sub-organization whose address is verified. */
async function addVerified(userEmail = newEmail()): Promise<Actor & { readonly userEmail: string }> {
  const user = await addSubOrganization(service, 'Ada', { userEmail });
  resultOf(await logIn(byToken(await obtainToken(root, userEmail), user.organizationId)));
  return { ...user, userEmail };
}

describe('a verification token', () => {
  test('default: logs in to the sub-organization where the contact is verified', async () => {
    const user = await addVerified();
    const key = newKey();
    const reply = await logIn(byToken(await obtainToken(root, user.userEmail)), { publicKey: key.publicKey });
    expect(resultOf(reply).session).toEqual(expect.any(String));
    const { organizationId, votes } = reply.json.activity;
    expect(organizationId).toBe(user.organizationId);
    expect(votes).toMatchObject([{ userId: user.userId, scheme: 'SIGNATURE_SCHEME_TK_ATTESTED_P256' }]);
    expect((await service.ask({ ...user, ...key }, 'whoami')).json).toMatchObject({ userId: user.userId });
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('behavior: in the named sub-organization, the login verifies the contact', async () => {
    const userEmail = newEmail();
    const user = await addSubOrganization(service, 'Ada', { userEmail });
    const find = async () =>
      (await service.ask(root, 'list_verified_suborgs', { filterType: 'EMAIL', filterValue: userEmail })).json;
    expect(await find()).toEqual({ organizationIds: [] });
    const refused = await logIn(byToken(await obtainToken(root, userEmail)));
    expect(refusalOf(refused)).toEqual([401, 'CREDENTIAL_NOT_FOUND']);
    resultOf(await logIn(byToken(await obtainToken(root, userEmail), user.organizationId)));
    expect(await find()).toEqual({ organizationIds: [user.organizationId] });
  });

  test('behavior: works once; the same bytes get the same activity', async () => {
    const user = await addVerified();
    const by = byToken(await obtainToken(root, user.userEmail));
    const first = await logIn(by);
    const again = await service.send(by, 'stamp_login', first.body);
    expect(again.json.activity).toEqual(first.json.activity);
    expect(refusalOf(await logIn(by))).toEqual([400, 'INVALID_VERIFICATION_TOKEN']);
  });

  test('behavior: of two logins at the same time, one succeeds', async () => {
    const user = await addVerified();
    const by = byToken(await obtainToken(root, user.userEmail));
    const replies = await Promise.all([logIn(by), logIn(by), logIn(by)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('error: two sub-organizations with the verified contact', async () => {
    const user = await addVerified();
    await addVerified(user.userEmail);
    const by = byToken(await obtainToken(root, user.userEmail));
    expect(refusalOf(await logIn(by))).toEqual([401, 'CREDENTIAL_CONFLICT']);
    resultOf(await logIn({ ...by, organizationId: user.organizationId }));
  });

  test('error: every token and signature that is wrong, and nothing changes', async () => {
    const user = await addVerified();
    const [other] = await addOrganization(service, { features: ['FEATURE_NAME_OTP_EMAIL_AUTH'] });
    const sibling = await addSubOrganization(service, 'Sibling', { userEmail: user.userEmail });
    const token = await obtainToken(root, user.userEmail);
    const [head, payload, signature] = token.verificationToken.split('.');
    const forged = (header: object, end = signature) =>
      [Buffer.from(JSON.stringify(header)).toString('base64url'), payload, end].join('.');
    const withToken = (verificationToken: string) => ({ ...token, verificationToken });
    const stampOther: Actor['stamper'] = { stamp: () => byToken(token).stamper.stamp('other bytes') };
    const changed = Buffer.from(JSON.stringify({ ...claimsOf(token.verificationToken), contact: 'eve@example.com' }));
    const cases: [string, Actor, number, string][] = [
      ['another body', { ...byToken(token), stamper: stampOther }, 401, 'SIGNATURE_INVALID'],
      ['another key', byToken({ ...token, client: generatePrivateKey('p256') }), 400, 'INVALID_VERIFICATION_TOKEN'],
      ['alg none', byToken(withToken(forged({ alg: 'none', typ: 'JWT' }, ''))), 400, 'INVALID_VERIFICATION_TOKEN'],
      [
        'HS256',
        byToken(withToken(forged({ alg: 'HS256', typ: 'JWT', kid: 'otp' }))),
        400,
        'INVALID_VERIFICATION_TOKEN',
      ],
      [
        'another contact',
        byToken(withToken(`${head}.${changed.toString('base64url')}.${signature}`)),
        400,
        'INVALID_VERIFICATION_TOKEN',
      ],
      ['another tenant', byToken(token, other.organizationId), 400, 'INVALID_VERIFICATION_TOKEN'],
      ['no such organization', byToken(token, user.userId), 404, 'ORGANIZATION_NOT_FOUND'],
    ];
    const before = await readTables(service.database);
    for (const [name, by, status, code] of cases) {
      const reply = await logIn(by);
      expect([name, ...refusalOf(reply)]).toEqual([name, status, code]);
    }
    expect(await readTables(service.database)).toEqual(before);
    const ofSibling = await obtainToken(sibling, user.userEmail);
    expect(refusalOf(await logIn(byToken(ofSibling, user.organizationId)))).toEqual([
      400,
      'INVALID_VERIFICATION_TOKEN',
    ]);
  });

  test('error: expired', async () => {
    const user = await addVerified();
    const by = byToken(await obtainToken(root, user.userEmail, { expirationSeconds: '60' }));
    passedMs += 61_000;
    expect(refusalOf(await logIn(by))).toEqual([400, 'INVALID_VERIFICATION_TOKEN']);
  });

  test('error: no other operation accepts it', async () => {
    const user = await addVerified();
    const by = byToken(await obtainToken(root, user.userEmail), user.organizationId);
    expect(refusalOf(await service.ask(by, 'whoami'))).toEqual([401, 'SIGNATURE_INVALID']);
    const tag = { userTagName: 'Tag', userIds: [] };
    expect(refusalOf(await service.submit(by, 'create_user_tag', tag))).toEqual([401, 'SIGNATURE_INVALID']);
  });
});

describe('an OIDC token', async () => {
  const signIn = await startSignInService();
  afterAll(() => signIn[Symbol.asyncDispose]());
  const { provider, sign } = signIn;
  const byIdentity = (key: PrivateKey, oidcToken: string, organizationId = signIn.root.organizationId): Actor => ({
    ...signIn.root,
    organizationId,
    stamper: createAttestedStamper({ signer: signerOf(key), oidcToken }),
  });
  const start = (by: Actor) => signIn.submit(by, 'stamp_login', { publicKey: newKey().publicKey });
  const addLinked = async () => {
    const user = await addSubOrganization(signIn, 'Ada');
    const person = newPerson();
    const oauthProviders = [{ providerName: 'ID', oidcToken: await sign({ ...person }) }];
    resultOf(await signIn.submit(user, 'create_oauth_providers', { userId: user.userId, oauthProviders }));
    return { user, person };
  };

  test('default: logs in to the sub-organization with the link', async () => {
    const { user, person } = await addLinked();
    const key = generatePrivateKey('p256');
    const token = await provider.issueToken({ subject: person.sub, nonce: nonceOf(key.publicKey.hex) });
    const { activity } = (await start(byIdentity(key, token))).json;
    expect(activity).toMatchObject({ organizationId: user.organizationId, status: 'ACTIVITY_STATUS_COMPLETED' });
    expect((await verifyAudit(signIn)).problems).toEqual([]);
  });

  test('error: another nonce, somebody without a link, a link that was deleted, an issuer that is not on the list', async () => {
    const { user, person } = await addLinked();
    const key = generatePrivateKey('p256');
    const nonce = nonceOf(key.publicKey.hex);
    const refused = async (by: Actor) => refusalOf(await start(by));
    expect(await refused(byIdentity(key, await sign({ ...person, nonce: nonceOf(newKey().publicKey) })))).toEqual([
      400,
      'INVALID_OIDC_TOKEN',
    ]);
    expect(await refused(byIdentity(key, await sign({ ...newPerson(), nonce })))).toEqual([
      401,
      'CREDENTIAL_NOT_FOUND',
    ]);
    const fetched = provider.requests.length;
    expect(await refused(byIdentity(key, await sign({ ...person, nonce, iss: 'https://evil.example' })))).toEqual([
      400,
      'INVALID_OIDC_TOKEN',
    ]);
    expect(provider.requests.length).toBe(fetched);
    const { oauthProviders } = (await signIn.ask(user, 'get_oauth_providers', { userId: user.userId })).json;
    const providerIds = [oauthProviders[0].providerId];
    resultOf(await signIn.submit(user, 'delete_oauth_providers', { userId: user.userId, providerIds }));
    expect(await refused(byIdentity(key, await sign({ ...person, nonce })))).toEqual([401, 'CREDENTIAL_NOT_FOUND']);
  });
});

test('behavior: a member of the parent logs in to the parent only with a verified contact', async () => {
  const userEmail = newEmail();
  const user = await addUser(service, root, { userEmail });
  expect(refusalOf(await logIn(byToken(await obtainToken(root, userEmail))))).toEqual([401, 'CREDENTIAL_NOT_FOUND']);
  const { verificationToken, client } = await obtainToken(root, userEmail);
  const apiKeys = [{ apiKeyName: 'Client', publicKey: client.publicKey.hex, curveType: 'API_KEY_CURVE_P256' }];
  resultOf(await service.submit(root, 'create_api_keys', { userId: root.userId, apiKeys }));
  const holder = { ...root, stamper: createP256Stamper(client.toApiKey()) };
  resultOf(await service.submit(holder, 'update_user_email', { userId: user.userId, userEmail, verificationToken }));
  const { activity } = (await logIn(byToken(await obtainToken(root, userEmail)))).json;
  expect(activity).toMatchObject({ organizationId: root.organizationId, votes: [{ userId: user.userId }] });
});

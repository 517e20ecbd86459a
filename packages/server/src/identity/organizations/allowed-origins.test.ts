import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { rootUser } from '../../../test/sub-organizations.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const name = 'FEATURE_NAME_WEBAUTHN_ORIGINS';
const allow = (root: Actor, value: string) => service.submit(root, 'set_organization_feature', { name, value });
/** Where the passkeys of the tests are made. */
const origin = 'https://app.example.com';
const user = () => rootUser(newKey().apiKey, { authenticators: [newPasskey().authenticator] });

/** Each way to register a passkey, and where the passkey is in the request. */
const ways = {
  create_authenticators: [
    'parameters.authenticators.0',
    ({ userId }: Actor) => ({ userId, authenticators: [newPasskey().authenticator] }),
  ],
  create_users: ['parameters.users.0.authenticators.0', () => ({ users: [{ ...user(), userTags: [] }] })],
  create_sub_organization: [
    'parameters.rootUsers.0.authenticators.0',
    () => ({ subOrganizationName: 'Sub', rootUsers: [user()], rootQuorumThreshold: 1 }),
  ],
} as const;

test.for(Object.entries(ways))(
  'behavior: %s only accepts passkeys of these origins',
  async ([operation, [at, build]]) => {
    const [root] = await addOrganization(service);
    const register = () => service.submit(root, operation, build(root));
    resultOf(await allow(root, 'https://other.example.com,https://example.com'));
    const refused = await register();
    expect(refusalOf(refused)).toEqual([400, 'INVALID_ATTESTATION']);
    expect(refused.json.details[1].fieldViolations[0].field).toBe(at);
    resultOf(await allow(root, `https://other.example.com, ${origin}`));
    resultOf(await register());
    resultOf(await allow(root, `${origin}:8443`));
    expect(refusalOf(await register())).toEqual([400, 'INVALID_ATTESTATION']);
    resultOf(await service.submit(root, 'remove_organization_feature', { name }));
    resultOf(await register());
  },
);

test('behavior: the origins of the parent bind its sub-organizations and no other organization', async () => {
  const [parent] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: parent.organizationId });
  const [stranger] = await addOrganization(service);
  resultOf(await allow(parent, 'https://other.example.com'));
  const register = (root: Actor) => service.submit(root, 'create_authenticators', ways.create_authenticators[1](root));
  expect(refusalOf(await register(child))).toEqual([400, 'INVALID_ATTESTATION']);
  resultOf(await register(stranger));
});

import { parsePublicKey } from '@mintmark/stamper/verify';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const kinds = {
  'an API key': () => {
    const { apiKey, stamper } = newKey();
    const add = ({ userId }: Actor): object => ({ userId, apiKeys: [apiKey] });
    return { stamper, operation: 'create_api_keys', add, unknown: 'PUBLIC_KEY_NOT_FOUND' };
  },
  'a passkey': () => {
    const { authenticator, stamper } = newPasskey();
    const add = ({ userId }: Actor): object => ({ userId, authenticators: [authenticator] });
    return { stamper, operation: 'create_authenticators', add, unknown: 'CREDENTIAL_NOT_FOUND' };
  },
};

describe.each(Object.entries(kinds))('%s, looked up through the parent', (_, make) => {
  /** An organization with two sub-organizations, and a credential that none of them has yet. */
  async function family() {
    const { stamper, operation, add, unknown } = make();
    const [parent] = await addOrganization(service);
    const { organizationId: parentId } = parent;
    const [first] = await addOrganization(service, { parentId });
    const [second] = await addOrganization(service, { parentId });
    const register = async (root: Actor) => resultOf(await service.submit(root, operation, add(root)));
    const ask = (query = 'whoami', more = {}) => service.ask({ ...parent, stamper }, query, more);
    return { parent, first, second, register, ask, unknown };
  }

  test('default: finds the sub-organization that has it', async () => {
    const { first, register, ask } = await family();
    await register(first);
    const { userId, organizationId } = first;
    expect((await ask()).json).toMatchObject({ userId, organizationId });
  });

  test('behavior: the credential of the parent comes first', async () => {
    const { parent, first, second, register, ask } = await family();
    for (const root of [first, second, parent]) await register(root);
    const { userId, organizationId } = parent;
    expect((await ask()).json).toMatchObject({ userId, organizationId });
  });

  test('error: two sub-organizations have it, and the answer names neither', async () => {
    const { first, second, register, ask } = await family();
    for (const root of [first, second]) await register(root);
    const reply = await ask();
    expect(refusalOf(reply)).toEqual([401, 'CREDENTIAL_CONFLICT']);
    for (const { organizationId } of [first, second]) expect(JSON.stringify(reply.json)).not.toContain(organizationId);
  });

  test('behavior: a deleted sub-organization is not found', async () => {
    const { first, second, register, ask, unknown } = await family();
    for (const root of [first, second]) await register(root);
    resultOf(await service.submit(first, 'delete_sub_organization', { deleteWithoutExport: true }));
    expect((await ask()).json).toMatchObject({ organizationId: second.organizationId });
    resultOf(await service.submit(second, 'delete_sub_organization', { deleteWithoutExport: true }));
    expect(refusalOf(await ask())).toEqual([401, unknown]);
  });

  test('error: a query other than whoami, or an unrelated organization', async () => {
    const { first, second, register, ask, unknown } = await family();
    await register(first);
    expect(refusalOf(await ask('list_users'))).toEqual([401, unknown]);
    expect(refusalOf(await ask('whoami', { organizationId: second.organizationId }))).toEqual([401, unknown]);
    const [{ organizationId }] = await addOrganization(service);
    expect(refusalOf(await ask('whoami', { organizationId }))).toEqual([401, unknown]);
  });
});

describe('a public key that other sub-organizations registered for another curve', () => {
  /** A P-256 key that is also a point of secp256k1, as every second one is. */
  function newAmbiguousKey() {
    for (;;) {
      const key = newKey();
      try {
        parsePublicKey('secp256k1', key.publicKey);
        return key;
      } catch {
        // Not a point of the other curve.
      }
    }
  }

  async function victimAmong(decoys: number) {
    const [parent] = await addOrganization(service);
    const key = newAmbiguousKey();
    const register = async (root: Actor, curveType: string) =>
      resultOf(
        await service.submit(root, 'create_api_keys', { userId: root.userId, apiKeys: [{ ...key.apiKey, curveType }] }),
      );
    const [victim] = await addOrganization(service, { parentId: parent.organizationId });
    await register(victim, 'API_KEY_CURVE_P256');
    for (let count = 0; count < decoys; count++) {
      const [decoy] = await addOrganization(service, { parentId: parent.organizationId });
      await register(decoy, 'API_KEY_CURVE_SECP256K1');
    }
    return { victim, reply: await service.ask({ ...parent, ...key }, 'whoami') };
  }

  test('default: the sub-organization with the right curve is found', async () => {
    const { victim, reply } = await victimAmong(3);
    expect(reply.json).toMatchObject({ userId: victim.userId, organizationId: victim.organizationId });
  });

  test('error: too many to ask, and none is chosen', async () => {
    const { reply } = await victimAmong(4);
    expect(refusalOf(reply)).toEqual([401, 'CREDENTIAL_CONFLICT']);
  });
});

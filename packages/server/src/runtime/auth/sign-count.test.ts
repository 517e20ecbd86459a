import { randomBytes } from 'node:crypto';
import { challengeOf, SoftwareAuthenticator } from '@mintmark/testing/software-authenticator';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

/** A root user with a passkey whose sign count the test sets. */
async function counting() {
  const [ada] = await addOrganization(service);
  const authenticator = new SoftwareAuthenticator('ES256');
  const challenge = randomBytes(32).toString('base64url');
  const attestation = authenticator.register(challenge);
  const authenticators = [{ authenticatorName: 'Key', challenge, attestation }];
  resultOf(await service.submit(ada, 'create_authenticators', { userId: ada.userId, authenticators }));
  const withCount = (signCount: number): Actor => ({
    ...ada,
    stamper: {
      stamp: async (body: string | Uint8Array) => ({
        name: 'X-Stamp-WebAuthn',
        value: JSON.stringify(authenticator.assert(challengeOf(body), { signCount })),
      }),
    } as Actor['stamper'],
  });
  return { withCount };
}

const tag = (userTagName: string) => ({ userTagName, userIds: [] });

test('default: counts go up', async () => {
  const { withCount } = await counting();
  resultOf(await service.submit(withCount(7), 'create_user_tag', tag('One')));
  resultOf(await service.submit(withCount(8), 'create_user_tag', tag('Two')));
});

test('behavior: the same body may be sent again with the same count, and is the same activity', async () => {
  const { withCount } = await counting();
  const first = await service.submit(withCount(7), 'create_user_tag', tag('One'));
  const again = await service.send(withCount(7), 'create_user_tag', first.body);
  expect(again.json).toEqual(first.json);
});

test.each([7, 6, 0])('error: another body, with a count of %i after 7', async (count) => {
  const { withCount } = await counting();
  resultOf(await service.submit(withCount(7), 'create_user_tag', tag('One')));
  const reply = await service.submit(withCount(count), 'create_user_tag', tag('Two'));
  expect([reply.status, reply.error]).toEqual([401, 'SIGNATURE_INVALID']);
});

test('error: the same body with its old count, after a later count', async () => {
  const { withCount } = await counting();
  const first = await service.submit(withCount(7), 'create_user_tag', tag('One'));
  resultOf(await service.submit(withCount(8), 'create_user_tag', tag('Two')));
  expect((await service.send(withCount(7), 'create_user_tag', first.body)).status).toBe(401);
});

test('behavior: of several concurrent bodies with the same count, one is accepted', async () => {
  const { withCount } = await counting();
  const names = Array.from({ length: 8 }, (_, index) => `Tag ${index}`);
  const replies = await Promise.all(names.map((name) => service.submit(withCount(7), 'create_user_tag', tag(name))));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

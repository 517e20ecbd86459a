import { expect, onTestFinished, test, vi } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';

test('behavior: a caller with long answers may send fewer requests, and others are not delayed', async () => {
  // Shares only grow with this clock, which stands still.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await using service = await startService();
  const [eve, ada] = await addOrganization(service, { roots: 2 });
  const padding = ' '.repeat(200_000);
  for (let made = 0; made < 10; made++) {
    const timestampMs = String(Date.now() - made);
    const { organizationId } = eve;
    const parameters = { userTagName: `Tag ${made}`, userIds: [] };
    const body = JSON.stringify({ type: 'ACTIVITY_TYPE_CREATE_USER_TAG', timestampMs, organizationId, parameters });
    expect((await service.send(eve, 'create_user_tag', body + padding)).status).toBe(200);
  }
  const ask = () => service.ask(eve, 'list_activities');
  const errors = new Set<string | undefined>();
  // Of short answers, it might have ten times as many. A busy service may refuse some, which then cost nothing.
  for (let asked = 0; asked < 200 && !errors.has('RATE_LIMIT_EXCEEDED'); asked += 20)
    for (const { error } of await Promise.all(Array.from({ length: 20 }, ask))) errors.add(error);
  expect(errors).toContain('RATE_LIMIT_EXCEEDED');
  expect((await service.ask(ada as typeof eve, 'whoami')).status).toBe(200);
});

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
  const ask = async () => (await service.ask(eve, 'list_activities')).error;
  // A busy service may refuse some for another reason: those cost nothing.
  for (let counted = 0; counted < 60; ) {
    const errors = await Promise.all(Array.from({ length: 60 - counted }, ask));
    counted += errors.filter((error) => error === undefined || error === 'RATE_LIMIT_EXCEEDED').length;
  }
  expect(await ask()).toBe('RATE_LIMIT_EXCEEDED');
  expect((await service.ask(ada as typeof eve, 'whoami')).status).toBe(200);
});

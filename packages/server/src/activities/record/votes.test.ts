import { expect, test } from 'vitest';
import { addOrganization, refusalOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';

test.each(['approve_activity', 'reject_activity'])('error: %s by a user of the parent', async (operation) => {
  await using service = await startService();
  const { root, submit } = service;
  const [owner] = await addOrganization(service, { parentId: root.organizationId, roots: 2, threshold: 2 });
  const { json } = await submit(owner, 'create_user_tag', { userTagName: 'Treasurers', userIds: [] });
  expect(json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const { fingerprint } = json.activity;
  const { organizationId } = owner;
  const reply = await submit(root, operation, { fingerprint }, { organizationId });
  expect(refusalOf(reply)).toEqual([400, 'ORGANIZATION_MISMATCH']);
  const { json: later } = await service.ask(owner, 'get_activity', { activityId: json.activity.id });
  expect(later.activity.votes).toHaveLength(1);
});

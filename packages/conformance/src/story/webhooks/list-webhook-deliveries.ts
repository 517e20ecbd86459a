import { silentEndpoint } from '../limits.ts';
import { badCursor, unknown } from '../refusals.ts';
import type { Stage } from '../stage.ts';
import type { Story } from '../story.ts';
import { waitUntil } from '../wait-until.ts';

const subscriptions = [{ eventType: 'ACTIVITY_UPDATES' }];

/** An endpoint to which three events were sent in vain, because nobody has its host. */
async function triedEndpoint({ root, newName }: Stage): Promise<string> {
  const { endpointId } = await root.call('createWebhookEndpointOrThrow', { ...silentEndpoint, subscriptions });
  // Together, since the third one would wait after two failures.
  const newTag = () => root.call('createUserTagOrThrow', { userTagName: newName('Tag'), userIds: [] });
  await Promise.all([newTag(), newTag(), newTag()]);
  await waitUntil('three events are sent', async () => {
    const page = await root.call('listWebhookDeliveries', { endpointId, paginationOptions: { limit: '3' } });
    return page.webhookDeliveries.length === 3;
  });
  return endpointId;
}

export default {
  input: async (stage) => ({ endpointId: await triedEndpoint(stage), paginationOptions: { limit: '2' } }),
  shows: () => ({
    webhookDeliveries: [{ eventType: 'ACTIVITY_UPDATES', state: 'WAITING', attempts: 1, errorCode: 'UNREACHABLE' }],
  }),
  refusals: { ...unknown('endpointId'), ...badCursor },
} satisfies Story;

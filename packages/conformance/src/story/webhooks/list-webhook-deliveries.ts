import { silentEndpoint } from '../limits.ts';
import { badCursor, unknown } from '../refusals.ts';
import type { Stage } from '../stage.ts';
import type { Story } from '../story.ts';

const subscriptions = [{ eventType: 'ACTIVITY_UPDATES' }];

/** An endpoint to which three events were sent in vain, because nobody has its host. */
async function triedEndpoint({ root, newName }: Stage): Promise<string> {
  const { endpointId } = await root.call('createWebhookEndpointOrThrow', { ...silentEndpoint, subscriptions });
  // Together, since the third one would wait after two failures.
  const newTag = () => root.call('createUserTagOrThrow', { userTagName: newName('Tag'), userIds: [] });
  await Promise.all([newTag(), newTag(), newTag()]);
  for (let tries = 0; tries < 300; tries++) {
    const page = await root.call('listWebhookDeliveries', { endpointId, paginationOptions: { limit: '3' } });
    if (page.webhookDeliveries.length === 3) return endpointId;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the events were not sent');
}

export default {
  input: async (stage) => ({ endpointId: await triedEndpoint(stage), paginationOptions: { limit: '2' } }),
  shows: () => ({
    webhookDeliveries: [{ eventType: 'ACTIVITY_UPDATES', state: 'WAITING', attempts: 1, errorCode: 'UNREACHABLE' }],
  }),
  refusals: { ...unknown('endpointId'), ...badCursor },
} satisfies Story;

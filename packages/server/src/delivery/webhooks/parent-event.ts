import { WebhookEventType } from '@mintmark/schema/fields/webhooks/webhook-endpoint';
import { z } from 'zod';
import { defineKind } from '../../core/handlers/define-kind.ts';
import { gets, readEndpoints, typesOf } from './endpoint-row.ts';
import { leaveForEndpoints } from './leave-for-endpoints.ts';

/**
 * An event of a sub-organization for which the endpoints of its parent are looked up after the commit. They may be on another machine
 * of a distributed database.
 */
export const parentEvent = defineKind({
  name: 'parent_event',
  contents: z.object({ parentId: z.string(), eventId: z.string(), eventType: WebhookEventType, body: z.string() }),
  isSecret: false,
  // Until the machine of the parent is back.
  isPersistent: true,
  async deliver({ parentId, eventType }, { services, read }) {
    const endpoints = await read((sql) => readEndpoints({ sql, services, organization: { id: parentId } }));
    services.listeners.note(parentId, new Set(endpoints.flatMap(typesOf)));
    return endpoints.filter((endpoint) => gets(endpoint, eventType));
  },
  async record({ organization, outbox }, { parentId: _, ...event }, endpoints) {
    await leaveForEndpoints(outbox, organization, endpoints, [event]);
    return undefined;
  },
});

import { type JsonAnswer, startJsonServer } from '@mintmark/testing/json-server';
import type { Kind } from '../src/core/handlers/define-kind.ts';
import type { Services } from '../src/core/ports/services.ts';
import { parentEvent } from '../src/delivery/webhooks/parent-event.ts';
import { parentWebhook, webhook } from '../src/delivery/webhooks/webhook.ts';
import { resultOf } from './organizations.ts';
import { type Actor, type Service, startService } from './service.ts';

type Receiver = Awaited<ReturnType<typeof startJsonServer>>;

/** A service that delivers webhooks, and a receiver for them. */
export interface WebhookRig extends AsyncDisposable {
  readonly service: Service;
  readonly receiver: Receiver;
  /** The webhooks that arrived at a path of the receiver. */
  at(path: string): Receiver['requests'];
  /** The parsed bodies of those. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests know what an event holds.
  eventsAt(path: string): any[];
  /** Creates an endpoint at a path of the receiver, and returns its id. */
  addEndpoint(actor: Actor, path: string, more?: object): Promise<string>;
  /** Delivers everything that is due. */
  deliver(): Promise<void>;
  /** Makes all waiting entries due, and delivers them. */
  retry(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests know the columns.
  entries(): Promise<any[]>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  endpointRow(id: string): Promise<any>;
}

export const webhookKinds = [webhook, parentWebhook, parentEvent];

/** @param others Further kinds that its outbox delivers. */
export async function startWebhooks(
  replaced: Partial<Services> = {},
  others: readonly Kind[] = [],
): Promise<WebhookRig> {
  const service = await startService(replaced, { outboxKinds: [...webhookKinds, ...others] });
  const receiver = await startJsonServer();
  const { database, outbox, submit } = service;
  const at = (path: string) => receiver.requests.filter((request) => request.path === path);
  const deliver = async () => {
    await outbox.poll();
    await outbox.idle();
  };
  return {
    service,
    receiver,
    at,
    eventsAt: (path) => at(path).map(({ body }) => JSON.parse(body)),
    async addEndpoint(actor, path, more = {}) {
      receiver.answers[path] ??= {};
      const parameters = { url: `${receiver.origin}${path}`, name: 'Endpoint', ...more };
      return resultOf(await submit(actor, 'create_webhook_endpoint', parameters)).endpointId;
    },
    deliver,
    async retry() {
      await database.transaction((sql) => sql`update outbox set due_at = now() where state = 'waiting'`);
      await deliver();
    },
    entries: async () => await database.query((sql) => sql`select * from outbox order by id`),
    endpointRow: async (id) =>
      (await database.query((sql) => sql`select * from webhook_endpoints where id = ${id}`))[0],
    async [Symbol.asyncDispose]() {
      // First, so that no delivery hangs.
      await receiver.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Answers with a status. */
export const answering =
  (status: number, headers: Record<string, string> = {}): JsonAnswer =>
  (response) =>
    response.writeHead(status, headers).end();

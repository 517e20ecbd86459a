import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly key: string;
  readonly body: string;
}

/** A web server that entries of the outbox are delivered to. It ends with its scope. */
export class DeliveryTarget implements AsyncDisposable {
  /** Everything that arrived, in order. */
  readonly received: Received[] = [];
  /** How a request is answered. */
  answer: (response: ServerResponse, received: Received) => unknown = (response) => response.end();
  /** The most requests that were in progress at the same time. */
  max = 0;
  #inProgress = 0;
  readonly #server = createServer(async (request, response) => {
    this.max = Math.max(this.max, ++this.#inProgress);
    response.on('close', () => this.#inProgress--);
    const received = { key: String(request.headers['idempotency-key']), body: await text(request).catch(() => '') };
    this.received.push(received);
    await this.answer(response, received);
  });

  static async start(): Promise<DeliveryTarget> {
    const target = new DeliveryTarget();
    target.#server.listen(0, '127.0.0.1');
    await once(target.#server, 'listening');
    return target;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  get keys(): readonly string[] {
    return this.received.map(({ key }) => key);
  }

  /** How often this key arrived. */
  count(key: string): number {
    return this.keys.filter((one) => one === key).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

import { createMockListener } from './create-mock-listener.ts';
import { listen, type Mock } from './listen.ts';

export interface MockOptions {
  /** Where to listen: by default on any port that is free. */
  readonly port?: number;
  /** By default 127.0.0.1, which only this machine reaches. */
  readonly host?: string;
}

/**
 * Starts a server that answers every operation of the contract by example. It checks that a stamp is there, not that it
 * is right, and it remembers nothing.
 *
 * @example
 * await using mock = await createMock();
 * const response = await fetch(`${mock.url}/public/v1/query/whoami`, { method: 'POST', headers, body });
 */
export async function createMock({ port = 0, host = '127.0.0.1' }: MockOptions = {}): Promise<Mock> {
  return listen(await createMockListener(), port, host);
}

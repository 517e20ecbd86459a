import { createMockListener } from './create-mock-listener.ts';
import { listen, type Mock } from './listen.ts';

export interface MockOptions {
  /** By default, any free port. */
  readonly port?: number;
  /** By default 127.0.0.1, reachable from this machine only. */
  readonly host?: string;
}

/**
 * Starts a server that answers every operation of the contract with an example. Stamps must be present but are not
 * verified, and nothing is stored.
 *
 * @example
 * await using mock = await createMock();
 * const response = await fetch(`${mock.url}/public/v1/query/whoami`, { method: 'POST', headers, body });
 */
export async function createMock({ port = 0, host = '127.0.0.1' }: MockOptions = {}): Promise<Mock> {
  return listen(await createMockListener(), port, host);
}

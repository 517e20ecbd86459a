import { type ClientOptions, type CoreClient, createClient as createCoreClient } from './core.ts';
import * as operations from './generated/operations.ts';

/** A client with one method for each operation of the contract. */
export interface Client extends CoreClient<typeof operations> {}

/**
 * Creates a client for the service.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', stamper, organizationId });
 * const { username } = await client.whoami();
 */
export const createClient = (options: ClientOptions): Client => createCoreClient({ ...options, operations });

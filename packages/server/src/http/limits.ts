import type { ServerOptions } from 'node:http';

/** How long a client may take and how much it may send before it is let go: all far above what an honest one needs. */
export const serverLimits: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024 + 16_384,
};

export const mostHeaders = 64;
export const mostRequestsPerSocket = 1_000;
export const mostConnections = 10_000;

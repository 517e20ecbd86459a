import type { IncomingHttpHeaders } from 'node:http';

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Whether the operator named this endpoint. Then http, credentials in the URL and private addresses are allowed. */
  readonly isConfigured: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Who wants it, if callers choose the host. Those who want the same host do not wait for each other. */
  readonly party?: string;
  /** How many bytes the body of the answer may have. */
  readonly maxBytes?: number;
  /** The time for everything: waiting for a place, name resolution, connection, TLS, headers and body. */
  readonly timeoutMs?: number;
}

export interface HttpAnswer {
  /** Any status, also 3xx: a redirect is an answer like others, and is not followed. */
  readonly status: number;
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly text: string;
}

/** Calls an endpoint. Rejects with an OutboundError. */
export type GuardedFetch = (request: OutboundRequest) => Promise<HttpAnswer>;

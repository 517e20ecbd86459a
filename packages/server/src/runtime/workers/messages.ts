import type { SocketAddress } from '../../storage/store/database-address.ts';
import type { Metric } from '../process/metric.ts';
import type { News } from './shared-counts.ts';

/** What a worker needs to know besides its environment. No secret: each worker opens the master key itself. */
export interface Beginning {
  readonly workers: number;
  /** The socket of the embedded PostgreSQL, which the first process runs. */
  readonly address: SocketAddress | undefined;
  /** The id of the worker in its leases of the outbox. The first process ends them if the worker is killed. */
  readonly outboxOwner: string;
}

/** What the first process sends to a worker. */
export type ToWorker =
  | { readonly type: 'begin'; readonly beginning: Beginning }
  /** Comes with the socket of the connection. */
  | { readonly type: 'connection'; readonly number: number }
  | { readonly type: 'news'; readonly news: News }
  | { readonly type: 'measure' }
  | { readonly type: 'metrics'; readonly metrics: readonly Metric[] }
  | { readonly type: 'stop' };

/** What a worker sends to the first process. */
export type ToPrimary =
  | { readonly type: 'ready' }
  /** The worker has the connection, and begins to read from it after this. */
  | { readonly type: 'accepted'; readonly number: number }
  | { readonly type: 'news'; readonly news: News }
  | { readonly type: 'measured'; readonly metrics: readonly Metric[] }
  /** Asks for the metrics of all processes. */
  | { readonly type: 'scrape' };

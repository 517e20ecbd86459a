import type { IncomingRequest } from '../http/exchange.ts';
import type { Page } from '../http/pages.ts';
import type { Connections, Metrics } from './metrics.ts';

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/** The page of the metrics. */
export const metricsPage = (metrics: Metrics, connections: () => Connections): Page => ({
  name: 'metrics',
  answer: () => metrics.answer(connections()),
});

/** The same page, only for requests from this machine that did not come through a proxy. */
export const localPage = (page: Page): Page => ({ ...page, isFor: isLocal });

function isLocal({ address, header }: IncomingRequest): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address) && proxyHeaders.every((name) => header(name).length === 0);
}

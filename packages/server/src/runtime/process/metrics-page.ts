import type { IncomingRequest } from '../http/exchange.ts';
import type { Page } from '../http/pages.ts';
import type { Metric } from './metric.ts';
import { metricsAnswer } from './metrics.ts';

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/** The page of the metrics. */
export const metricsPage = (read: () => Promise<readonly Metric[]>): Page => ({
  name: 'metrics',
  answer: async () => metricsAnswer(await read()),
});

/** The same page, only for requests from this machine that did not come through a proxy. */
export const localPage = (page: Page): Page => ({ ...page, isFor: isLocal });

function isLocal({ address, header }: IncomingRequest): boolean {
  return /^127\.|^::1$/.test(address) && proxyHeaders.every((name) => header(name).length === 0);
}

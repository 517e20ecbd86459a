import { createServer, type Server } from '../create-server.ts';
import { listen } from '../http/listen.ts';
import { noConnections } from '../process/metrics.ts';
import { localPage, metricsPage } from '../process/metrics-page.ts';
import { readPages } from '../process/published-pages.ts';
import { type Serving, type Start, serverOptions } from './serving.ts';

/** The service in this process. */
export function oneProcess(start: Start): Serving {
  const { settings, configuration, metrics, reports } = start;
  let server: Server | undefined;
  const readMetrics = async () => metrics.scrape(server?.connections() ?? noConnections, server?.outbox.depths());
  return {
    listen: (app) => listen(app, { port: settings.port, host: settings.host, log: reports.log }),
    async open(url, closing) {
      const pages = readPages(settings, configuration);
      if (settings.metricsPort === undefined) pages.set('/metrics', localPage(metricsPage(readMetrics)));
      server = closing.use(await createServer({ ...serverOptions(start, url), pages }));
      return { organizationId: server.organizationId, app: server.app, ready: Promise.resolve() };
    },
    readMetrics,
  };
}

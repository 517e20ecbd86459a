import { createServer, type Server } from '../create-server.ts';
import { createClientFinder } from '../http/find-client.ts';
import { listen } from '../http/listen.ts';
import { noConnections } from '../process/metrics.ts';
import { localPage, metricsPage } from '../process/metrics-page.ts';
import { readPages } from '../process/published-pages.ts';
import { type Serving, type Start, serverOptions } from './serving.ts';

/** The service in this process. */
export function oneProcess(start: Start): Serving {
  const { settings, configuration, files, metrics, reports } = start;
  let server: Server | undefined;
  const readMetrics = async () => metrics.scrape(server?.connections() ?? noConnections, server?.outbox.depths());
  return {
    listen(app) {
      const { port, host } = settings;
      const findClient = createClientFinder(configuration.trustedProxies, reports.onUntrustedProxy);
      return listen(app, { port, host, log: reports.log, findClient });
    },
    async open(url, closing) {
      const pages = readPages(settings, configuration, files);
      if (settings.metricsPort === undefined) pages.set('/metrics', localPage(metricsPage(readMetrics)));
      server = closing.use(await createServer({ ...serverOptions(start, url), pages }));
      return { organizationId: server.organizationId, app: server.app, ready: Promise.resolve() };
    },
    readMetrics,
  };
}

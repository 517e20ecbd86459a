import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import { shareStore } from '../../storage/postgres/open-store.ts';
import { createCounts } from '../auth/counts.ts';
import { createServerOn } from '../create-server.ts';
import { createClientFinder } from '../http/find-client.ts';
import { serveConnections } from '../http/serve-connections.ts';
import { readConfiguration } from '../process/configuration.ts';
import { createLog } from '../process/log.ts';
import type { Metric } from '../process/metric.ts';
import { Metrics } from '../process/metrics.ts';
import { localPage, metricsPage } from '../process/metrics-page.ts';
import { type PublishedFiles, readPages } from '../process/published-pages.ts';
import { createReports } from '../process/reports.ts';
import { readSettings } from '../process/settings.ts';
import type { Beginning, ToPrimary, ToWorker } from './messages.ts';
import { SharedCounts } from './shared-counts.ts';
import { shareOfWorker } from './worker-shares.ts';

/** How often a worker reports what it counted. If it is killed, what it counted since then is lost. */
const reportMs = 1_000;

type Of<Type extends ToWorker['type']> = Extract<ToWorker, { readonly type: Type }>;
type Handlers = { readonly [Type in ToWorker['type']]: (message: Of<Type>, socket?: Socket) => void };

/**
 * Answers requests until the first process says stop. If that process ends, node:cluster ends this one. The program of a
 * worker runs this.
 */
export async function runWorker(files: PublishedFiles): Promise<void> {
  const id = cluster.worker?.id ?? 0;
  const scrape = createScrape();
  const begun = Promise.withResolvers<Beginning>();
  const stopped = Promise.withResolvers<void>();
  const handlers: { -readonly [Type in keyof Handlers]: Handlers[Type] } = {
    begin: ({ beginning }) => begun.resolve(beginning),
    metrics: ({ metrics }) => scrape.receive(metrics),
    connection: (_, socket) => socket?.destroy(),
    news: () => {},
    measure: () => {},
    // Until it is ready, it has nothing to finish.
    stop: () => process.exit(0),
  };
  process.on('message', (message: ToWorker, socket?: Socket) => handlers[message.type](message as never, socket));

  const { workers, address, outboxOwner } = await begun.promise;
  const log = createLog(process.stderr, { worker: id });
  process.on('uncaughtException', (cause) => {
    log.event('error', 'the process failed', { cause });
    process.exit(1);
  });
  const settings = readSettings(process.env);
  const { database, dataDirectory, masterKeyFile, metricsPort, allowsOtpV1 } = settings;
  const configuration = await readConfiguration(settings, process.env);
  const share = shareOfWorker(workers);
  const metrics = new Metrics();
  const reports = createReports(log, metrics);
  const counts = createCounts();
  const pages = readPages(settings, configuration, files);
  if (metricsPort === undefined) pages.set('/metrics', localPage(metricsPage(scrape.read)));
  const server = await createServerOn(
    shareStore(address ?? database, share.databaseConnections),
    { database, dataDirectory, masterKeyFile, configuration, allowsOtpV1, threads: 2, pages, outboxOwner, ...reports },
    counts,
  );
  const connections = serveConnections(metrics.watch(server.app), {
    limits: { connections: share.clients },
    log: reports.log,
    findClient: createClientFinder(configuration.trustedProxies, reports.onUntrustedProxy),
  });
  const shared = new SharedCounts(counts, (news) => tell({ type: 'news', news }));
  const readMetrics = () => metrics.read(server.connections(), server.outbox.depths());
  const reporting = setInterval(() => tell({ type: 'measured', metrics: readMetrics() }), reportMs).unref();

  handlers.connection = ({ number }, socket) => {
    // First: the other process gives a connection to another worker if this one ends without having said this.
    tell({ type: 'accepted', number });
    if (socket) connections.accept(socket);
  };
  handlers.news = ({ news }) => shared.receive(news);
  handlers.measure = () => {
    tell({ type: 'measured', metrics: metrics.scrape(server.connections(), server.outbox.depths()) });
  };
  handlers.stop = () => stopped.resolve();
  tell({ type: 'ready' });

  await stopped.promise;
  await connections.close();
  await server.close();
  clearInterval(reporting);
  await new Promise((resolve) => tell({ type: 'measured', metrics: readMetrics() }, resolve));
  process.exit(0);
}

/** Asks the first process for the metrics of all processes. */
function createScrape() {
  let asked: PromiseWithResolvers<readonly Metric[]> | undefined;
  return {
    read(): Promise<readonly Metric[]> {
      if (!asked) {
        asked = Promise.withResolvers();
        tell({ type: 'scrape' });
      }
      return asked.promise;
    },
    receive(metrics: readonly Metric[]): void {
      asked?.resolve(metrics);
      asked = undefined;
    },
  };
}

/** If the first process is gone, this one ends too. */
function tell(message: ToPrimary, sent: (error: Error | null) => void = () => {}): void {
  process.send?.(message, undefined, undefined, sent);
}

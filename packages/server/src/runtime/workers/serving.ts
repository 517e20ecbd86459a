import type { ServerOptions } from '../create-server.ts';
import type { App } from '../http/exchange.ts';
import type { Listening } from '../http/listen.ts';
import type { Configuration } from '../process/configuration-schema.ts';
import type { Log } from '../process/log.ts';
import type { Metric } from '../process/metric.ts';
import type { Metrics } from '../process/metrics.ts';
import type { PublishedFiles } from '../process/published-pages.ts';
import type { Reports } from '../process/reports.ts';
import { keepRootFile } from '../process/root-file.ts';
import type { Settings } from '../process/settings.ts';
import type { SlowStart } from '../process/slow-start.ts';

/** What a start of the service has made before it listens. */
export interface Start {
  readonly settings: Settings;
  readonly configuration: Configuration;
  readonly files: PublishedFiles;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly reports: Reports;
  readonly slowStart: SlowStart;
}

interface Opened {
  /** The organization that the first start created. */
  readonly organizationId: string;
  /** The service, if this process answers requests itself. */
  readonly app?: App;
  /** Resolves when all processes answer requests. */
  readonly ready: Promise<void>;
}

/** How the service runs: in this process, or in several. */
export interface Serving {
  /** Takes the port. The app answers until the service is open. */
  listen(app: App): Promise<Listening>;
  /** Opens the service. The stack gets what has to be closed. */
  open(url: string, closing: AsyncDisposableStack): Promise<Opened>;
  /** The metrics of all its processes. */
  readMetrics(): Promise<readonly Metric[]>;
}

/** The options of the first process of the service. */
export const serverOptions = (
  { settings, configuration, log, reports, slowStart }: Start,
  baseUrl: string,
): ServerOptions => ({
  database: settings.database,
  dataDirectory: settings.dataDirectory,
  masterKeyFile: settings.masterKeyFile,
  rootPublicKey: settings.rootPublicKey,
  configuration,
  allowsOtpV1: settings.allowsOtpV1,
  keepRoot: (root) => keepRootFile(settings.dataDirectory, { baseUrl, ...root }),
  report: (message) => log.event('warn', message),
  onStep: (step) => slowStart.note(step),
  ...reports,
});

import cluster from 'node:cluster';
import { setTimeout } from 'node:timers/promises';
import { makeOwnDirectory } from '@mintmark/server/files/own-file';
import { createGate } from '@mintmark/server/http/create-gate';
import { createFrontDoor } from '@mintmark/server/http/front-door';
import { usualLimits } from '@mintmark/server/http/limits';
import { type Listening, listen } from '@mintmark/server/http/listen';
import { answerPage } from '@mintmark/server/http/pages';
import { startingProbes } from '@mintmark/server/http/probes';
import { readConfiguration } from '@mintmark/server/process/configuration';
import { greet, keepAddress } from '@mintmark/server/process/greeting';
import { createLog } from '@mintmark/server/process/log';
import { Metrics } from '@mintmark/server/process/metrics';
import { metricsPage } from '@mintmark/server/process/metrics-page';
import { readConsole, readPublishedPages } from '@mintmark/server/process/published-pages';
import { createReports } from '@mintmark/server/process/reports';
import { readSettings, unknownSettings } from '@mintmark/server/process/settings';
import { SettingsError } from '@mintmark/server/process/settings-error';
import { stopSignal } from '@mintmark/server/process/stop-signal';
import { oneProcess } from '@mintmark/server/workers/one-process';
import { runWorker } from '@mintmark/server/workers/run-worker';
import { severalProcesses } from '@mintmark/server/workers/several-processes';
import type { Command } from './command.ts';

export const start: Command = {
  help: `Usage: mintmark start

Starts the service and runs until SIGINT or SIGTERM. Prints the address when the service is ready. The first start creates an
organization with a root user, and writes the root user's key to root.json in the data directory.

As many processes answer requests as the machine has cores. This process owns the port and the embedded database, and replaces
a process that dies.

Environment
  HOST, PORT                  where to listen (default: 127.0.0.1, 8080)
  MINTMARK_METRICS_PORT       the port of GET /metrics (default: PORT, for this machine only)
  MINTMARK_METRICS_HOST       the address to serve that port on (default: 127.0.0.1)
  MINTMARK_DATA_DIR           the directory of the embedded database and root.json (default: .mintmark)
  MINTMARK_CONFIG_FILE        the JSON file of the external services (default: config.json in MINTMARK_DATA_DIR, if it exists)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one
  MINTMARK_WORKERS            how many processes answer requests (default: one for each core; 1: this process answers them)
  MINTMARK_MASTER_KEY_FILE    the master key file (default: master.key in MINTMARK_DATA_DIR)
  MINTMARK_ROOT_PUBLIC_KEY    the public key of the first root user, compressed P-256 in hex (default: a new key)
  MINTMARK_ALLOW_OTP_V1       true: accept the first versions of verify_otp and otp_login, which are less safe (default: false)
  MINTMARK_CONSOLE            false: do not serve the console at /console/ (default: true)
  NODE_ENV                    with production, mail is never kept as files instead of being sent`,

  async run() {
    if (cluster.isWorker) return await runWorker();
    // First, so that a signal during the start shuts down cleanly.
    const stopping = stopSignal();
    const log = createLog(process.stderr);
    process.stdout.on('error', () => {});
    process.on('uncaughtException', (cause) => {
      log.event('error', 'the process failed', { cause });
      process.exit(1);
    });
    const settings = readSettings(process.env);
    const unknown = unknownSettings(process.env);
    if (unknown.length > 0) log.event('warn', `unknown setting: ${unknown.join(', ')}`);
    const configuration = await readConfiguration(settings, process.env);
    const metrics = new Metrics();
    const reports = createReports(log, metrics);
    const start = { settings, configuration, log, metrics, reports };
    const service = settings.workers === 1 ? oneProcess(start) : severalProcesses(start);

    await using store = new AsyncDisposableStack();
    // Disposed first: the requests in flight still need the store.
    await using ports = new AsyncDisposableStack();
    const listenAt = async (port: number, host: string, setting: string, open: () => Promise<Listening>) => {
      const listening = await open().catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE')
          throw new SettingsError(`port ${port} of ${host} is already in use; set ${setting}`);
        throw new SettingsError(`cannot listen on ${host}, port ${port}: ${error.message}`);
      });
      ports.defer(() => listening.close());
      return listening;
    };
    // Listen first: if a port is taken, the start has created nothing yet.
    const metricsGate = createGate(new Map(), reports.log);
    const { metricsPort, metricsHost, port, host } = settings;
    if (metricsPort !== undefined)
      await listenAt(metricsPort, metricsHost, 'MINTMARK_METRICS_PORT', () =>
        listen(metricsGate.app, { port: metricsPort, host: metricsHost, log: reports.log }),
      );
    const gate = createGate(startingProbes, reports.log);
    const app = metrics.watch(gate.app);
    const { url } = await listenAt(port, host, 'PORT', () => service.listen(app));
    await makeOwnDirectory(settings.dataDirectory, 0o711);
    const isOpen = new AbortController();
    void exitIfStuck(stopping, isOpen.signal);
    const opened = await service.open(url, store).finally(() => isOpen.abort());
    const { organizationId } = opened;
    const root = await keepAddress(settings, url, organizationId);
    const only = new Map([['/metrics', metricsPage(service.readMetrics)]]);
    metricsGate.open(createFrontDoor((request, findings) => answerPage(only, request, findings), reports.log));
    if (opened.app) gate.open(opened.app);
    // A signal to all processes ends workers that have hardly begun.
    const isReady = await Promise.race([opened.ready.then(() => true), stopping.then(() => false)]);
    if (isReady) {
      const { hasDocs } = readPublishedPages();
      const hasConsole = readConsole().size > 0;
      greet(settings, { url, organizationId, root, hasDocs, hasConsole, configuration });
      log.event('info', 'started', { url, ...(settings.workers > 1 && { workers: settings.workers }) });
    }
    const signal = await stopping;
    log.event('info', 'stopping', { signal });
    await ports.disposeAsync();
    await store.disposeAsync();
    log.event('info', 'stopped');
  },
};

/** Exits if the start is still running after the grace period: like a crash, that loses nothing. */
async function exitIfStuck(stopping: Promise<unknown>, isOpen: AbortSignal): Promise<void> {
  await stopping;
  await setTimeout(usualLimits.graceMs, undefined, { ref: false });
  if (!isOpen.aborted) process.exit(0);
}

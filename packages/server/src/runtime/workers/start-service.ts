import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { makeOwnDirectory } from '../../storage/files/own-file.ts';
import { createGate } from '../http/create-gate.ts';
import { createFrontDoor } from '../http/front-door.ts';
import { defaultLimits } from '../http/limits.ts';
import { type Listening, listen } from '../http/listen.ts';
import { answerPage } from '../http/pages.ts';
import { startingProbes } from '../http/probes.ts';
import { readConfiguration } from '../process/configuration.ts';
import { greeting, keepAddress } from '../process/greeting.ts';
import { createLog, type LogStream } from '../process/log.ts';
import { Metrics } from '../process/metrics.ts';
import { metricsPage } from '../process/metrics-page.ts';
import { type PublishedFiles, readConsole, readPublishedPages } from '../process/published-pages.ts';
import { createReports } from '../process/reports.ts';
import { type Settings, unknownSettings } from '../process/settings.ts';
import { SettingsError } from '../process/settings-error.ts';
import { SlowStart } from '../process/slow-start.ts';
import type { Serving, Start } from './serving.ts';

/** What a program gives the service that it starts. */
export interface StartOptions {
  /** Reads the settings. */
  readonly settings: () => Settings;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly files: PublishedFiles;
  /** The file that a worker runs; it calls `runWorker`. */
  readonly workerProgram: string;
  /** Prints a line for the operator. */
  readonly print: (line: string) => void;
  /** Where the log is written. */
  readonly screen: LogStream;
  /** Stops the service when it is aborted. The reason is the name of the signal. */
  readonly signal: AbortSignal;
  /** Calls a function with an exception that nothing caught. */
  readonly onUncaught: (handle: (cause: unknown) => void) => void;
  /** Ends the process immediately. */
  readonly exit: (code: number) => void;
}

/** Runs the service until the signal is aborted. */
export async function startService(options: StartOptions): Promise<void> {
  const { env, files, workerProgram, print, screen, signal, onUncaught, exit } = options;
  const stopping = waitFor(signal);
  const log = createLog(screen);
  onUncaught((cause) => {
    log.event('error', 'the process failed', { cause });
    exit(1);
  });
  const settings = options.settings();
  const unknown = unknownSettings(env);
  if (unknown.length > 0) log.event('warn', `unknown setting: ${unknown.join(', ')}`);
  const configuration = await readConfiguration(settings, env);
  const metrics = new Metrics();
  const reports = createReports(log, metrics);
  using slowStart = new SlowStart(log);
  const start = { settings, configuration, files, log, metrics, reports, slowStart };
  const service = await openServing(start, workerProgram);

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
  void exitIfStuck(stopping, isOpen.signal, exit);
  const opened = await service.open(url, store).finally(() => isOpen.abort());
  const { organizationId } = opened;
  const root = await keepAddress(settings, url, organizationId);
  const only = new Map([['/metrics', metricsPage(service.readMetrics)]]);
  metricsGate.open(createFrontDoor((request, findings) => answerPage(only, request, findings), reports.log));
  if (opened.app) gate.open(opened.app);
  // A signal to all processes ends workers that have hardly begun, so it is looked at first.
  const isReady = await Promise.race([stopping.then(() => false), opened.ready.then(() => true)]);
  slowStart[Symbol.dispose]();
  if (isReady) {
    const { hasDocs } = readPublishedPages(files);
    const hasConsole = readConsole(files).size > 0;
    const known = { url, organizationId, root, hasDocs, hasConsole, configuration };
    for (const line of greeting(settings, known, env)) print(line);
    log.event('info', 'started', { url, ...(settings.workers > 1 && { workers: settings.workers }) });
  }
  await stopping;
  log.event('info', 'stopping', { signal: signal.reason });
  await ports.disposeAsync();
  await store.disposeAsync();
  log.event('info', 'stopped');
}

/** The first of several processes answers no requests, so it does not load what answers them. */
async function openServing(start: Start, workerProgram: string): Promise<Serving> {
  if (start.settings.workers === 1) return (await import('./one-process.ts')).oneProcess(start);
  return (await import('./several-processes.ts')).severalProcesses(start, workerProgram);
}

/** Exits if the start is still running after the grace period: like a crash, that loses nothing. */
async function exitIfStuck(stopping: Promise<unknown>, isOpen: AbortSignal, exit: StartOptions['exit']): Promise<void> {
  await stopping;
  await setTimeout(defaultLimits.graceMs, undefined, { ref: false });
  if (!isOpen.aborted) exit(0);
}

async function waitFor(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

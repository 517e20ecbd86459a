import { setTimeout } from 'node:timers/promises';
import type { ForgedRow } from '../authority/row-macs.ts';
import { createServer, type Server, type ServerOptions } from '../create-server.ts';
import { makeOwnDirectory } from '../files/own-file.ts';
import { createGate } from '../http/create-gate.ts';
import type { App } from '../http/exchange.ts';
import { createFrontDoor, type RequestLog } from '../http/front-door.ts';
import { usualLimits } from '../http/limits.ts';
import { type Listening, listen } from '../http/listen.ts';
import { answerPage, type Page } from '../http/pages.ts';
import { startingProbes } from '../http/probes.ts';
import { readConfiguration } from '../process/configuration.ts';
import { createLog } from '../process/log.ts';
import { Metrics } from '../process/metrics.ts';
import { localPage, metricsPage } from '../process/metrics-page.ts';
import { keepRootFile, type RootFile, readRootFile, rewriteRootFile, rootPath } from '../process/root-file.ts';
import { readSettings, type Settings, unknownSettings } from '../process/settings.ts';
import { SettingsError } from '../process/settings-error.ts';
import { readDocsPage, readDocuments } from '../process/static-files.ts';
import { stopSignal } from '../process/stop-signal.ts';
import type { Command } from './command.ts';

export const start: Command = {
  help: `Usage: mintmark start

Starts the service and runs until SIGINT or SIGTERM. Prints the address when the service is ready. The first start creates an
organization with a root user, and writes the root user's key to root.json in the data directory.

Environment
  HOST, PORT                  where to listen (default: 127.0.0.1, 8080)
  MINTMARK_METRICS_PORT       the port of GET /metrics (default: PORT, for this machine only)
  MINTMARK_METRICS_HOST       the address to serve that port on (default: 127.0.0.1)
  MINTMARK_DATA_DIR           the directory of the embedded database and root.json (default: .mintmark)
  MINTMARK_CONFIG_FILE        the JSON file of the external services (default: config.json in MINTMARK_DATA_DIR, if it exists)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one
  MINTMARK_MASTER_KEY_FILE    the master key file (default: master.key in MINTMARK_DATA_DIR)
  MINTMARK_ROOT_PUBLIC_KEY    the public key of the first root user, compressed P-256 in hex (default: a new key)`,

  async run() {
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
    const record = (entry: RequestLog) => {
      metrics.record(entry);
      log.request(entry);
    };
    const files = readFiles();
    const metricsAt: Page = metricsPage(metrics, () => server.connections());
    const pages = new Map(files.pages);
    if (settings.metricsPort === undefined) pages.set('/metrics', localPage(metricsAt));

    await using store = new AsyncDisposableStack();
    // Disposed first: the requests in flight still need the store.
    await using ports = new AsyncDisposableStack();
    const listenAt = async (app: App, port: number, host: string, setting: string) => {
      const listening = await listen(app, { port, host, log: record }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE')
          throw new SettingsError(`port ${port} of ${host} is already in use; set ${setting}`);
        throw new SettingsError(`cannot listen on ${host}, port ${port}: ${error.message}`);
      });
      ports.defer(() => listening.close());
      return listening;
    };
    // Listen first: if a port is taken, the start has created nothing yet.
    const metricsGate = createGate(new Map(), record);
    if (settings.metricsPort !== undefined)
      await listenAt(metricsGate.app, settings.metricsPort, settings.metricsHost, 'MINTMARK_METRICS_PORT');
    const gate = createGate(startingProbes, record);
    const listening = await listenAt(metrics.watch(gate.app), settings.port, settings.host, 'PORT');

    // Many requests may read the same row: the metric counts each of them, the log has one line per row.
    const loggedRows = new Set<string>();
    const onForged = (forged: ForgedRow) => {
      metrics.recordForged(forged);
      if (loggedRows.has(forged.row) || loggedRows.size >= mostLoggedRows) return;
      loggedRows.add(forged.row);
      log.event('error', 'ignored a row that this service did not write', { ...forged });
    };
    const server: Server = await Promise.race([
      openServer(settings, listening, { configuration, pages, log: record, onForged }, log.event),
      giveUp(stopping),
    ]);
    store.use(server);
    const root = await keepAddress(settings, listening, server);
    const only = new Map([['/metrics', metricsAt]]);
    metricsGate.open(createFrontDoor((request, findings) => answerPage(only, request, findings), record));
    gate.open(server.app);
    greet(settings, listening, server, { root, hasDocs: files.hasDocs });
    log.event('info', 'started', { url: listening.url });
    const signal = await stopping;
    log.event('info', 'stopping', { signal });
    await ports.disposeAsync();
    await store.disposeAsync();
    log.event('info', 'stopped');
  },
};

const mostLoggedRows = 10_000;

type Report = ReturnType<typeof createLog>['event'];

async function openServer(
  { dataDirectory, database, masterKeyFile, rootPublicKey }: Settings,
  { url: baseUrl }: Listening,
  watchers: Pick<ServerOptions, 'configuration' | 'pages' | 'log' | 'onForged'>,
  report: Report,
): Promise<Server> {
  await makeOwnDirectory(dataDirectory, 0o711);
  return createServer({
    database,
    dataDirectory,
    masterKeyFile,
    rootPublicKey,
    keepRoot: (root) => keepRootFile(dataDirectory, { baseUrl, ...root }),
    report: (message) => report('warn', message),
    ...watchers,
  });
}

/** Exits if the start is still running after the grace period: like a crash, that loses nothing. */
async function giveUp(stopping: Promise<unknown>): Promise<never> {
  await stopping;
  await setTimeout(usualLimits.graceMs, undefined, { ref: false });
  process.exit(0);
}

/** The OpenAPI document and its docs page, from the package that publishes them. The server only serves these files. */
function readFiles(): { pages: ReadonlyMap<string, Page>; hasDocs: boolean } {
  const pages = new Map<string, Page>();
  try {
    const documents = new URL('.', import.meta.resolve('@mintmark/openapi/openapi.json'));
    for (const [path, page] of readDocuments(documents)) pages.set(path, page);
    for (const [path, page] of readDocsPage(new URL('../docs/', documents))) pages.set(path, page);
    return { pages, hasDocs: true };
  } catch {
    return { pages, hasDocs: false };
  }
}

/** Updates the address in our root.json, since the previous start may have used another one, and returns what it read. */
async function keepAddress(
  { dataDirectory }: Settings,
  { url: baseUrl }: Listening,
  server: Server,
): Promise<RootFile | Error | undefined> {
  const root = await readRootFile(dataDirectory).catch((error: Error) => error);
  if (isOf(server, root) && root.baseUrl !== baseUrl) await rewriteRootFile(dataDirectory, { ...root, baseUrl });
  return root;
}

const isOf = ({ organizationId }: Server, root: RootFile | Error | undefined): root is RootFile =>
  root !== undefined && !(root instanceof Error) && root.organizationId === organizationId;

interface Known {
  /** The content of root.json, or why it cannot be read. */
  readonly root: RootFile | Error | undefined;
  readonly hasDocs: boolean;
}

/** Prints what a first-time user needs. */
function greet({ dataDirectory }: Settings, { url }: Listening, server: Server, { root, hasDocs }: Known): void {
  const isOurs = isOf(server, root);
  const elsewhere = process.env['MINTMARK_DATA_DIR'];
  const command = import.meta.filename.endsWith('.ts') ? 'npm run mintmark -- whoami' : 'npx mintmark whoami';
  console.log(`mintmark listening on ${url}`);
  console.log(`docs          ${hasDocs ? `${url}/docs/` : 'none: the page was not built'}`);
  console.log(`organization  ${server.organizationId}`);
  console.log(`root key      ${whereRootKeyIs(root, rootPath(dataDirectory), isOurs)}`);
  if (isOurs && root.apiPrivateKey)
    console.log(`try           ${elsewhere ? `MINTMARK_DATA_DIR='${elsewhere}' ` : ''}${command}`);
}

function whereRootKeyIs(root: RootFile | Error | undefined, path: string, isOurs: boolean): string {
  if (!root) return 'not here: written by the first process that started on this database';
  if (root instanceof Error) return `unknown: ${root.message}`;
  if (!isOurs)
    return `not here: ${path} belongs to the organization ${root.organizationId}, which is not in this database`;
  return root.apiPrivateKey ? `${path}, which only you can read` : `yours (${root.apiPublicKey.slice(0, 6)}…)`;
}

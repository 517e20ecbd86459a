import { releaseLeases } from '../../delivery/outbox/release-leases.ts';
import { shareStore } from '../../storage/postgres/open-store.ts';
import { createClientFinder } from '../http/find-client.ts';
import { listenForWorkers } from '../http/listen-for-workers.ts';
import { openService } from '../open-service.ts';
import { openStore } from '../open-store.ts';
import { noConnections } from '../process/metrics.ts';
import { type Serving, type Start, serverOptions } from './serving.ts';
import { connectionsOfService } from './worker-shares.ts';
import { Workers } from './workers.ts';

/**
 * The service in several processes. This one owns the port, the embedded PostgreSQL, the migrations and the first organization,
 * and ends the outbox leases of workers that were killed, also those of an earlier start. It answers requests only while there is no
 * worker.
 *
 * @param program The file that a worker runs; it calls `runWorker`.
 */
export function severalProcesses(start: Start, program: string): Serving {
  const { settings, configuration, log, metrics, reports, slowStart } = start;
  const { workers: count, database, dataDirectory } = settings;
  const workers = new Workers({ program, log, readMetrics: () => metrics.scrape(noConnections) });
  return {
    async listen(app) {
      const { port, host } = settings;
      const findClient = createClientFinder(configuration.trustedProxies, reports.onUntrustedProxy);
      const listening = await listenForWorkers(app, workers, { port, host, log: reports.log, findClient });
      workers.answerHere = listening.answerHere;
      return listening;
    },
    async open(url, closing) {
      // They load their code while the database starts. If it does not start, they are stopped too.
      closing.defer(() => workers.stop());
      workers.fork(count);
      const options = serverOptions(start, url);
      const { report = () => {}, onStep = () => {} } = options;
      const maxConnections = connectionsOfService(count);
      const store = closing.use(await openStore({ database, dataDirectory, report, onStep, maxConnections }));
      // Again, since what is added last is closed first: the workers need the database until they have stopped.
      closing.defer(() => workers.stop());
      const { organizationId } = await openService(store.database, options);
      if (store.isOwn) await releaseLeases(store.database);
      // Only the workers need connections all the time from now on.
      await store.database.close();
      const address = typeof store.address === 'string' ? undefined : store.address;
      workers.releaseLeases = async (outboxOwner) => {
        await using shared = shareStore(store.address, 1);
        return await releaseLeases(shared.database, outboxOwner);
      };
      slowStart.note(`starting ${count} workers`);
      const ready = workers.begin({ workers: count, address });
      // If a signal comes first, nobody waits for it.
      ready.catch(() => {});
      return { organizationId, ready };
    },
    readMetrics: () => workers.readMetrics(),
  };
}

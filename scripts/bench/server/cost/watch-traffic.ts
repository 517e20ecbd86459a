import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { applicationName, connectToDatabase } from '../../../load/service-database.ts';
import { readPostmaster } from '../../../load/service-process.ts';
import { noCounts, WireConnection, type WireCounts } from './wire-counts.ts';

/** Reads the counts of everything so far. */
export type ReadTraffic = () => WireCounts;

/**
 * Passes all connections of a running service to its embedded PostgreSQL through this process, and counts what they exchange. The
 * service must connect again. It is slower meanwhile, so nothing else can be measured.
 */
export async function watchTraffic(dataDirectory: string): Promise<AsyncDisposable & { readonly read: ReadTraffic }> {
  const { socket: path } = await readPostmaster(dataDirectory);
  // A client finds a socket by its directory and its port.
  const behind = path.replace(/\d+$/, (port) => `${Number(port) + 1}`);
  const counts = noCounts();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(behind);
    const wire = new WireConnection(counts);
    for (const [from, to, pass] of [
      [client, upstream, (chunk: Buffer) => wire.send(chunk)],
      [upstream, client, (chunk: Buffer) => wire.receive(chunk)],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => {})
        .on('data', (chunk: Buffer) => {
          pass(chunk);
          to.write(chunk);
        })
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
    }
  });
  const pool = await connectToDatabase(dataDirectory, 1);
  // Connected before its socket is renamed.
  await pool.query('select 1');
  await rename(path, behind);
  server.listen(path);
  await once(server, 'listening');
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and application_name <> $1',
    [applicationName],
  );
  await pool.end();
  return {
    read: () => ({ ...counts }),
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
      await rename(behind, path);
    },
  };
}

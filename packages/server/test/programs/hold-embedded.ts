/** Starts the embedded PostgreSQL in a directory and keeps it: prints the two process ids and the socket, or the error. */
import { startEmbeddedPostgres, startEphemeralPostgres } from '../../src/storage/postgres/embedded-postgres.ts';

const [directory = ''] = process.argv.slice(2);
try {
  const options = { report: console.error };
  const server = directory
    ? await startEmbeddedPostgres({ ...options, directory, durable: true })
    : await startEphemeralPostgres(options);
  console.log(JSON.stringify({ owner: process.pid, server: server.pid, address: server.address }));
  process.stdin.on('close', () => server.stop()).resume();
} catch (error) {
  const { code, message } = error as Error & { code: string };
  console.log(JSON.stringify({ code, message }));
}

import { type AddressInfo, createServer, type Socket } from 'node:net';
import { baseUrlOf } from './base-url.ts';
import type { App } from './exchange.ts';
import type { Listening, ListenOptions } from './listen.ts';
import { serveConnections } from './serve-connections.ts';

interface WorkerListening extends Listening {
  /** Answers a connection in this process. No byte of it may have been read. */
  answerHere(socket: Socket): void;
}

interface Recipient {
  /** Takes a connection of which no byte was read; `false` if nobody can. */
  take(socket: Socket): boolean;
}

/**
 * Starts a server that hands its connections to other processes, and resolves when it listens. While no process takes
 * connections, `app` answers one request on each: the next one is on a new connection, which a process may then take.
 */
export async function listenForWorkers(
  app: App,
  recipient: Recipient,
  { port, host, ...options }: Omit<ListenOptions, 'limits'>,
): Promise<WorkerListening> {
  const here = serveConnections(app, { limits: { requestsPerConnection: 1, graceMs: 1_000 }, ...options });
  const answerHere = (socket: Socket) => {
    here.accept(socket);
    socket.resume();
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true });
  server.on('connection', (socket) => {
    // Without a listener, an error of a connection would end the process.
    socket.on('error', () => {});
    if (!recipient.take(socket)) answerHere(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: baseUrlOf(host, (server.address() as AddressInfo).port),
    answerHere,
    async close() {
      // Its callback would wait for the connections of the other processes.
      server.close();
      await here.close();
    },
  };
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../core/model/api-error.ts';
import { createListener } from './create-listener.ts';
import type { App } from './exchange.ts';
import type { FindClient } from './find-client.ts';
import type { RequestLog } from './front-door.ts';
import type { Limits } from './limits.ts';
import { networkOf } from './network-of.ts';
import { isAmbiguous, parserRefusal, refuseConnection } from './refuse-connection.ts';

/** A node:http server with our limits. */
export interface HttpServer {
  readonly server: Server;
  /** Answers requests in flight with `Connection: close` from now on. */
  beginStop(): void;
}

interface Connection {
  readonly unanswered: Set<ServerResponse>;
  requests: number;
  isRefused: boolean;
}

/** Creates the server of an app. It does not listen. */
export function createHttpServer(
  app: App,
  limits: Limits,
  log: (entry: RequestLog) => void,
  findClient: FindClient = networkOf,
): HttpServer {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkingIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.headerBytes,
    insecureHTTPParser: false,
    // node:http would answer a missing Host header without a body; the head is checked later.
    requireHostHeader: false,
  });
  server.maxHeadersCount = limits.headers + 1;
  server.maxConnections = limits.connections;
  server.setTimeout(limits.idleTimeoutMs);

  let isStopping = false;
  const listener = createListener(app, limits, findClient);
  const connections = new WeakMap<Duplex, Connection>();
  const connectionOf = (socket: Duplex): Connection => {
    const connection = connections.get(socket) ?? { unanswered: new Set(), requests: 0, isRefused: false };
    connections.set(socket, connection);
    return connection;
  };

  function take(message: IncomingMessage, response: ServerResponse, asksFirst = false): void {
    const connection = connectionOf(message.socket);
    const { unanswered } = connection;
    const number = ++connection.requests;
    // RFC 9112 §9.6: requests that follow the last one are ignored.
    if (number > limits.requestsPerConnection) return;
    const isLast = () => number === limits.requestsPerConnection || (isStopping && [...unanswered].at(-1) === response);
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
    void listener(message, response, { asksFirst, isLast });
  }
  function refuse(socket: Duplex, refusal: ApiError): void {
    const connection = connectionOf(socket);
    if (connection.isRefused) return;
    if (!socket.writable || isAmbiguous(connection.unanswered)) return void socket.destroy();
    connection.isRefused = true;
    const entry = refuseConnection(socket, refusal, limits.lingerMs);
    // A request in flight is logged separately.
    if (connection.unanswered.size === 0) log(entry);
  }
  // node:http removes its error listener from a socket that it hands over; an unhandled error event ends the process.
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.on('request', (message, response) => take(message, response));
  server.on('checkContinue', (message, response) => take(message, response, true));
  // RFC 9110 §10.1.1 lets a server ignore unknown expectations.
  server.on('checkExpectation', (message, response) => take(message, response));
  server.on('connect', (_, socket) => refuse(socket, new ApiError('REQUEST_INVALID', 'this server is not a proxy')));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(socket, parserRefusal(error.code)));
  return {
    server,
    beginStop() {
      isStopping = true;
    },
  };
}

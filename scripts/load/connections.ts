import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The duration of an exchange in milliseconds, and its answer. */
export interface Exchange {
  readonly ms: number;
  readonly status: number;
  /** The header Retry-After, if there is one. */
  readonly retryAfter?: string;
  /** Empty if the connection discards bodies. */
  readonly body: string;
}

export interface ConnectionOptions {
  /** The address that the connection comes from. */
  readonly localAddress?: string;
  /** Whether bodies of answers are discarded as they arrive. */
  readonly discardsBody?: boolean;
  /** Time limit for an answer, including the time to connect; none by default. */
  readonly timeoutMs?: number;
}

interface Answer {
  readonly head: string;
  readonly body: string;
}

const endOfHead = '\r\n\r\n';

/** One keep-alive connection. It sends prepared bytes, so that the client adds little to what is measured. */
export class Connection {
  readonly #port: number;
  readonly #options: ConnectionOptions;
  #socket: Socket | undefined;
  #isBusy = false;

  constructor(port: number, options: ConnectionOptions = {}) {
    this.#port = port;
    this.#options = options;
  }

  /** Sends a request, on a new connection if the service has closed the previous one. */
  async send(request: Buffer): Promise<Exchange> {
    if (this.#isBusy) throw new Error('a connection handles one request at a time');
    this.#isBusy = true;
    if (this.#socket?.destroyed) this.#socket = undefined;
    this.#socket ??= open(this.#port, this.#options);
    const socket = this.#socket;
    const { timeoutMs } = this.#options;
    const timer = timeoutMs && setTimeout(() => socket.destroy(), timeoutMs);
    try {
      if (socket.connecting) await once(socket, 'connect');
      const start = performance.now();
      const answered = readAnswer(socket, this.#options.discardsBody ?? false);
      socket.write(request);
      const { head, body } = await answered;
      const ms = performance.now() - start;
      if (/\r\nconnection: close/i.test(head)) this.close();
      const retryAfter = /\r\nretry-after: ([^\r]*)/i.exec(head)?.[1];
      return { ms, status: Number(head.slice(9, 12)), body, ...(retryAfter !== undefined && { retryAfter }) };
    } catch (error) {
      this.close();
      throw error;
    } finally {
      this.#isBusy = false;
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

function open(port: number, { localAddress }: ConnectionOptions): Socket {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, ...(localAddress && { localAddress }) });
  // A failed connection is always closed afterwards, and the reader of the answer waits for that.
  return socket.on('error', () => {});
}

function readAnswer(socket: Socket, discardsBody: boolean): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let start = Buffer.alloc(0);
  let head: string | undefined;
  let bytesLeft = 0;
  const chunks: Buffer[] = [];
  const onData = (data: Buffer) => {
    let chunk = data;
    if (head === undefined) {
      start = Buffer.concat([start, data]);
      const border = start.indexOf(endOfHead);
      if (border < 0) return;
      head = start.toString('latin1', 0, border);
      bytesLeft = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      chunk = start.subarray(border + endOfHead.length);
    }
    bytesLeft -= chunk.length;
    if (!discardsBody) chunks.push(chunk);
    if (bytesLeft > 0) return;
    const answer = { head, body: Buffer.concat(chunks).toString() };
    finish(() => resolve(answer));
  };
  const onClose = () => finish(() => reject(new Error('the connection was closed before the answer')));
  const finish = (settle: () => void) => {
    socket.off('data', onData).off('close', onClose);
    settle();
  };
  socket.on('data', onData).on('close', onClose);
  return promise;
}

/** Sends requests over all connections at the same time. Each takes the next request when it has its answer. */
export async function sendAll(connections: readonly Connection[], requests: readonly Buffer[]): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  let next = 0;
  const lane = async (connection: Connection) => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      exchanges.push(await connection.send(request));
    }
  };
  await Promise.all(connections.map(lane));
  return exchanges;
}

/** Throws unless every answer is a success. */
export function requireSuccess(exchanges: readonly Exchange[]): void {
  const failed = exchanges.find(({ status }) => status !== 200);
  if (failed) throw new Error(`answered ${failed.status}: ${failed.body}`);
}

export const openConnections = (port: number, count: number, options?: ConnectionOptions) =>
  Array.from({ length: count }, () => new Connection(port, options));

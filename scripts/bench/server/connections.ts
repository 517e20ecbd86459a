import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** How long an exchange took, in milliseconds, and what was answered. */
export interface Exchange {
  readonly ms: number;
  readonly status: number;
  readonly body: string;
}

const endOfHead = '\r\n\r\n';

/** One connection that is kept alive: requests go out as bytes that were made before, so that hardly anything but the service is measured. */
export class Connection {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async send(request: Buffer): Promise<Exchange> {
    this.#socket ??= await open(this.#port);
    const socket = this.#socket;
    const start = performance.now();
    socket.write(request);
    const { head, body } = await readAnswer(socket);
    const ms = performance.now() - start;
    if (/\r\nconnection: close/i.test(head)) {
      this.#socket = undefined;
      socket.destroy();
    }
    return { ms, status: Number(head.slice(9, 12)), body };
  }

  close(): void {
    this.#socket?.destroy();
  }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  return socket.setEncoding('latin1');
}

function readAnswer(socket: Socket): Promise<{ head: string; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ head: string; body: string }>();
  let text = '';
  const onData = (chunk: string) => {
    text += chunk;
    const border = text.indexOf(endOfHead);
    if (border < 0) return;
    const head = text.slice(0, border);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (text.length >= border + endOfHead.length + length)
      finish(() => resolve({ head, body: text.slice(border + 4) }));
  };
  const onClose = () => finish(() => reject(new Error('the connection was closed before the answer')));
  const finish = (settle: () => void) => {
    socket.off('data', onData).off('close', onClose);
    settle();
  };
  socket.on('data', onData).on('close', onClose);
  return promise;
}

/** Sends requests over all connections at once, each taking the next one as soon as it has its answer. */
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

export const openConnections = (port: number, count: number) =>
  Array.from({ length: count }, () => new Connection(port));

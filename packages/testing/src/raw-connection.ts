import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A connection on which a test sends raw bytes that no HTTP client would send. */
export class RawConnection implements Disposable {
  readonly #socket: Socket;
  readonly #closed: Promise<unknown>;
  #received = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = once(socket, 'close');
    // The test itself checks what the server does to the connection.
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.#received += text;
    });
  }

  static async open(url: string): Promise<RawConnection> {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true });
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  send(bytes: string | Uint8Array): this {
    this.#socket.write(bytes);
    return this;
  }

  /** Sends, and closes the connection before an answer can come. */
  async reset(bytes: string | Uint8Array): Promise<void> {
    this.#socket.write(bytes, () => this.#socket.resetAndDestroy());
    await this.#closed;
  }

  /** The next complete answer. An answer to HEAD has no body. */
  async reply(isHead = false): Promise<RawReply> {
    const head = await this.#until(() => /^.*?\r\n\r\n/s.exec(this.#received)?.[0]);
    const [first = '', ...lines] = head.trimEnd().split('\r\n');
    const headers = new Map(
      lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^.*?: /, '')]),
    );
    const length = head.length + (isHead ? 0 : Number(headers.get('content-length') ?? 0));
    await this.#until(() => (this.#received.length >= length ? head : undefined));
    const body = this.#received.slice(head.length, length);
    this.#received = this.#received.slice(length);
    return { status: Number(first.split(' ')[1]), headers, body };
  }

  /** Resolves when the connection is closed, with the received bytes that were not a complete answer. */
  async rest(): Promise<string> {
    await this.#closed;
    return this.#received;
  }

  async #until(found: () => string | undefined): Promise<string> {
    for (;;) {
      const text = found();
      if (text !== undefined) return text;
      if (this.#socket.closed) throw new Error(`the connection was closed after ${JSON.stringify(this.#received)}`);
      await Promise.race([once(this.#socket, 'data'), this.#closed]).catch(() => {});
    }
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message as it came, with its headers. */
  readonly raw: string;
  readonly isSecure: boolean;
  readonly user: string | undefined;
}

/** Refuses a command with this status. */
export const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** A real mail server. It ends with its scope. */
export class MailServer implements AsyncDisposable {
  /** Everything that was accepted, in order. */
  readonly received: ReceivedMail[] = [];
  /** How often a client connected. */
  connections = 0;
  /** Called for each recipient: an error refuses it. */
  onRecipient: (address: string) => Error | undefined = () => undefined;
  /** Called with the message: an error refuses it. */
  onMessage: (raw: string) => Error | undefined | Promise<Error | undefined> = () => undefined;
  readonly #server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: options.key ? [] : ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onConnect: (_, done) => {
        this.connections++;
        done();
      },
      onAuth: ({ username, password }, _, done) =>
        password === 'right' ? done(null, { user: username }) : done(refusal(535, `not the password: ${password}`)),
      onRcptTo: ({ address }, _, done) => done(this.onRecipient(address)),
      onData: async (stream, session, done) => {
        const raw = await text(stream);
        const error = await this.onMessage(raw);
        if (error) return done(error);
        const { mailFrom, rcptTo } = session.envelope;
        this.received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          isSecure: session.secure,
          user: session.user,
        });
        done();
      },
      ...options,
    });
    // A client that breaks the connection off is no fault of this server.
    this.#server.on('error', () => {});
  }

  /** @param options.port The port, if it has to be the one of a server that has ended. */
  static async start({
    port = 0,
    ...options
  }: SMTPServerOptions & { readonly port?: number } = {}): Promise<MailServer> {
    const server = new MailServer(options);
    server.#server.listen(port, '127.0.0.1');
    await once(server.#server.server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** Its address for a client without TLS. */
  get url(): string {
    return `smtp://127.0.0.1:${this.port}?tls=none`;
  }

  /** Breaks all connections off. */
  cut(): void {
    for (const connection of this.#server.connections as Set<{ readonly _socket?: { destroy(): void } }>)
      connection._socket?.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}

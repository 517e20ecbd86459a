import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { type DatabaseAddress, socketName } from '../src/storage/store/database-address.ts';

/** Controls and observes the connections of a server. */
export interface ServerControl {
  /** What happens to new connections. */
  admission: 'immediately' | 'when told' | 'never';
  /** The numbers of the connections that were opened but not admitted yet. */
  readonly pending: readonly number[];
  /** Connections that were admitted and are open. */
  readonly open: number;
  /** How many connections failed: refused, broken, or closed by the client before they were admitted. */
  readonly faults: number;
  /** Whether the last attempt to connect succeeded. */
  readonly isReachable: boolean;
  /** Admits a pending connection. */
  admit(index: number): void;
  /** Breaks a pending connection. */
  refuse(index: number): void;
  /** Breaks a connection that was admitted. */
  break(index: number): void;
}

interface Connection {
  readonly number: number;
  readonly client: Socket;
  /** What the client has sent before the connection was admitted. */
  readonly received: Buffer[];
}

/** A TCP listener in front of a PostgreSQL that does not ask for a password. */
export class ControlledServer implements ServerControl, AsyncDisposable {
  admission: ServerControl['admission'] = 'immediately';
  faults = 0;
  isReachable = true;
  readonly url: string;
  readonly #listener: Server;
  readonly #path: string;
  readonly #pending = new Set<Connection>();
  readonly #open = new Set<Connection>();
  #count = 0;

  private constructor(listener: Server, { socketDirectory, user, database }: Exclude<DatabaseAddress, string>) {
    this.#listener = listener.on('connection', (client) => this.#accept(client));
    this.#path = join(socketDirectory, socketName);
    this.url = `postgres://${user}@127.0.0.1:${(listener.address() as AddressInfo).port}/${database}`;
  }

  static async start(address: DatabaseAddress): Promise<ControlledServer> {
    if (typeof address === 'string') throw new Error('only a PostgreSQL on a socket can be controlled');
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new ControlledServer(listener, address);
  }

  get pending(): readonly number[] {
    return [...this.#pending].map(({ number }) => number);
  }

  get open(): number {
    return this.#open.size;
  }

  admit(index: number): void {
    this.#admit([...this.#pending][index] as Connection);
  }

  refuse(index: number): void {
    this.#refuse([...this.#pending][index] as Connection);
  }

  break(index: number): void {
    const connection = [...this.#open][index] as Connection;
    this.faults++;
    this.#open.delete(connection);
    connection.client.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const { client } of [...this.#pending, ...this.#open]) client.destroy();
    await once(this.#listener, 'close');
  }

  #accept(client: Socket): void {
    const received: Buffer[] = [];
    const connection = { number: ++this.#count, client, received };
    this.#pending.add(connection);
    // Always read: a socket that is not read does not report that the client closed it.
    client.on('data', (data: Buffer) => received.push(data)).on('error', () => {});
    client.on('close', () => {
      this.#open.delete(connection);
      if (this.#pending.has(connection)) this.#refuse(connection);
    });
    if (this.admission === 'immediately') this.#admit(connection);
    if (this.admission === 'never') this.#refuse(connection);
  }

  #refuse(connection: Connection): void {
    this.#pending.delete(connection);
    this.faults++;
    this.isReachable = false;
    connection.client.destroy();
  }

  #admit(connection: Connection): void {
    const { client, received } = connection;
    this.#pending.delete(connection);
    this.#open.add(connection);
    this.isReachable = true;
    const upstream = connect(this.#path);
    upstream.on('error', () => {}).on('close', () => client.destroy());
    client.on('close', () => upstream.destroy()).removeAllListeners('data');
    for (const data of received) upstream.write(data);
    client.pipe(upstream).pipe(client);
  }
}

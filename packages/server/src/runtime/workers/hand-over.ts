import type { Socket } from 'node:net';

/** A process that serves connections. */
export interface Server {
  /** Sends a connection, which stays open here as well. */
  send(number: number, socket: Socket, failed: () => void): void;
}

/**
 * Hands connections to other processes, in turn. A connection is kept until its server has confirmed it, which it does before
 * it reads the first byte. So if a server dies, the connections that it has not begun to read go to another one.
 */
export class HandOver {
  /** The connections that each server has not confirmed yet. The first server in the map is next. */
  readonly #servers = new Map<Server, Map<number, Socket>>();
  readonly #answerHere: (socket: Socket) => void;
  #count = 0;
  #isClosed = false;

  /** @param answerHere Answers a connection that no server takes. */
  constructor(answerHere: (socket: Socket) => void) {
    this.#answerHere = answerHere;
  }

  add(server: Server): void {
    this.#servers.set(server, new Map());
  }

  /** Hands the unread connections of a server to others: it has ended, or stops. */
  remove(server: Server): void {
    const unconfirmed = this.#servers.get(server)?.values() ?? [];
    this.#servers.delete(server);
    for (const socket of unconfirmed) this.#giveAgain(socket);
  }

  /** Hands a connection over; `false` if there is no server. */
  take(socket: Socket): boolean {
    const next = this.#next();
    if (!next) return false;
    const [server, unconfirmed] = next;
    this.#servers.delete(server);
    this.#servers.set(server, unconfirmed);
    const number = ++this.#count;
    unconfirmed.set(number, socket);
    server.send(number, socket, () => {
      if (!unconfirmed.delete(number) || !this.#servers.has(server)) return;
      // Later: a server that has died, but is not removed yet, may be next again. Its end must be noticed in between.
      setImmediate(() => this.#giveAgain(socket));
    });
    return true;
  }

  /** The server has the connection, so this process closes its own descriptor of it. */
  confirm(server: Server, number: number): void {
    const unconfirmed = this.#servers.get(server);
    unconfirmed?.get(number)?.destroy();
    unconfirmed?.delete(number);
  }

  /** A server that does not confirm, because it is busy or stuck, gets no more while another one does. */
  #next(): readonly [Server, Map<number, Socket>] | undefined {
    let best: readonly [Server, Map<number, Socket>] | undefined;
    for (const entry of this.#servers) if (!best || entry[1].size < best[1].size) best = entry;
    return best;
  }

  /** From now on, connections that a server leaves unread are closed. */
  close(): void {
    this.#isClosed = true;
  }

  #giveAgain(socket: Socket): void {
    if (this.#isClosed) socket.destroy();
    else if (!this.take(socket)) this.#answerHere(socket);
  }
}

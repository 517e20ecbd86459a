/** What connections have exchanged with PostgreSQL. */
export interface WireCounts {
  /** Completed statements, without those that control transactions. */
  readonly statements: number;
  readonly begins: number;
  readonly commits: number;
  /** `savepoint`, `release savepoint`, `rollback` and `rollback to savepoint`. */
  readonly savepointsAndRollbacks: number;
  /** Transactions that have ended, and statements that were one on their own. */
  readonly transactions: number;
  readonly failedStatements: number;
  /** How often a connection that waited for nothing sent something. */
  readonly roundTrips: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export const noCounts = (): Mutable<WireCounts> => ({
  statements: 0,
  begins: 0,
  commits: 0,
  savepointsAndRollbacks: 0,
  transactions: 0,
  failedStatements: 0,
  roundTrips: 0,
  bytesSent: 0,
  bytesReceived: 0,
});

/**
 * Follows the messages of one connection, and adds them to counts.
 *
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class WireConnection {
  readonly #counts: Mutable<WireCounts>;
  // The first message of a client has no type.
  readonly #sent = new Messages(false);
  readonly #received = new Messages(true);
  /** How many `ReadyForQuery` are to come. The first one ends the start of the connection, which is no round trip. */
  #outstanding = 1;
  #isWaiting = true;
  #hasStarted = false;
  #hasStatements = false;

  constructor(counts: Mutable<WireCounts>) {
    this.#counts = counts;
  }

  /** Bytes of the client. */
  send(chunk: Buffer): void {
    for (const { type } of this.#sent.read(chunk)) {
      // Terminate has no answer.
      if (type === 'X') continue;
      if (type === 'Q' || type === 'S') this.#outstanding++;
      if (this.#isWaiting) continue;
      this.#isWaiting = true;
      this.#counts.roundTrips++;
    }
    if (this.#hasStarted) this.#counts.bytesSent += chunk.length;
  }

  /** Bytes of the server. */
  receive(chunk: Buffer): void {
    if (this.#hasStarted) this.#counts.bytesReceived += chunk.length;
    for (const message of this.#received.read(chunk)) this.#take(message);
    if (this.#outstanding === 0) this.#isWaiting = false;
  }

  #take({ type, content }: Message): void {
    if (type === 'C') {
      this.#hasStatements = true;
      this.#counts[countOf(content.toString('latin1', 0, content.length - 1))]++;
    }
    if (type === 'E' && this.#hasStarted) this.#counts.failedStatements++;
    if (type !== 'Z') return;
    this.#outstanding--;
    this.#hasStarted = true;
    if (content.toString('latin1') !== 'I' || !this.#hasStatements) return;
    this.#hasStatements = false;
    this.#counts.transactions++;
  }
}

/** Which number a command tag belongs to. */
function countOf(tag: string): keyof WireCounts {
  if (tag === 'BEGIN') return 'begins';
  if (tag === 'COMMIT') return 'commits';
  return /^(?:SAVEPOINT|RELEASE|ROLLBACK)$/.test(tag) ? 'savepointsAndRollbacks' : 'statements';
}

interface Message {
  readonly type: string;
  readonly content: Buffer;
}

/** Splits the bytes of one direction into messages. */
class Messages {
  #rest = Buffer.alloc(0);
  /** The bytes before the length. */
  #typeLength: number;

  constructor(hasTypes: boolean) {
    this.#typeLength = hasTypes ? 1 : 0;
  }

  read(chunk: Buffer): Message[] {
    const messages: Message[] = [];
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (bytes.length >= this.#typeLength + 4) {
      const end = this.#typeLength + bytes.readInt32BE(this.#typeLength);
      if (bytes.length < end) break;
      const type = bytes.toString('latin1', 0, this.#typeLength);
      messages.push({ type, content: bytes.subarray(this.#typeLength + 4, end) });
      bytes = bytes.subarray(end);
      this.#typeLength = 1;
    }
    this.#rest = Buffer.from(bytes);
    return messages;
  }
}

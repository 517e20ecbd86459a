import type { FileHandle } from 'node:fs/promises';
import { openOwnFile } from '../files/own-file.ts';
import { StoreError, type StoreErrorCode } from '../store/store-error.ts';

const limit = 1024 * 1024;

/** What PostgreSQL logs when it cannot start, and how to fix it. */
const causes: readonly (readonly [RegExp, StoreErrorCode, string])[] = [
  [
    /database files are incompatible with server/i,
    'CLUSTER_VERSION',
    'the database was created by another PostgreSQL: start the version of this package that created it, and move the data',
  ],
  [/No space left on device|Disk quota exceeded/i, 'DISK_FULL', 'free some space, then start again'],
  [
    /could not look up effective user ID/i,
    'USER_UNKNOWN',
    'the user of this process has no name: add it to /etc/passwd, start as another user, or set DATABASE_URL',
  ],
  [
    /Permission denied|Operation not permitted|Read-only file system|has wrong ownership/i,
    'PERMISSION_DENIED',
    'the data directory must belong to the user who starts the server',
  ],
];

/** The error for a PostgreSQL program that failed, with the last lines of its output. */
export function startError(action: string, output: string): StoreError {
  const [, code = 'START_FAILED', remedy = 'see the last lines below'] =
    causes.find(([pattern]) => pattern.test(output)) ?? [];
  const lines = output.trim().split('\n').slice(-10);
  return new StoreError(code, `${action} failed: ${remedy}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

/** The log file of PostgreSQL. It stays below a megabyte: older lines are dropped. */
export class PostgresLog implements AsyncDisposable {
  readonly #file: FileHandle;
  #mark = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Opens the file, once: later its directory may belong to another user. */
  static async open(path: string): Promise<PostgresLog> {
    // PostgreSQL keeps appending, also after the file was truncated.
    return new PostgresLog(await openOwnFile(path, { access: 'append', create: true }));
  }

  /** Prepares the file for a new process, whose output `tail` will return, and returns its descriptor. */
  async begin(): Promise<number> {
    await this.trim();
    this.#mark = (await this.#file.stat()).size;
    return this.#file.fd;
  }

  async trim(): Promise<void> {
    const { size } = await this.#file.stat();
    if (size <= limit) return;
    const kept = await this.#read(size - limit / 4);
    await this.#file.truncate();
    await this.#file.appendFile(kept);
    this.#mark = 0;
  }

  /** The output of the current process. */
  async tail(): Promise<string> {
    return (await this.#read(this.#mark)).toString();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  async #read(start: number): Promise<Buffer> {
    const { size } = await this.#file.stat();
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(Math.max(size - start, 0)), { position: start });
    return buffer.subarray(0, bytesRead);
  }
}

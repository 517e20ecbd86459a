import type { FileHandle } from 'node:fs/promises';
import { openOwnFile } from '../files/own-file.ts';
import { StoreError, type StoreErrorCode } from '../store/store-error.ts';

const limit = 1024 * 1024;

/** What PostgreSQL writes when it cannot go on, and what helps. */
const causes: readonly (readonly [RegExp, StoreErrorCode, string])[] = [
  [
    /database files are incompatible with server/i,
    'CLUSTER_VERSION',
    'this database was made by another PostgreSQL: start the version of this package that made it, and move its content',
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
    'the data directory has to belong to the user who starts the server',
  ],
];

/** The error for a program of PostgreSQL that failed, with its last words. */
export function startError(action: string, output: string): StoreError {
  const [, code = 'START_FAILED', remedy = 'see the last lines below'] =
    causes.find(([pattern]) => pattern.test(output)) ?? [];
  const lines = output.trim().split('\n').slice(-10);
  return new StoreError(code, `${action} failed: ${remedy}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

/** Where the output of PostgreSQL goes. The file stays below a megabyte: what is older is dropped. */
export class PostgresLog implements AsyncDisposable {
  readonly #file: FileHandle;
  #mark = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Opens the file, once: later its directory may belong to another user. */
  static async open(path: string): Promise<PostgresLog> {
    // PostgreSQL keeps writing at the end, also when the file is cut off meanwhile.
    return new PostgresLog(await openOwnFile(path, { access: 'append', create: true }));
  }

  /** Prepares the file for a new process, whose words `tail` will have, and returns its descriptor. */
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

  /** What the process that runs now has written. */
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

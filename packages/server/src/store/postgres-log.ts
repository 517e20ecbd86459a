import { type FileHandle, open, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { StoreError, type StoreErrorCode } from './store-error.ts';

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
export class PostgresLog {
  readonly path: string;
  #mark = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** Opens the file for a new process, whose words `tail` will have. */
  async open(): Promise<FileHandle> {
    await this.trim();
    // PostgreSQL keeps writing at the end, also when the file is cut off meanwhile.
    const file = await open(this.path, 'a', 0o600);
    this.#mark = (await file.stat()).size;
    return file;
  }

  async trim(): Promise<void> {
    const { size } = await stat(this.path).catch(() => ({ size: 0 }));
    if (size <= limit) return;
    const kept = (await readFile(this.path)).subarray(-limit / 4);
    await truncate(this.path);
    await writeFile(this.path, kept, { flag: 'a' });
    this.#mark = 0;
  }

  /** What the process that runs now has written. */
  async tail(): Promise<string> {
    return (await readFile(this.path)).subarray(this.#mark).toString();
  }
}

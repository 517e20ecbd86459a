import { UnsafeFileError } from '../files/own-file.ts';

/** The errors of the store, by their stable codes. */
export const storeErrorCodes = {
  PLATFORM_UNSUPPORTED: 'There is no embedded PostgreSQL for this platform',
  BINARIES_MISSING: 'The package with the embedded PostgreSQL of this platform is not installed',
  BINARIES_UNUSABLE: 'The embedded PostgreSQL is installed, but does not run',
  USER_UNKNOWN: 'There is no user that PostgreSQL can run as',
  PERMISSION_DENIED: 'A file or directory is not readable or not writable',
  FILE_UNSAFE: 'Another user could have put this file or directory here',
  DISK_FULL: 'No space is left for the database',
  DATABASE_MISSING: 'There is no database here yet',
  IN_USE: 'Another process has the database open',
  CLUSTER_VERSION: 'The database was created by another major version of PostgreSQL',
  START_FAILED: 'PostgreSQL did not start',
  INVALID_URL: 'The database address is not valid',
  ACCESS_DENIED: 'PostgreSQL refused this user or database',
  NOT_DURABLE: 'The database could lose acknowledged commits',
  SETTING_UNSUITABLE: 'The service cannot read rows with this setting of the database',
  UNAVAILABLE: 'PostgreSQL cannot be reached, or the connection was lost',
  OVERLOADED: 'Too many callers are waiting for the database',
  TIMEOUT: 'The database did not answer in time; a transaction was not committed',
  OUTCOME_UNKNOWN: 'The connection was lost during the commit: the changes may or may not be committed',
  UNIQUE_VIOLATION: 'A value that must be unique already exists',
  CONSTRAINT_VIOLATION: 'A row violates a constraint of the schema',
  SERIALIZATION_FAILURE: 'A concurrent transaction committed first; the same work can be retried',
  DEADLOCK: 'Two transactions deadlocked; the same work can be retried',
  ROLLED_BACK: 'A statement failed and its error was ignored, so the transaction could not be committed',
  QUERY_FAILED: 'PostgreSQL refused a statement',
  ENDED: 'A statement was sent after its transaction ended, or after the database was closed',
  NOT_DISTRIBUTABLE: 'The tables cannot be distributed over several machines',
  MIGRATION_UNKNOWN: 'The database was migrated by a newer version',
  MIGRATION_CHANGED: 'A migration differs from the one that was run on the database',
  MIGRATION_FAILED: 'A migration failed',
} as const;

export type StoreErrorCode = keyof typeof storeErrorCodes;

/** The names in an error of PostgreSQL, never a value. */
export interface StoreErrorDetails {
  /** The SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
  readonly sqlState?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
  readonly constraint?: string | undefined;
  /** Whether this statement failed itself, and not because of another one that was sent with it or before it. */
  readonly isOwn?: boolean;
}

/** Every error of the store. `code` is stable; neither message nor details hold a parameter or a password. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly details: StoreErrorDetails;

  constructor(code: StoreErrorCode, message: string = storeErrorCodes[code], details: StoreErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Translates the file system errors that an operator can fix. */
export function fileError(error: unknown, path: string): unknown {
  if (error instanceof UnsafeFileError) return new StoreError('FILE_UNSAFE', error.message);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StoreError('DISK_FULL', `no space is left for ${path}: free some, then start again`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StoreError('PERMISSION_DENIED', `${(error as Error).message}: ${path} must be writable`);
    default:
      return error;
  }
}

import { UnsafeFileError } from '../files/own-file.ts';

/** What can be wrong with the store, by its stable code. */
export const storeErrorCodes = {
  PLATFORM_UNSUPPORTED: 'There is no embedded PostgreSQL for this platform',
  BINARIES_MISSING: 'The package with the embedded PostgreSQL of this platform is not installed',
  BINARIES_UNUSABLE: 'The embedded PostgreSQL is installed, but does not run',
  USER_UNKNOWN: 'There is no user that PostgreSQL can run as',
  PERMISSION_DENIED: 'A file or directory may not be read or written',
  FILE_UNSAFE: 'Somebody else could have put a file or directory in this place',
  DISK_FULL: 'No space is left for the database',
  DATABASE_MISSING: 'No database was made here yet',
  IN_USE: 'Another process has the database open',
  CLUSTER_VERSION: 'The database was made by another major version of PostgreSQL',
  START_FAILED: 'PostgreSQL did not start',
  INVALID_URL: 'The address of the database is not one',
  ACCESS_DENIED: 'PostgreSQL refuses this user or database',
  NOT_DURABLE: 'The database would lose what it has acknowledged',
  UNAVAILABLE: 'PostgreSQL cannot be reached, or went away',
  OVERLOADED: 'More is waiting for the database than it is allowed to',
  TIMEOUT: 'The database did not answer in time; a transaction was not committed',
  OUTCOME_UNKNOWN: 'The connection was lost during the commit: the changes may or may not be there',
  UNIQUE_VIOLATION: 'A value that has to be unique is there already',
  CONSTRAINT_VIOLATION: 'The rows break a rule of the schema',
  SERIALIZATION_FAILURE: 'A concurrent transaction was faster; the same work can be tried again',
  DEADLOCK: 'Two transactions waited for each other; the same work can be tried again',
  ROLLED_BACK: 'A statement failed and its error was ignored, so the transaction could not be committed',
  QUERY_FAILED: 'PostgreSQL refuses a statement',
  ENDED: 'A statement came after the end of its transaction, or of the database',
  MIGRATION_UNKNOWN: 'The database was migrated by a newer version',
  MIGRATION_CHANGED: 'A migration is not the one that the database was migrated with',
  MIGRATION_FAILED: 'A migration cannot be run',
} as const;

export type StoreErrorCode = keyof typeof storeErrorCodes;

/** What PostgreSQL names when it refuses something: its own words, never a value. */
export interface StoreErrorDetails {
  /** The SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
  readonly sqlState?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
  readonly constraint?: string | undefined;
}

/** The one error of the store. `code` is stable, and neither message nor details hold a parameter or a password. */
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

/** The errors of the file system that an operator can do something about. */
export function fileError(error: unknown, path: string): unknown {
  if (error instanceof UnsafeFileError) return new StoreError('FILE_UNSAFE', error.message);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StoreError('DISK_FULL', `no space is left for ${path}: free some, then start again`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StoreError('PERMISSION_DENIED', `${(error as Error).message}: ${path} has to be writable`);
    default:
      return error;
  }
}

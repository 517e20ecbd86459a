import { DatabaseError } from 'pg';
import { FailureOfAnother } from './statement-batch.ts';
import { StoreError, type StoreErrorCode, type StoreErrorDetails, storeErrorCodes } from './store-error.ts';

/** By SQLSTATE, or by the two characters of its class: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const codes: Readonly<Record<string, StoreErrorCode>> = {
  '08': 'UNAVAILABLE',
  '23505': 'UNIQUE_VIOLATION',
  '23': 'CONSTRAINT_VIOLATION',
  '25P03': 'TIMEOUT', // idle in a transaction
  '40001': 'SERIALIZATION_FAILURE',
  '40P01': 'DEADLOCK',
  '53100': 'DISK_FULL',
  '53': 'UNAVAILABLE', // out of connections or memory
  '55P03': 'TIMEOUT', // a lock
  '57014': 'TIMEOUT', // a statement
  '57': 'UNAVAILABLE', // shutdown, crash, start
  '58': 'UNAVAILABLE', // input and output
};

/** Turns what the driver throws for a statement into a StoreError, without the message and the detail: they hold values. */
export function databaseError(error: unknown): StoreError {
  const isOfAnother = error instanceof FailureOfAnother;
  const { code, where, details } = reasonOf(isOfAnother ? error.cause : error);
  const isOwn = !isOfAnother && details.sqlState !== inFailedTransaction;
  return new StoreError(code, `${storeErrorCodes[code]} (${where})`, { ...details, isOwn });
}

/** The SQLSTATE of every statement that is sent after one that failed, up to the end of the transaction. */
export const inFailedTransaction = '25P02';

/** The error for a failed connection attempt. The message of PostgreSQL then names only the user and the database. */
export function connectError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  const { code, where, details } = reasonOf(error);
  if (code === 'UNAVAILABLE') return new StoreError(code, `PostgreSQL cannot be reached (${where})`, details);
  const { message } = error as Error;
  return new StoreError('ACCESS_DENIED', `PostgreSQL refused the connection: ${message}`, details);
}

function reasonOf(error: unknown) {
  if (error instanceof DatabaseError) {
    const { code: sqlState = '', table, column, constraint, routine } = error;
    const isPassing = isStale(error) || isLostWorker(error);
    const code = isPassing ? 'UNAVAILABLE' : (codes[sqlState] ?? codes[sqlState.slice(0, 2)] ?? 'QUERY_FAILED');
    const where = [sqlState, constraint ?? routine].filter(Boolean).join(', ');
    return { code, where, details: { sqlState, table, column, constraint } } as const;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  // Errors of the system or of TLS have a code. The driver's own errors about a closed or unusable connection have none.
  const isLost = code !== undefined || /^Connection terminated|not queryable/.test(message);
  const details: StoreErrorDetails = {};
  return { code: isLost ? 'UNAVAILABLE' : 'QUERY_FAILED', where: code ?? 'CONNECTION_CLOSED', details } as const;
}

/**
 * Whether this session would always refuse the statement, because it prepared another one under the same name, or because the tables were
 * changed since. A new session prepares it again.
 */
const isStale = ({ code, routine }: DatabaseError): boolean => routine === 'RevalidateCachedQuery' || code === '26000';

/** The files of Citus, and of no other program, that report a lost worker as an internal error. */
const filesOfLostWorkers = ['placement_connection.c', 'remote_commands.c', 'remote_transaction.c'];

/** Whether a distributed database has lost one of its machines. If that happens during a commit, its outcome is unknown. */
const isLostWorker = ({ code, file = '' }: DatabaseError): boolean =>
  code === 'XX000' && filesOfLostWorkers.includes(file);

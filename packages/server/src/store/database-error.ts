import postgres from 'postgres';
import { StoreError, type StoreErrorCode, storeErrorCodes } from './store-error.ts';

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

/**
 * An error of the driver as one of the store, without what the driver puts into it: the message, the detail and the
 * parameters, which hold values. Errors of others stay as they are.
 */
export function databaseError(error: unknown): unknown {
  if (!isOfDriver(error)) return error;
  const { code, where, details } = reason(error);
  return new StoreError(code, `${storeErrorCodes[code]} (${where})`, details);
}

/** The error for a connection that does not come about: what PostgreSQL says then names the user and the database only. */
export function connectError(error: unknown): unknown {
  if (!isOfDriver(error)) return error;
  const { code, where, details } = reason(error);
  if (code === 'UNAVAILABLE') return new StoreError(code, `PostgreSQL cannot be reached (${where})`, details);
  return new StoreError('ACCESS_DENIED', `PostgreSQL refuses the connection: ${error.message}`, details);
}

interface DriverError extends Error {
  readonly code?: string;
}

/** The driver adds the parameters of the statement to every error that it passes on. */
function isOfDriver(error: unknown): error is DriverError {
  if (!(error instanceof Error)) return false;
  return Object.hasOwn(error, 'parameters') || /^CONNECT/.test((error as DriverError).code ?? '');
}

function reason(error: DriverError) {
  if (error instanceof postgres.PostgresError) {
    const { code: sqlState, table_name: table, column_name: column, constraint_name: constraint } = error;
    const code = codes[sqlState] ?? codes[sqlState.slice(0, 2)] ?? 'QUERY_FAILED';
    const where = [sqlState, constraint ?? error.routine].filter(Boolean).join(', ');
    return { code, where, details: { sqlState, table, column, constraint } };
  }
  // Of the system or of TLS; other errors without a SQLSTATE come from values that cannot be sent.
  const isDefect = error.code === undefined || /^[A-Z]+_(VALUE|EXCEEDED|CALL|PROGRESS)/.test(error.code);
  return { code: isDefect ? 'QUERY_FAILED' : 'UNAVAILABLE', where: error.code ?? error.name, details: {} } as const;
}

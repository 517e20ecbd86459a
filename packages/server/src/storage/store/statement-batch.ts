import { type Connection, Query as DriverQuery } from 'pg';
import { type Columns, readRow, withCount } from './rows.ts';
import type { Answer, Query } from './statement.ts';

/** A statement that this connection has prepared. */
export interface Prepared {
  readonly name: string;
  readonly columns: Columns;
}

/** A statement to execute, and the functions that take its answer. */
export interface Execution extends Prepared, Pick<Query, 'values'> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Executes prepared statements with one synchronization at the end. The driver itself synchronizes after each statement, and
 * PostgreSQL then writes each answer to the socket on its own. It also asks for the columns each time; they are known here.
 *
 * All statements succeed, or all fail: PostgreSQL skips those after the first one that failed.
 *
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class StatementBatch extends DriverQuery {
  readonly #executions: readonly Execution[];
  readonly #answers: Answer[] = [];
  #rows: object[] = [];
  #unreadable: unknown;

  constructor(executions: readonly Execution[]) {
    super('');
    this.#executions = executions;
  }

  override submit = (connection: Connection): void => {
    const { bind, execute } = connection as unknown as Wire;
    for (const { name, values } of this.#executions) {
      bind.call(connection, { statement: name, values });
      execute.call(connection);
    }
    connection.sync();
  };

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const execution = this.#executions[this.#answers.length];
    // An exception here would end the process.
    try {
      if (execution) this.#rows.push(readRow(execution.columns, fields));
    } catch (error) {
      this.#unreadable ??= error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const count = Number(/\d+$/.exec(text)?.[0] ?? 0);
    this.#answers.push(withCount(this.#rows, count));
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    // A statement without an answer, such as one that is only a comment, would leave the others with wrong ones.
    const isWhole = this.#answers.length === this.#executions.length;
    if (this.#unreadable || !isWhole) this.handleError(this.#unreadable ?? new Error('an answer is missing'));
    else for (const [index, { resolve }] of this.#executions.entries()) resolve(this.#answers[index] as Answer);
  }

  handleError(error: unknown): void {
    const failed = this.#answers.length;
    for (const [index, { reject }] of this.#executions.entries())
      reject(index === failed ? error : new FailureOfAnother(error));
  }
}

/** The failure of a statement because another one that was sent with it failed. */
export class FailureOfAnother {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/** The functions of the driver's connection as they are: its published types are of an older version. */
interface Wire {
  bind(message: { readonly statement: string; readonly values: readonly (string | Buffer | null)[] }): void;
  execute(): void;
}

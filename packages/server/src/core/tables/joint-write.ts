import type { Sql, Statement } from '../../storage/store/database.ts';
import type { Table } from './define-table.ts';
import { insertRows, type Placement } from './insert-rows.ts';

type MakeStatement<Asked> = (sql: Sql, asked: readonly Asked[], placement: Placement) => Statement<readonly object[]>;

/** Something to write for which one statement is enough, however many activities ask for it. */
export class JointWrite<Asked> {
  readonly statement: MakeStatement<Asked>;

  constructor(statement: MakeStatement<Asked>) {
    this.statement = statement;
  }

  /** What one activity asks for. */
  of(asked: readonly Asked[]): Writing {
    return { write: this as JointWrite<never>, asked };
  }
}

/** What is asked of a joint write. */
export interface Writing {
  readonly write: JointWrite<never>;
  readonly asked: readonly unknown[];
}

/** The statement that writes everything that is asked for. */
export const statementOf = (sql: Sql, { write, asked }: Writing, placement: Placement): Statement<readonly object[]> =>
  write.statement(sql, asked as readonly never[], placement);

/** Inserts rows of a table. */
export const inserting = (table: Table): JointWrite<object> =>
  new JointWrite((sql, rows, placement) => insertRows(sql, table, rows, placement));

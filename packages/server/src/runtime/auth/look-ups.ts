import type { RowMacs } from '../../core/authority/row-macs.ts';
import { batched } from '../../storage/store/batched.ts';
import type { Database, Sql } from '../../storage/store/database.ts';
import { type ApiKeyName, type ApiKeyRow, type Found, findApiKeys } from './find-credential.ts';

/** Reads of the database for requests whose sender is not known yet. */
export interface LookUps {
  findApiKey(name: ApiKeyName): Promise<Found<ApiKeyRow>>;
  /** Reads something else. */
  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

type Question = ApiKeyName | ((sql: Sql) => Promise<unknown>);

/** Creates the look-ups. All of them together use at most this many connections, so they share batches. */
export function createLookUps(database: Database, macs: RowMacs, connections: number): LookUps {
  const ask = batched<Question, unknown>(
    (questions) => database.query((sql) => answerAll(sql, macs, questions)),
    connections,
  );
  return {
    findApiKey: (name) => ask(name) as Promise<Found<ApiKeyRow>>,
    read: <Result>(work: (sql: Sql) => Promise<Result>) => ask(work) as Promise<Result>,
  };
}

/** Answers questions without waiting between them. The API keys of an organization are found by one statement. */
async function answerAll(sql: Sql, macs: RowMacs, questions: readonly Question[]): Promise<unknown[]> {
  const names = questions.filter((question) => typeof question !== 'function');
  const groups = Map.groupBy(names, ({ organizationId }) => organizationId);
  const found = new Map<Question, unknown>();
  await Promise.all([
    ...[...groups].map(async ([organizationId, group]) => {
      const results = await findApiKeys(sql, macs, organizationId, group);
      for (const [index, name] of group.entries()) found.set(name, results[index]);
    }),
    ...questions.map(async (question) => {
      if (typeof question === 'function') found.set(question, await question(sql));
    }),
  ]);
  return questions.map((question) => found.get(question));
}

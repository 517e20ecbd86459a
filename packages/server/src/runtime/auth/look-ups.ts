import type { Pressure } from '../../core/limits/pressure.ts';
import type { Services } from '../../core/ports/services.ts';
import { batched } from '../../storage/store/batched.ts';
import type { Database, Sql } from '../../storage/store/database.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { type ApiKeyName, type ApiKeyRow, type Found, findApiKeys } from './find-credential.ts';
import { LookUpQueue } from './look-up-queue.ts';

/** Reads of the database for requests whose sender is not known yet. */
export interface LookUps {
  findApiKey(name: ApiKeyName): Promise<Found<ApiKeyRow>>;
  /** Reads something else. */
  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

type Question = ApiKeyName | ((sql: Sql) => Promise<unknown>);

type LookUpServices = Pick<Services, 'macs' | 'distribution'>;

interface LookUpOptions {
  /** How many connections all look-ups together use at most, so that they share batches. */
  readonly connections: number;
  /** Gets to know how long they take. */
  readonly pressure: Pressure;
}

/** The credential that a question names, if that is known. */
const credentialOf = (question: Question): string =>
  typeof question === 'function' ? '' : `${question.organizationId} ${question.publicKey}`;

/** Creates the look-ups. */
export function createLookUps(
  database: Database,
  services: LookUpServices,
  { connections, pressure }: LookUpOptions,
): LookUps {
  const answer = (questions: readonly Question[]) =>
    pressure.during(() => database.query((sql) => answerAll(sql, services, questions)));
  const ask = batched<Question, unknown>(
    async (questions) => {
      try {
        return await answer(questions);
      } catch (error) {
        // The tables may have been distributed meanwhile.
        await services.distribution.checkAfter(error);
        const isOfOneMachine = services.distribution.isDistributed && isStatementFailure(error);
        if (!isOfOneMachine || questions.length === 1) throw error;
        return answerApart(questions, answer);
      }
    },
    connections,
    new LookUpQueue(credentialOf),
  );
  return {
    findApiKey: (name) => ask(name) as Promise<Found<ApiKeyRow>>,
    read: <Result>(work: (sql: Sql) => Promise<Result>) => ask(work) as Promise<Result>,
  };
}

/** Asks about each organization separately: the machine of one may be away, and the others do not depend on it. */
function answerApart(
  questions: readonly Question[],
  answer: (some: readonly Question[]) => Promise<readonly unknown[]>,
): Promise<unknown>[] {
  const groups = Map.groupBy(questions, (question) =>
    typeof question === 'function' ? question : question.organizationId,
  );
  const answers = new Map(
    [...groups.values()].flatMap((group) => {
      const together = answer(group);
      return group.map((question, index) => [question, together.then((values) => values[index])] as const);
    }),
  );
  return questions.map((question) => answers.get(question) as Promise<unknown>);
}

/** Whether a statement failed, or what it needs: not if there was no connection for it. */
const isStatementFailure = (error: unknown): boolean =>
  error instanceof StoreError && ['QUERY_FAILED', 'UNAVAILABLE', 'TIMEOUT'].includes(error.code);

/**
 * Answers questions without waiting between them. API keys are found by one statement, or by one for each organization, if their rows
 * may be on different machines.
 */
async function answerAll(
  sql: Sql,
  { macs, distribution }: LookUpServices,
  questions: readonly Question[],
): Promise<unknown[]> {
  const names = questions.filter((question) => typeof question !== 'function');
  const groups = Map.groupBy(names, ({ organizationId }) => (distribution.isDistributed ? organizationId : 'all'));
  const found = new Map<Question, unknown>();
  await Promise.all([
    ...[...groups.values()].map(async (group) => {
      const results = await findApiKeys(sql, macs, group);
      for (const [index, name] of group.entries()) found.set(name, results[index]);
    }),
    ...questions.map(async (question) => {
      if (typeof question === 'function') found.set(question, await question(sql));
    }),
  ]);
  return questions.map((question) => found.get(question));
}

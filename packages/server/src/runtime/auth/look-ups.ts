import type { Pressure } from '../../core/limits/pressure.ts';
import type { Services } from '../../core/ports/services.ts';
import { batched } from '../../storage/store/batched.ts';
import type { Database, Sql } from '../../storage/store/database.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { type ApiKeyName, type ApiKeyRow, type Found, findApiKeys } from './find-credential.ts';
import { LookUpQueue } from './look-up-queue.ts';
import { LostOrganizations, lookUpTimeouts } from './lost-organizations.ts';

/** Reads of the database for requests whose sender is not known yet. */
export interface LookUps {
  findApiKey(name: ApiKeyName): Promise<Found<ApiKeyRow>>;
  /** Reads something else of an organization. */
  read<Result>(organizationId: string, work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

interface Reading {
  readonly organizationId: string;
  readonly work: (sql: Sql) => Promise<unknown>;
}

type Question = ApiKeyName | Reading;

type LookUpServices = Pick<Services, 'macs' | 'distribution'>;

interface LookUpOptions {
  /** How many connections all look-ups together use at most, so that they share batches. */
  readonly connections: number;
  /** Gets to know how long they take. */
  readonly pressure: Pressure;
}

/** The credential that a question names, if that is known. */
const credentialOf = (question: Question): string =>
  'work' in question ? '' : `${question.organizationId} ${question.publicKey}`;

/** Creates the look-ups. */
export function createLookUps(
  database: Database,
  services: LookUpServices,
  { connections, pressure }: LookUpOptions,
): LookUps {
  const lost = new LostOrganizations();
  const answer = (questions: readonly Question[]) => {
    const timeoutMs = services.distribution.isDistributed ? lookUpTimeouts.togetherMs : database.timeoutMs;
    return pressure.during(() => database.query((sql) => answerAll(sql, services, questions), { timeoutMs }));
  };
  const answerApart = (questions: readonly Question[]) =>
    apart(questions, (organizationId, group) =>
      lost.ask(organizationId, () =>
        database.query((sql) => answerAll(sql, services, group), { timeoutMs: lookUpTimeouts.separateMs }),
      ),
    );
  const answerTogether = async (questions: readonly Question[]) => {
    try {
      return await answer(questions);
    } catch (error) {
      // The tables may have been distributed meanwhile.
      await services.distribution.checkAfter(error);
      if (!services.distribution.isDistributed || !isStatementFailure(error)) throw error;
      return answerApart(questions);
    }
  };
  const ask = batched<Question, unknown>(
    async (questions) => {
      const separate = questions.filter(({ organizationId }) => lost.has(organizationId));
      const together = questions.filter(({ organizationId }) => !lost.has(organizationId));
      const answers = new Map<Question, unknown>();
      const note = (some: readonly Question[], values: readonly unknown[]) => {
        for (const [index, question] of some.entries()) answers.set(question, values[index]);
      };
      if (separate.length > 0) note(separate, answerApart(separate));
      if (together.length > 0) note(together, await answerTogether(together));
      return questions.map((question) => answers.get(question));
    },
    connections,
    new LookUpQueue(credentialOf),
  );
  return {
    findApiKey: (name) => ask(name) as Promise<Found<ApiKeyRow>>,
    read: <Result>(organizationId: string, work: (sql: Sql) => Promise<Result>) =>
      ask({ organizationId, work }) as Promise<Result>,
  };
}

/** Asks about each organization separately: the machine of one may be away, and the others do not depend on it. */
function apart(
  questions: readonly Question[],
  ask: (organizationId: string, group: readonly Question[]) => Promise<readonly unknown[]>,
): Promise<unknown>[] {
  const answers = new Map<Question, Promise<unknown>>();
  for (const [organizationId, group] of Map.groupBy(questions, (question) => question.organizationId)) {
    const together = ask(organizationId, group);
    for (const [index, question] of group.entries()) {
      const answer = together.then((values) => values[index]);
      // It is awaited when the whole batch is answered.
      answer.catch(() => {});
      answers.set(question, answer);
    }
  }
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
  const names = questions.flatMap((question) => ('work' in question ? [] : question));
  const groups = Map.groupBy(names, ({ organizationId }) => (distribution.isDistributed ? organizationId : 'all'));
  const found = new Map<Question, unknown>();
  await Promise.all([
    ...[...groups.values()].map(async (group) => {
      const results = await findApiKeys(sql, macs, group);
      for (const [index, name] of group.entries()) found.set(name, results[index]);
    }),
    ...questions.map(async (question) => {
      if ('work' in question) found.set(question, await question.work(sql));
    }),
  ]);
  return questions.map((question) => found.get(question));
}

import type { Answer, Statement } from '../../storage/store/database.ts';

/**
 * What an activity writes: statements of which none depends on the answer to another, so that those of several activities are sent
 * together. Decisions about the others may have been made before, so it writes nothing that policies see or that a group ends with.
 */
export interface Effect<Result> {
  /** In the order in which they run. */
  readonly statements: readonly Statement<readonly object[]>[];
  /** Reads the answers. Throws if they say that the effect must not be committed. */
  readonly result: (answers: readonly Answer[]) => Result;
}

/** Declares what an activity writes. Each statement has its answer at the same place. */
export function effect<const Statements extends readonly Statement<readonly object[]>[], Result>(
  statements: Statements,
  result: (answers: { readonly [Index in keyof Statements]: Awaited<Statements[Index]> }) => Result,
): Effect<Result> {
  return { statements, result } as unknown as Effect<Result>;
}

/** The same effect with another result. */
export const map = <From, To>({ statements, result }: Effect<From>, change: (result: From) => To): Effect<To> => ({
  statements,
  result: (answers) => change(result(answers)),
});

/** Sends the statements of an effect now, and waits for its result. */
export async function send<Result>({ statements, result }: Effect<Result>): Promise<Result> {
  return result(await Promise.all(statements.map((statement) => statement.execute())));
}

import type { Statement } from '../../storage/store/database.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import type { ApiError } from '../model/api-error.ts';

/** A statement that has done what it should whenever it succeeds. */
export interface EffectStatement {
  readonly statement: Statement<readonly object[]>;
  /** What its failures mean to the caller, by their SQLSTATE. */
  readonly refusals?: { readonly [sqlState: string]: () => ApiError };
}

/**
 * What an activity writes: statements whose answers nobody needs, so that those of several activities are sent together with the
 * commit. A statement that must not be committed has to fail. Decisions about the others may have been made before, so it writes
 * nothing that policies see or that a group ends with.
 */
export interface Effect<Result> {
  /** In the order in which they run. */
  readonly statements: readonly EffectStatement[];
  readonly result: Result;
}

/** The failures that statements of effects can cause on purpose. */
export const sqlStates = { uniqueViolation: '23505', divisionByZero: '22012' } as const;

/** What a failure of a statement of an effect means to the caller, if that is known. */
export function refusalOf({ refusals }: EffectStatement, error: unknown): ApiError | undefined {
  const { sqlState, isOwn } = error instanceof StoreError ? error.details : {};
  return isOwn && sqlState !== undefined ? refusals?.[sqlState]?.() : undefined;
}

/** Sends the statements of an effect now, and waits until they have run. */
export async function send<Result>({ statements, result }: Effect<Result>): Promise<Result> {
  const sent = await Promise.allSettled(statements.map(({ statement }) => statement.execute()));
  const failures = sent.map((one) => (one.status === 'rejected' ? one.reason : undefined));
  const refusal = failures.map((error, index) => refusalOf(statements[index] as EffectStatement, error)).find(Boolean);
  const failure = refusal ?? failures.find(Boolean);
  if (failure) throw failure;
  return result;
}

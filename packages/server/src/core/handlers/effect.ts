import type { Sql } from '../../storage/store/database.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import type { ApiError } from '../model/api-error.ts';
import { anywhere } from '../tables/insert-rows.ts';
import { statementOf, type Writing } from '../tables/joint-write.ts';

/** A part of an effect: it has done what it should whenever its statement succeeds. */
export interface EffectPart extends Writing {
  /** What failures of its statement mean to the caller, by their SQLSTATE. */
  readonly refusals?: { readonly [sqlState: string]: () => ApiError };
}

/**
 * What an activity writes, if nobody needs the answers: what several activities ask for is written together, and sent with the commit.
 * What must not be committed has to fail. Decisions about the others may have been made before, so it writes nothing that policies see
 * or that a group ends with.
 */
export interface Effect<Result> {
  /** In the order in which they are written. */
  readonly parts: readonly EffectPart[];
  readonly result: Result;
}

/** The failures that parts of effects can cause on purpose. */
export const sqlStates = { uniqueViolation: '23505', divisionByZero: '22012' } as const;

/** What a failure of the statement of a part means to the caller, if that is known. */
export function refusalOf({ refusals }: EffectPart, error: unknown): ApiError | undefined {
  const { sqlState, isOwn } = error instanceof StoreError ? error.details : {};
  return isOwn && sqlState !== undefined ? refusals?.[sqlState]?.() : undefined;
}

/** Writes an effect on its own, and waits until that is done. */
export async function send<Result>(sql: Sql, { parts, result }: Effect<Result>): Promise<Result> {
  const sent = await Promise.allSettled(parts.map((part) => statementOf(sql, part, anywhere).execute()));
  const failures = sent.map((one) => (one.status === 'rejected' ? one.reason : undefined));
  const refusal = failures.map((error, index) => refusalOf(parts[index] as EffectPart, error)).find(Boolean);
  const failure = refusal ?? failures.find(Boolean);
  if (failure) throw failure;
  return result;
}

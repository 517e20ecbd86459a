/** Work that reads, and then goes on without the connection. */
interface ReadFirst<Result> {
  /** Resolves as soon as the connection is not needed any more. Rejects if the work fails before. */
  readonly reads: Promise<void>;
  readonly result: Promise<Result>;
}

/**
 * Starts work that says when it has read everything: it calls `letGo`, which resolves once the connection is given back.
 *
 * @param givenBack Resolves once the connection is given back. If that never happens, the work does not go on.
 */
export function readFirst<Result>(
  givenBack: Promise<void>,
  work: (letGo: () => Promise<void>) => Promise<Result>,
): ReadFirst<Result> {
  const lastRead = Promise.withResolvers<void>();
  const result = work(() => {
    lastRead.resolve();
    return givenBack;
  });
  return { result, reads: Promise.race([lastRead.promise, result.then(() => {})]) };
}

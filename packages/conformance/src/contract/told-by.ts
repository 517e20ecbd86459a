/** Everything that printing or logging an error would show, including all of its causes. */
export function toldBy(error: unknown): string {
  const told: string[] = [];
  const seen = new Set<unknown>();
  for (let one = error; one !== undefined && !seen.has(one); one = (one as { cause?: unknown } | null)?.cause) {
    seen.add(one);
    const { stack, errors } = (one ?? {}) as Partial<AggregateError>;
    told.push(`${one}`, `${stack}`, JSON.stringify(one) ?? '', ...(errors ?? []).map(toldBy));
  }
  return told.join();
}

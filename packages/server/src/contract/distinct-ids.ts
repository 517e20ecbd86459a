/** Ids as the store has them, each once, in the order given: a UUID may be written in either case. */
export const distinctIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

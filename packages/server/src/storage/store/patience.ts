/** The work of a start may take longer than a request: it waits for a busy machine, and for other processes that start. */
export const patience = { timeoutMs: 60_000 } as const;

/** Much longer than a service takes on a busy machine: it only ends a hang. */
const longestWaitMs = 10 * 60 * 1000;
const pauseMs = 100;

/** Asks again and again until something has happened. Stories run in every runtime, so this uses nothing of Node. */
export async function waitUntil(what: string, hasHappened: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); !(await hasHappened()); ) {
    if (Date.now() - start > longestWaitMs) throw new Error(`${what}: not within ${longestWaitMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * Resolves with the first SIGINT or SIGTERM. Later ones are ignored: a terminal and npm both forward an interrupt, and the
 * second must not cut the shutdown short.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal));
  return promise;
}

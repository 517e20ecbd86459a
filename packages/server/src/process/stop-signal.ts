/**
 * Resolves with the first SIGINT or SIGTERM. Later ones are taken too, and change nothing: a terminal and npm both pass
 * an interrupt on, and what is being stopped is not to be cut off by the second.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal));
  return promise;
}

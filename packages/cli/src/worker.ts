// What each worker process of `mintmark start` runs.
import '@mintmark/server/core/harden';

// A terminal and service managers signal all processes: a worker waits until the first process tells it to stop. This comes before
// the modules of the service are loaded, since a signal can come meanwhile.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const { findPublishedFiles } = await import('./find-published-files.ts');
const { runWorker } = await import('@mintmark/server/runtime/workers/run-worker');
await runWorker(findPublishedFiles());

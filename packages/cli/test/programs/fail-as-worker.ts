/** Preloaded into a program: its workers then exit before they have begun. */
import cluster from 'node:cluster';

if (cluster.isWorker) process.exit(7);

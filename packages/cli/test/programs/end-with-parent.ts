/** Preloaded into a program: the program then exits when the process at the other end of descriptor 3 exits, for any reason. */
import cluster from 'node:cluster';
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

// A worker ends with the program that started it, and its descriptor 3 is the channel to that program. Its threads preload this too,
// and do not know that they belong to a worker.
if (cluster.isPrimary && isMainThread)
  new Socket({ fd: 3 })
    .on('close', () => process.kill(process.pid, 'SIGKILL'))
    .resume()
    .unref();

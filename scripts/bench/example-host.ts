import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** The fixed answer for each path. */
const answers = new Map<string, string>(workerData);

// Runs in its own thread, so that its CPU time does not count as the client's.
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('Content-Type', 'application/json').end(answers.get(request.url ?? ''));
  });
});
// No timeout: a connection that is closed just as it is reused would end the benchmark.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** What to answer to each path, whatever is asked. */
const answers = new Map<string, string>(workerData);

// A thread of its own: what the answers cost must not be counted as the client's.
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('Content-Type', 'application/json').end(answers.get(request.url ?? ''));
  });
});
// Never: a connection that is closed just when it is used again would end the benchmark.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));

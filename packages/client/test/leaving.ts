/** A program that makes calls which end in every way, all with hours of time left, and then has nothing to do. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, createClient, type MintmarkError, type SubmitOptions } from '../src/index.ts';

const hours = 10_000_000;
const answers = {
  pending: { activity: { id: 'a', organizationId: 'o', type: 'ACTIVITY_TYPE_CLAIM_SWAP_FEES', status: 'PENDING' } },
  completed: {
    activity: {
      ...{ id: 'a', organizationId: 'o', type: 'ACTIVITY_TYPE_CLAIM_SWAP_FEES', status: 'ACTIVITY_STATUS_COMPLETED' },
      result: { claimSwapFeesResult: {} },
    },
  },
};

async function run(answer: keyof typeof answers | 'busy' | 'silent', options: SubmitOptions = {}): Promise<string> {
  const server = createServer((_, response) => {
    if (answer === 'busy') response.writeHead(503, { 'Retry-After': '3600' }).end();
    else if (answer !== 'silent') response.end(JSON.stringify(answers[answer]));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client: Client = createClient({
    baseUrl,
    organizationId: 'o',
    timeout: hours,
    stamper: { stamp: async () => ({ name: 'X-Stamp', value: 'a' }) },
  });
  try {
    return (await client.claimSwapFees({}, options)).status;
  } catch (error) {
    return (error as MintmarkError).code;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const soon = () => AbortSignal.timeout(300);

// Never awaited, and nothing else waits for it either.
void createClient({
  baseUrl: 'http://127.0.0.1',
  organizationId: 'o',
  stamper: { stamp: () => new Promise(() => {}) },
}).whoami();

const ends = await Promise.all([
  run('completed'),
  run('pending', { signal: soon(), pendingTimeout: hours }),
  run('busy', { signal: soon() }),
  run('silent', { timeout: 100 }),
  run('silent', { signal: soon() }),
]);
console.log(ends.join(' '));

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ClientOptions, createClient } from '@mintmark/client';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { bareFetch, type ExampleExchange, makeExampleExchanges } from './example-exchange.ts';
import { inFlight, oneByOne, type Race, race } from './race.ts';

const lanes = 8;

/** Compares a call of the client with a bare fetch of a body that was stamped in advance. */
export async function benchClient(): Promise<void> {
  console.log('client, beside a bare fetch              ratio   adds µs    each/s  bare each/s');
  const exchanges = await makeExampleExchanges();
  const host = new Worker(new URL('./example-host.ts', import.meta.url), {
    workerData: exchanges.map(({ path, answer }) => [path, answer]),
  });
  const [port] = await once(host, 'message');
  for (const exchange of exchanges) await benchExchange(`http://127.0.0.1:${port}`, exchange);
  await host.terminate();
}

async function benchExchange(baseUrl: string, exchange: ExampleExchange): Promise<void> {
  const givenStamp = { stamp: async () => exchange.stamp };
  const p256Stamper = createP256Stamper(generatePrivateKey('p256').toApiKey());
  const noNetwork = async () => new Response(exchange.answer);
  const bare = () => bareFetch(baseUrl, exchange);
  const { title } = exchange;
  print(
    `${title}, no network, no signing`,
    await race(
      oneByOne(() => bareFetch(baseUrl, exchange, noNetwork)),
      oneByOne(callOf(exchange, { baseUrl, stamper: givenStamp, fetch: noNetwork })),
    ),
  );
  for (const [kind, stamper] of Object.entries({ 'no signing': givenStamp, 'P-256': p256Stamper })) {
    const call = callOf(exchange, { baseUrl, stamper });
    print(`${title}, ${kind}`, await race(oneByOne(bare), oneByOne(call)));
    print(`${title}, ${kind}, ${lanes} in flight`, await race(inFlight(lanes, bare), inFlight(lanes, call)));
  }
}

function callOf({ title, body }: ExampleExchange, options: ClientOptions): () => Promise<unknown> {
  const { organizationId, parameters } = JSON.parse(body);
  const client = createClient({ ...options, organizationId });
  return title === 'whoami' ? () => client.whoami() : () => client.createUsers(parameters);
}

function print(title: string, { ratio, rate, referenceRate }: Race): void {
  const columns = [
    ratio.toFixed(2).padStart(6),
    ((1 / ratio - 1) * (1e6 / referenceRate)).toFixed(0).padStart(9),
    rate.toFixed(0).padStart(9),
    referenceRate.toFixed(0).padStart(12),
  ];
  console.log(`  ${title.padEnd(38)}${columns.join(' ')}`);
}

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { receivers } from '../story/swap-receivers.ts';

/** A swap provider that speaks the protocol of docs/swap.md. */
export interface SwapProvider extends AsyncDisposable {
  readonly url: string;
}

/** Starts the provider on a loopback address. It accepts every claim; how much there is to claim depends on the address. */
export async function startSwapProvider(): Promise<SwapProvider> {
  async function answer(request: IncomingMessage): Promise<object | undefined> {
    if (request.method === 'POST') {
      const { requestId } = (await json(request)) as { readonly requestId: string };
      return { requestId };
    }
    const receiver = new URL(`http://local${request.url}`).searchParams.get('receiver') ?? '';
    if (receivers.unknown.test(receiver)) return undefined;
    return { receiver, amount: receivers.withoutFees.test(receiver) ? '0' : '100' };
  }

  const server = createServer(async (request, response) => {
    const found = await answer(request);
    response.writeHead(found ? 200 : 500).end(JSON.stringify(found ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

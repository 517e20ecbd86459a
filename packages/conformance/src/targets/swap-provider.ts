import { json } from 'node:stream/consumers';
import { type JsonProvider, startJsonProvider } from './json-provider.ts';
import { receivers } from './swap-receivers.ts';

/**
 * Starts a swap provider that speaks the protocol of docs/swap.md. It accepts every claim; how much there is to claim depends on the
 * address.
 */
export const startSwapProvider = (): Promise<JsonProvider> =>
  startJsonProvider(async (request) => {
    if (request.method === 'POST') {
      const { requestId } = (await json(request)) as { readonly requestId: string };
      return { status: 200, json: { requestId } };
    }
    const receiver = new URL(`http://local${request.url}`).searchParams.get('receiver') ?? '';
    if (receivers.unknown.test(receiver)) return { status: 500, json: {} };
    return { status: 200, json: { receiver, amount: receivers.withoutFees.test(receiver) ? '0' : '100' } };
  });

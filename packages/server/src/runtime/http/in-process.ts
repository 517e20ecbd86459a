import { ApiError } from '../../core/model/api-error.ts';
import type { App } from './exchange.ts';

/** The service as a `fetch` without a socket, for tests of client code. */
export const fetchOf =
  (app: App) =>
  async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(url, init);
    const { status, headers, body } = await app({
      method: request.method,
      path: new URL(request.url).pathname,
      header: (name) => {
        const value = request.headers.get(name);
        return value === null ? [] : [value];
      },
      readBody: async (maxBytes) => {
        const bytes = new Uint8Array(await request.arrayBuffer());
        if (bytes.length > maxBytes) throw new ApiError('REQUEST_TOO_LARGE');
        return bytes;
      },
      address: 'local',
    });
    return new Response(
      status === 204 || request.method === 'HEAD' ? null : (body as string | Uint8Array<ArrayBuffer>),
      { status, headers },
    );
  };
